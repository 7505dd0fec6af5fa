import { t } from 'i18next';
import { notify } from '#ui/notify.ts';
import { backOff } from './back-off.ts';
import { reload } from '#api/reload.ts';

const key = 'wan.maintenance';
/** Refused again after longer than this, it is a maintenance of its own. */
const forgotten = 15 * 60_000;

let planned = false;

/** Spec section 8: says that the system is under maintenance, then reloads the page: ever later, and not every browser at once. */
export function onMaintenance(): void {
  notify.warning(t('shell:maintenance'));
  if (planned) return;
  planned = true;
  const [count, last] = (sessionStorage.getItem(key) ?? '').split(' ').map(Number);
  const before = count !== undefined && last !== undefined && Date.now() - last < forgotten ? count : 0;
  sessionStorage.setItem(key, `${before + 1} ${Date.now()}`);
  setTimeout(() => void reload(), backOff(before, Math.random()));
}
