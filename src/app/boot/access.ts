import { t } from 'i18next';
import { onAccess } from '#api/live.ts';
import { reload } from '#api/reload.ts';
import { currentUser, loadUser, type UserInfo } from '#api/user.ts';
import { notify } from '#ui/notify.ts';

const key = 'wan.accessChanged';

/** More rights show at once. With fewer, what the page has fetched is no longer the operator's to see: it starts afresh. */
export function watchAccess(): void {
  if (sessionStorage.getItem(key) !== null) notify.info(t('shell:access.changed'));
  sessionStorage.removeItem(key);
  // a session that has ended says so itself
  onAccess(() => void lookAgain().catch(() => {}));
}

async function lookAgain(): Promise<void> {
  const before = currentUser();
  const now = await loadUser();
  if (!before || !hasLost(before, now)) return;
  sessionStorage.setItem(key, '');
  await reload();
}

/** Whether there was anything that the operator may not do or see any more. */
export function hasLost(before: UserInfo, now: UserInfo): boolean {
  const parts = (info: UserInfo): string[] => [
    `is ${info.role} ${info.extra.accountType}`,
    ...(info.admin ? ['admin'] : []),
    ...info.scopes.map((id) => `may ${id}`),
    ...(info.holdings ?? []).filter(({ delegated }) => !delegated).flatMap(({ scopes }) => scopes.map((id) => `may ${id} at home`)),
    ...(info.extra.companyList ?? []).map((id) => `in ${id}`),
    ...(info.extra.channels ?? []).map(([id]) => `through ${id}`),
    ...(info.entrusts ?? []).map((entrust) => `by ${JSON.stringify(entrust)}`),
    // regions narrow: others are as good as fewer
    `at ${JSON.stringify(info.regions ?? [])}`,
  ];
  const held = new Set(parts(now));
  return parts(before).some((part) => !held.has(part));
}
