import { createRoot } from 'react-dom/client';
import { t } from 'i18next';
import { loadConfig } from '#api/config.ts';
import { errorMessage } from '#api/error.ts';
import { loadModel } from '#api/model.ts';
import { readSession } from '#api/token.ts';
import { loadUser } from '#api/user.ts';
import { AppError } from '#ui/app-error.tsx';
import { keepLoginAddress, loginAddress, redirectOf } from '#app/base/address.ts';
import { chunk, reloadStaleChunks } from '#api/chunk.ts';
import { fetchMessages, loadMessages, startI18n } from '#app/base/i18n.ts';
import { prefetchShell } from './prefetch-shell.ts';
import '#ui/theme.css';
import '#ui/controls.css';
import './main.css';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
const root = createRoot(container);

reloadStaleChunks();
boot().catch(async (error: unknown) => {
  await startI18n().catch(() => {});
  show(error);
});

/** Decides between log-in and shell before either is loaded. */
async function boot(): Promise<void> {
  const { pathname, search, hash } = window.location;
  if (pathname === '/404') return showNotFound();
  if ((await loadConfig()).foreign) return showForeign();
  if (readSession() !== undefined) {
    if (pathname === '/login') history.replaceState(null, '', redirectOf(search));
    return showShell();
  }
  if (pathname !== '/login') history.replaceState(null, '', loginAddress(pathname + search + hash));
  return showLogin();
}

/** A contract that is not ours, with a log-in of its own. */
async function showForeign(): Promise<void> {
  const [{ openForeign }] = await Promise.all([chunk(() => import('#app/boot/open-foreign.tsx')), startI18n()]);
  await openForeign(root);
}

async function showLogin(): Promise<void> {
  const [{ LoginPage }] = await Promise.all([chunk(() => import('#app/login/login-page.tsx')), startI18n()]);
  root.render(<LoginPage onLogin={enter} onShown={prefetchShell} />);
}

function enter(): void {
  keepLoginAddress();
  history.replaceState(null, '', redirectOf(window.location.search));
  showShell().catch(show);
}

/** What the shell will need is on its way before its code is here. */
async function showShell(): Promise<void> {
  // the browser sends six requests at a time: these come before the code
  const user = loadUser();
  const model = loadModel();
  // failures are shown below, once there is something to show them with
  for (const each of [user, model]) each.catch(() => {});
  // most pages are this one
  import('#page/resource-page.tsx').catch(() => {});
  fetchMessages();
  const [{ openShell }] = await Promise.all([chunk(() => import('./open-shell.tsx')), startI18n().then(loadMessages)]);
  root.render(await openShell(model, user));
}

async function showNotFound(): Promise<void> {
  const [{ NotFound }] = await Promise.all([chunk(() => import('./not-found.tsx')), startI18n()]);
  root.render(<NotFound />);
}

/** Nothing could be shown: the reason, and a way to try again. */
function show(error: unknown): void {
  console.error(error);
  root.render(
    <main className="boot-failed">
      <AppError title={t('shell:ui.failed')} detail={errorMessage(error)} onRetry={() => window.location.reload()} />
    </main>,
  );
}
