import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NavigationEntry } from '#domain/model.ts';
import { Icon } from '#ui/icon.tsx';
import { LanguageSwitch } from '#app/language-switch.tsx';
import { AlarmBell } from '#app/shell/alarm-bell.tsx';
import { AvatarMenu } from '#app/shell/avatar-menu.tsx';
import { Breadcrumbs } from '#app/shell/breadcrumbs.tsx';
import { ScopeSwitch } from '#app/shell/scope-switch.tsx';
import type { SidebarState } from '#app/shell/use-sidebar.ts';
import { ThemeSwitch } from '#app/theme-switch.tsx';
import './top-bar.css';

export function TopBar({ sidebar, entry }: { sidebar: SidebarState; entry: NavigationEntry | undefined }): ReactNode {
  const { t } = useTranslation('shell');
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
      <div className="top-tools">
        <ScopeSwitch />
        <AlarmBell />
        <LanguageSwitch />
        <ThemeSwitch />
        <AvatarMenu />
      </div>
    </header>
  );
}
