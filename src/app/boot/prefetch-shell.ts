import { loadConfig } from '#api/config.ts';
import { loadModel } from '#api/model.ts';
import { redirectOf } from '#app/base/address.ts';
import { loadMessages } from '#app/base/i18n.ts';

/** Fetches the shell, the commonest page and what is known of the one to come, once the log-in page is at rest. Failures show when the shell is opened. */
export function prefetchShell(): void {
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
  idle(() => {
    import('./open-shell.tsx').catch(() => {});
    import('#page/resource-page.tsx').catch(() => {});
    loadMessages().catch(() => {});
    const model = loadConfig().then(loadModel);
    Promise.all([import('./warm-page.ts'), model])
      .then(([{ prefetchPage }, loaded]) => prefetchPage(loaded, redirectOf(window.location.search)))
      .catch(() => {});
  });
}
