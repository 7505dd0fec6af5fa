import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { RouterProvider } from 'react-router/dom';
import { readContext, restoreContext, setContext } from '#api/context.ts';
import { ApiError, sentence, clientError } from '#api/error.ts';
import { onInterruption } from '#api/request.ts';
import { watchSession } from '#api/session-clock.ts';
import { clearSession, readSession } from '#api/token.ts';
import type { UserInfo } from '#api/user.ts';
import type { Model } from '#domain/model.ts';
import { leaveTo, loginAddress } from '#app/address.ts';
import { onMaintenance } from '#app/maintenance.ts';
import { allowedModes, contextOf, firstMode } from '#app/modes.ts';
import { queryClient } from '#app/query-client.ts';
import { openRoutes } from '#app/routes.tsx';

/** The element to render once everything that the first page needs is here. */
export async function openShell(modelLoading: Promise<Model>, userLoading: Promise<UserInfo>): Promise<ReactElement> {
  const [model, user] = await Promise.all([modelLoading, orLeave(userLoading)]);
  await startContext(user);
  const router = await openRoutes(model);
  endWithSession(user);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/** Spec section 2: where the user info cannot be had, the token is deleted, the error shown, and the log-in page comes. */
async function orLeave(user: Promise<UserInfo>): Promise<UserInfo> {
  try {
    return await user;
  } catch (error) {
    clearSession();
    leave(error instanceof ApiError ? sentence(error) : clientError('user.failed').detail);
    return new Promise<never>(() => {});
  }
}

/** Takes up the last mode and company, if they are still this operator's to choose; else starts afresh. */
async function startContext(user: UserInfo): Promise<void> {
  const known = restoreContext(user.username);
  const { mode, companyId, channelId } = readContext();
  const complete = mode === 'global' || (mode === 'company' ? companyId : channelId) !== undefined;
  if (!known || !complete || !allowedModes(user).includes(mode)) setContext(await contextOf(firstMode(user), user), user.username);
}

function expired(): void {
  leave(clientError('session.expired').detail);
}

function endWithSession(user: UserInfo): void {
  onInterruption({ expired, maintenance: onMaintenance });
  watchSession(expired);
  // another tab logged out, or in as somebody else
  window.addEventListener('storage', () => {
    if (readSession()?.username !== user.username) leave();
  });
}

function leave(notice?: string): void {
  const { pathname, search, hash } = window.location;
  leaveTo(loginAddress(pathname + search + hash), notice);
}
