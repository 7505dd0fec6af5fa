import { QueryClientProvider } from '@tanstack/react-query';
import { t } from 'i18next';
import type { ReactElement } from 'react';
import { RouterProvider } from 'react-router/dom';
import { restsAfter } from '#api/at-rest.ts';
import { language } from '#api/language.ts';
import { readWorkspace, restoreWorkspace, setWorkspace } from '#api/workspace.ts';
import { ApiError, errorMessage, clientError } from '#api/error.ts';
import { onInterruption } from '#api/request.ts';
import { forget } from '#api/session.ts';
import { watchSession } from '#api/session-clock.ts';
import { clearSession, onSession, readSession } from '#api/token.ts';
import type { UserInfo } from '#api/user.ts';
import type { Model } from '#domain/model.ts';
import { saveOpenForms } from '#form/draft/open-forms.ts';
import { notify } from '#ui/notify.ts';
import { watchAccess } from './access.ts';
import { leaveTo, loginAddress, type Notice } from '#app/base/address.ts';
import { takeLanguage } from '#app/base/i18n.ts';
import { onMaintenance } from './maintenance.ts';
import { allowedModes, workspaceOf, firstMode, mayEnterCompany, mayEnterChannel } from '#app/scope/modes.ts';
import { queryClient } from '#app/base/query-client.ts';
import { beforeReload } from '#api/reload.ts';
import { openRoutes } from './routes.tsx';
import { loadSystem } from './system.ts';
import { warmAddress } from './warm-page.ts';
import { loadAlertDictionary, loadTenant } from '#app/scope/tenancy.ts';
// details, histories and what refers to an item look the same wherever they are drawn
import '#detail/detail.css';

/** So long what no page waits for leaves browser and server to what the first page asked. */
const PATIENCE_MS = 500;

/**
 * The element to render once everything that the first page needs is here. Spec section 4, in its order: user info, language, alert
 * dictionary, company or channel, then what hangs on them. What no page waits for is only set off, and not before the rows of the first
 * page are here: a browser sends six requests at a time.
 */
export async function openShell(modelLoading: Promise<Model>, userLoading: Promise<UserInfo>): Promise<ReactElement> {
  modelLoading.then(warmAgain).catch(() => {});
  const [model, user] = await orLeave(Promise.all([modelLoading, userLoading]));
  const before = language();
  await takeLanguage(user.language);
  // what was asked for ahead came in the other one
  if (language() !== before) queryClient.clear();
  await orLeave(startContext(user));
  // what fails here fails again where it is shown; spec section 2: it is only logged
  const warm = warmAddress(model).catch((error: unknown) => console.warn(error));
  restsAfter(warm.then(nothingFetched));
  void warm.then(() => Promise.race([nothingFetched(), new Promise((done) => setTimeout(done, PATIENCE_MS))])).then(loadRest);
  watchAccess();
  const router = await openRoutes(model);
  endWithSession();
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/** Whoever worked here before most likely goes on where he was: the rows are asked for together with who he is. */
async function warmAgain(model: Model): Promise<void> {
  const session = readSession();
  if (session !== undefined && restoreWorkspace(session.username)) await warmAddress(model);
}

/** When no answer is on its way any more. */
function nothingFetched(): Promise<void> {
  if (queryClient.isFetching() === 0) return Promise.resolve();
  return new Promise((done) => {
    const leave = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() > 0) return;
      leave();
      done();
    });
  });
}

function loadRest(): void {
  loadAlertDictionary(queryClient);
  loadTenant(queryClient);
  loadSystem(queryClient);
}

/** Spec section 2: where user info, companies or routes cannot be had, the token is deleted, the error shown, and the log-in page comes. */
async function orLeave<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    // a session that somebody ended takes along what one that expires does
    if (error instanceof ApiError && error.status === 401) forget();
    else clearSession();
    void leave({ tone: 'trouble', text: error instanceof ApiError ? errorMessage(error) : clientError('user.failed').detail });
    return new Promise<never>(() => {});
  }
}

/** Takes up the last mode and company, if they are still this operator's to choose; else starts afresh, and says so. */
async function startContext(user: UserInfo): Promise<void> {
  const known = restoreWorkspace(user.username);
  const { mode, companyId, companyName, channelId, channelName } = readWorkspace();
  const complete =
    mode === 'global' ||
    (mode === 'company'
      ? companyId !== undefined && mayEnterCompany(user, companyId)
      : channelId !== undefined && mayEnterChannel(user, channelId));
  if (known && complete && allowedModes(user).includes(mode)) return;
  setWorkspace(await workspaceOf(firstMode(user), user), user.username);
  const before = companyName ?? channelName;
  const here = readWorkspace();
  if (before === undefined || complete) return;
  const now = here.companyName ?? here.channelName ?? t(`shell:mode.${here.mode}`);
  notify.info(t('shell:company.gone', { before, now }));
}

function expired(reason = clientError('session.expired').detail): void {
  forget();
  void leave({ tone: 'trouble', text: reason });
}

function endWithSession(): void {
  let known = readSession();
  onInterruption({ expired, maintenance: onMaintenance });
  beforeReload(saveOpenForms);
  watchSession(expired);
  onSession((where) => {
    const session = readSession();
    const other = session?.username !== known?.username && session?.token !== known?.token;
    known = session ?? known;
    // another tab logged out, or in as somebody else
    if (where === 'elsewhere' && other) void leave();
  });
}

async function leave(notice?: Notice): Promise<void> {
  const { pathname, search, hash } = window.location;
  await saveOpenForms().catch(() => {});
  leaveTo(loginAddress(pathname + search + hash), notice);
}
