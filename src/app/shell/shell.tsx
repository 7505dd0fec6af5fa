import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router';
import { chunk } from '#api/chunk.ts';
import { useContext } from '#api/context.ts';
import { useUser } from '#api/user.ts';
import type { NavigationEntry } from '#domain/model.ts';
import { ConfirmHost } from '#ui/confirm.tsx';
import { Toasts } from '#ui/toasts.tsx';
import { Banner } from '#app/shell/banner.tsx';
import { leave } from '#app/shell/leave.ts';
import { OverlayHost } from '#app/shell/overlay-host.tsx';
import { Sidebar } from '#app/shell/sidebar.tsx';
import { useHotkeys } from '#app/shell/use-hotkeys.ts';
import { useDirtyBlocker, useInternalLinks } from '#app/shell/use-leaving.ts';
import { useSidebar } from '#app/shell/use-sidebar.ts';
import { TopBar } from '#app/shell/top-bar.tsx';
import { useShownAddress } from '#app/switch-context.ts';
import './shell.css';

const RenameDialog = lazy(() => chunk(() => import('#app/shell/rename-dialog.tsx')).then((module) => ({ default: module.RenameDialog })));

/** The name that every new installation has, and that nobody keeps (spec section 2). */
const DEFAULT_NAME = 'admin';

/** Sidebar, top bar and the page. */
export function Shell(): ReactNode {
  const { t } = useTranslation('shell');
  const { language } = useContext();
  const user = useUser();
  const followLink = useInternalLinks();
  useDirtyBlocker();
  useHotkeys();
  useShownAddress();
  const { pathname } = useLocation();
  const sidebar = useSidebar(pathname);
  const busy = useNavigation().state === 'loading';
  const entry = useMatches().at(-1)?.handle as NavigationEntry | undefined;
  const title = entry?.title[language];
  useEffect(() => {
    document.title = title === undefined ? t('product') : `${title} · ${t('product')}`;
  }, [t, title]);
  return (
    <div
      className="shell"
      data-sidebar={sidebar.open ? 'open' : 'closed'}
      data-device={sidebar.narrow ? 'mobile' : 'desktop'}
      onClick={followLink}
    >
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      {busy && <div className="progress" role="progressbar" aria-label={t('ui.loading')} />}
      <Sidebar sidebar={sidebar} />
      <div className="shell-body" inert={sidebar.open && sidebar.narrow}>
        <TopBar sidebar={sidebar} entry={entry} />
        <Banner />
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <OverlayHost />
      {user.username === DEFAULT_NAME && (
        <Suspense fallback={null}>
          <RenameDialog onLogout={() => void leave()} />
        </Suspense>
      )}
      <Toasts />
      <ConfirmHost />
    </div>
  );
}
