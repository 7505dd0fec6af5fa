import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { setWorkspace, useWorkspace, type Channel } from '#api/workspace.ts';
import { useModel } from '#api/model.ts';
import { useUser } from '#api/user.ts';
import { Icon } from '#ui/icon.tsx';
import { MenuButton } from '#ui/menu-button.tsx';
import { useEnterCompany } from './enter.ts';
import { allowedModes, channelsOf } from './modes.ts';
import { CompanyPicker } from './company-picker.tsx';

/** The company dropdown; in channel mode the channels, if there are several. */
export function ScopeSwitch(): ReactNode {
  const { mode } = useWorkspace();
  const model = useModel();
  if (mode === 'channel') return <ChannelSwitch />;
  return Object.keys(model.context).length === 0 ? null : <CompanySwitch />;
}

function CompanySwitch(): ReactNode {
  const { t } = useTranslation('shell');
  const { mode, companyId, companyName } = useWorkspace();
  const user = useUser();
  const modes = allowedModes(user);
  const go = useEnterCompany();
  const current = mode === 'global' ? t('mode.global') : (companyName ?? t('company.noData'));
  // spec section 6: a company user cannot change the company, unless a delegation gave him more of them
  if (!modes.includes('company') || (user.extra.accountType === 'company' && (user.companies ?? []).length < 2)) {
    return (
      <span className="scope-fixed" title={current}>
        <span className="visually-hidden">{t('company.label')}: </span>
        {current}
      </span>
    );
  }
  return (
    <CompanyPicker current={current} companyId={mode === 'global' ? undefined : companyId} withAll={modes.includes('global')} onPick={go} />
  );
}

function ChannelSwitch(): ReactNode {
  const { t } = useTranslation('shell');
  const user = useUser();
  const { channelId, channelName } = useWorkspace();
  const channels = channelsOf(user);
  if (channelName === undefined) return null;
  if (channels.length < 2 || user.extra.accountType === 'channel') {
    return (
      <span className="scope-fixed" title={channelName}>
        <span className="visually-hidden">{t('channel.label')}: </span>
        {channelName}
      </span>
    );
  }
  const items = channels.map((channel: Channel) => ({
    key: channel.id,
    label: channel.name,
    checked: channel.id === channelId,
    onSelect: () => setWorkspace({ mode: 'channel', channel }, user.username),
  }));
  return (
    <MenuButton label={`${t('channel.label')}: ${channelName}`} items={() => items} className="scope-button">
      <span className="scope-name">{channelName}</span>
      <Icon name="chevron" size={14} />
    </MenuButton>
  );
}
