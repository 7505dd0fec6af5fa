import { t } from 'i18next';
import { notify } from '#ui/notify.ts';

const key = 'wan.maintenance';
/** Reloading for ever would keep a system under maintenance from being read. */
const pause = 60_000;

/** Spec section 8: says that the system is under maintenance, then reloads the page; once a minute at most. */
export function onMaintenance(): void {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - last < pause) return;
  sessionStorage.setItem(key, String(Date.now()));
  notify.warning(t('shell:maintenance'));
  setTimeout(() => window.location.reload(), 4000);
}
