import { createRoot } from 'react-dom/client';
import { t } from 'i18next';
import { loadConfig } from '#api/config.ts';
import { sentence } from '#api/error.ts';
import { loadModel } from '#api/model.ts';
import { readSession } from '#api/token.ts';
import { loadUser } from '#api/user.ts';
import { AppError } from '#ui/app-error.tsx';
import { keepLoginAddress, loginAddress, redirectOf } from '#app/address.ts';
import { chunk, reloadStaleChunks } from '#app/chunk.ts';
import { loadSentences, startI18n } from '#app/i18n.ts';
import '#ui/theme.css';
import '#ui/controls.css';
import './main.css';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
const root = createRoot(container);

reloadStaleChunks();
boot().catch(show);

/** Decides between log-in and shell before either is loaded. */
async function boot(): Promise<void> {
  const sentences = Promise.all([loadConfig(), startI18n()]);
  const { pathname, search, hash } = window.location;
  if (pathname === '/404') return showNotFound(sentences);
  if (readSession() !== undefined) {
    if (pathname === '/login') history.replaceState(null, '', redirectOf(search));
    return showShell(sentences);
  }
  if (pathname !== '/login') history.replaceState(null, '', loginAddress(pathname + search + hash));
  return showLogin(sentences);
}

async function showLogin(ready: Promise<unknown>): Promise<void> {
  const [{ LoginPage }] = await Promise.all([chunk(() => import('#app/login/login-page.tsx')), ready]);
  root.render(<LoginPage onLogin={enter} />);
}

function enter(): void {
  keepLoginAddress();
  history.replaceState(null, '', redirectOf(window.location.search));
  showShell(Promise.resolve()).catch(show);
}

/** What the shell will need is on its way before its code is here. */
async function showShell(ready: Promise<unknown>): Promise<void> {
  const user = loadConfig().then(loadUser);
  const model = loadConfig().then(loadModel);
  // failures are shown below, once there is something to show them with
  for (const each of [user, model]) each.catch(() => {});
  // most pages are this one
  import('#resource/resource-page.tsx').catch(() => {});
  const [{ openShell }] = await Promise.all([chunk(() => import('#app/shell/open-shell.tsx')), ready.then(loadSentences)]);
  root.render(await openShell(model, user));
}

async function showNotFound(ready: Promise<unknown>): Promise<void> {
  const [{ NotFound }] = await Promise.all([chunk(() => import('#app/not-found.tsx')), ready]);
  root.render(<NotFound />);
}

/** Nothing could be shown: the reason, and a way to try again. */
function show(error: unknown): void {
  console.error(error);
  root.render(
    <main className="boot-failed">
      <AppError title={t('shell:ui.failed')} detail={sentence(error)} onRetry={() => window.location.reload()} />
    </main>,
  );
}
