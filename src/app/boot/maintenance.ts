import { t } from 'i18next';
import { notify } from '#ui/notify.ts';
import { backOff } from './back-off.ts';
import { isServed, reload } from '#api/reload.ts';

const key = 'wan.maintenance';
/** Refused again after longer than this, it is a maintenance of its own. */
const forgotten = 15 * 60_000;

let planned = false;

/**
 * Spec section 8: says that the system is under maintenance, then reloads the page: ever later, and not every browser at once. A server
 * that ends refuses its last calls in the same words: the page stays until something is there to load it from.
 */
export function onMaintenance(): void {
  notify.warning(t('shell:maintenance'));
  if (planned) return;
  planned = true;
  const [count = 0, last = 0] = (sessionStorage.getItem(key) ?? '').split(' ').map(Number);
  const before = Date.now() - last < forgotten ? count : 0;
  sessionStorage.setItem(key, `${before + 1} ${Date.now()}`);
  reloadAfter(before);
}

function reloadAfter(failures: number): void {
  setTimeout(() => void isServed().then((served) => (served ? reload() : reloadAfter(failures + 1))), backOff(failures, Math.random()));
}
