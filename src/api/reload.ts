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
