const serverTimeout = 10_000;
let keep = (): Promise<void> => Promise.resolve();

/** What is to be saved before the page reloads by itself. */
export function beforeReload(save: () => Promise<void>): void {
  keep = save;
}

/** Reloads the page; a half-filled form outlives it. */
export async function reload(): Promise<void> {
  await keep().catch(() => {});
  window.location.reload();
}

/** Without a server a page that is reloaded is lost, and what is open on it says more than the browser's own page. */
export async function isServed(): Promise<boolean> {
  if (!navigator.onLine) return false;
  const asked = fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(serverTimeout) });
  return asked.then(
    ({ ok }) => ok,
    () => false,
  );
}
