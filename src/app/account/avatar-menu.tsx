import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '#api/workspace.ts';
import { config } from '#api/config.ts';
import { isPlayed } from '#api/mutator.ts';
import { useUser } from '#api/user.ts';
import { Icon } from '#ui/icon.tsx';
import { MenuButton, type MenuItem } from '#ui/menu-button.tsx';
import { useEnterMode } from '#app/scope/enter.ts';
import { allowedModes } from '#app/scope/modes.ts';
import { signOut } from './sign-out.ts';
import { openOverlay } from '#app/base/overlays.ts';

/** Who is here, in which mode, and the way out. */
export function AvatarMenu(): ReactNode {
  const { t } = useTranslation('shell');
  const user = useUser();
  const { mode } = useWorkspace();
  const enterMode = useEnterMode();
  const modes = allowedModes(user);
  const items: MenuItem[] = [
    ...(modes.length > 1 ? modes : []).map((each, index) => ({
      key: each,
      label: t(`mode.${each}`),
      checked: each === mode,
      ...(index === 0 ? { heading: t('mode.label') } : {}),
      onSelect: () => void enterMode(each),
    })),
    { key: 'drafts', label: t('user.drafts'), separated: modes.length > 1, onSelect: () => openOverlay('drafts') },
    ...(['password', 'sessions', 'totp'] as const)
      .filter(isPlayed)
      .map((key) => ({ key, label: t(`${key}.title`), onSelect: () => openOverlay(key) })),
    { key: 'help', label: t('keys.title'), onSelect: () => openOverlay('help') },
    ...(config().foreign?.open && !config().foreign?.servers
      ? []
      : [{ key: 'logout', label: t('user.logout'), separated: true, onSelect: () => void signOut() }]),
  ];
  const name = user.name || user.username;
  return (
    <MenuButton
      label={t('user.menu', { name })}
      items={() => items}
      className="top-button avatar-button"
      header={
        <div className="avatar-head">
          <strong>{name}</strong>
          {name !== user.username && <span>{user.username}</span>}
        </div>
      }
    >
      <span className="avatar" aria-hidden="true">
        {Array.from(name)[0]?.toUpperCase()}
      </span>
      <Icon name="chevron" size={12} />
    </MenuButton>
  );
}
