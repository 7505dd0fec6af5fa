import { loadConfig } from '#api/config.ts';
import { loadModel } from '#api/model.ts';

/** Fetches the shell and the commonest page once the log-in page is at rest. Failures show when the shell is opened. */
export function prefetchShell(): void {
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
  idle(() => {
    import('./open-shell.tsx').catch(() => {});
    import('#page/resource-page.tsx').catch(() => {});
    loadConfig()
      .then(loadModel)
      .catch(() => {});
  });
}
