import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { scopesOf } from '#api/can.ts';
import { config } from '#api/config.ts';
import { language } from '#api/language.ts';
import { useModel } from '#api/model.ts';
import type { NavigationEntry } from '#domain/model.ts';
import { Icon } from '#ui/icon.tsx';
import { MenuButton, type MenuItem } from '#ui/menu-button.tsx';
import { changeLanguage } from '#app/base/i18n.ts';
import { LanguageSwitch } from '#app/base/language-switch.tsx';
import { Alarms, soundItem, useHearsAlarms } from './alarm-bell.tsx';
import { AvatarMenu } from '#app/account/avatar-menu.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { delegations } from '#app/scope/delegations.ts';
import { openOverlay } from '#app/base/overlays.ts';
import { ScopeSwitch } from '#app/scope/scope-switch.tsx';
import { Scoped } from '#app/scope/scoped.tsx';
import { Selectors } from '#app/scope/selectors.tsx';
import type { SidebarState } from './use-sidebar.ts';
import { chooseTheme, themes, useThemeChoice } from '#ui/theme.ts';
import { ThemeSwitch } from '#app/base/theme-switch.tsx';
import './top-bar.css';

/** Whoever may not see alarms has no bell. */
const alarms = 'monitor/alarm';

export function TopBar({ sidebar, entry }: { sidebar: SidebarState; entry: NavigationEntry | undefined }): ReactNode {
  const { t } = useTranslation('shell');
  const model = useModel();
  return (
    <header className="top-bar">
      <button
        type="button"
        className="top-button"
        aria-label={t(sidebar.open ? 'nav.close' : 'nav.open')}
        aria-expanded={sidebar.open}
        aria-controls={sidebar.open ? 'sidebar' : undefined}
        onClick={sidebar.toggle}
      >
        <Icon name="menu" />
      </button>
      <Breadcrumbs entry={entry} />
      <Selectors entry={entry} />
      <div className="top-tools">
        <ScopeSwitch />
        <button
          type="button"
          className="top-button"
          aria-label={t('palette.title')}
          title={t('palette.title')}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => openOverlay('palette')}
        >
          <Icon name="search" />
        </button>
        <span className="top-wide">
          <Link className="top-button" to="/" aria-label={t('nav.home')} title={t('nav.home')}>
            <Icon name="home" />
          </Link>
          {delegations in model.resources && (
            <button
              type="button"
              className="top-button"
              aria-label={t('delegate.title')}
              title={t('delegate.title')}
              onClick={() => openOverlay('delegate')}
            >
              <Icon name="delegate" />
            </button>
          )}
        </span>
        <Scoped scopes={scopesOf(model, alarms)}>
          <Alarms />
        </Scoped>
        <span className="top-wide">
          {!config().foreign && <LanguageSwitch />}
          <ThemeSwitch />
        </span>
        <More delegates={delegations in model.resources} />
        <AvatarMenu />
      </div>
    </header>
  );
}

/** On a phone, what else would stand in the bar. */
function More({ delegates }: { delegates: boolean }): ReactNode {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const theme = useThemeChoice();
  const hears = useHearsAlarms();
  const other = language() === 'zh' ? 'en' : 'zh';
  const items: MenuItem[] = [
    { key: 'home', label: t('nav.home'), onSelect: () => void navigate('/') },
    ...(delegates ? [{ key: 'delegate', label: t('delegate.title'), onSelect: () => openOverlay('delegate') }] : []),
    ...(hears ? [soundItem(t('alarm.sound.open'))] : []),
    ...(config().foreign
      ? []
      : [{ key: 'language', label: t(`language.${other}`), lang: other, onSelect: () => void changeLanguage(other) }]),
    ...themes.map((each, index) => ({
      key: each,
      label: t(`theme.${each}`),
      checked: each === theme,
      onSelect: () => chooseTheme(each),
      ...(index === 0 ? { heading: t('theme.label'), separated: true } : {}),
    })),
  ];
  return (
    <span className="top-narrow">
      <MenuButton label={t('nav.other')} className="top-button" items={() => items}>
        <Icon name="more" />
      </MenuButton>
    </span>
  );
}
