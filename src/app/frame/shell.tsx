import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router';
import { chunk } from '#api/chunk.ts';
import { type CompanyChoice, useWorkspace } from '#api/workspace.ts';
import { useUser, type UserInfo } from '#api/user.ts';
import type { NavigationEntry } from '#domain/model.ts';
import { withMessages } from '#form/load-messages.ts';
import { ConfirmHost } from '#ui/confirm.tsx';
import { Toasts } from '#ui/toasts.tsx';
import { Banner } from './banner.tsx';
import { signOut } from '#app/account/sign-out.ts';
import { OverlayHost } from '#app/overlays/overlay-host.tsx';
import { useProduct } from './product.ts';
import { Sidebar } from './sidebar.tsx';
import { useHotkeys } from './use-hotkeys.ts';
import { useDirtyBlocker, useInternalLinks } from './use-leaving.ts';
import { useSidebar } from './use-sidebar.ts';
import { TopBar } from './top-bar.tsx';
import { companyPage } from '#app/scope/companies.ts';
import { useEnterCompany } from '#app/scope/enter.ts';
import { useShownAddress } from '#app/scope/switch-workspace.ts';
import './shell.css';

/** The name that every new installation has, and that nobody keeps (spec section 2). */
const DEFAULT_NAME = 'admin';
const RenameDialog = lazy(async () => ({ default: (await chunk(() => import('#app/account/rename-dialog.tsx'))).RenameDialog }));
const PasswordDialog = lazy(async () => ({
  default: (await chunk(() => withMessages(import('#app/account/password-dialog.tsx')))).PasswordDialog,
}));

/** What the server wants before it answers anything else: a name of one's own, then a password of one's own. */
function whatComesFirst({ username, mustChangePassword }: UserInfo): 'name' | 'password' | undefined {
  return username === DEFAULT_NAME ? 'name' : mustChangePassword === true ? 'password' : undefined;
}

/** Sidebar, top bar and the page. */
export function Shell(): ReactNode {
  const { t } = useTranslation('shell');
  const product = useProduct();
  const { language } = useWorkspace();
  const first = whatComesFirst(useUser());
  const followLink = useInternalLinks();
  useDirtyBlocker();
  useHotkeys();
  useShownAddress();
  const choice: CompanyChoice = { companies: companyPage, enter: useEnterCompany() };
  const { pathname } = useLocation();
  const sidebar = useSidebar(pathname);
  const busy = useNavigation().state === 'loading';
  const entry = useMatches().at(-1)?.handle as NavigationEntry | undefined;
  const title = entry?.title[language];
  useEffect(() => {
    document.title = title === undefined ? product : `${title} · ${product}`;
  }, [product, title]);
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
          {/* nothing of it would be answered yet */}
          {!first && <Outlet context={choice} />}
        </main>
      </div>
      <OverlayHost />
      {first === 'name' && (
        <Suspense fallback={null}>
          <RenameDialog onLogout={() => void signOut()} />
        </Suspense>
      )}
      {first === 'password' && (
        <Suspense fallback={null}>
          <PasswordDialog />
        </Suspense>
      )}
      <Toasts />
      <ConfirmHost />
    </div>
  );
}
