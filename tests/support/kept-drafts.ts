import type { Page } from 'playwright-core';

/** All drafts that the browser keeps, as text. */
export function keptDrafts(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const opening = indexedDB.open('wan-console');
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('drafts')) return done('');
          const all = database.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => done(JSON.stringify(all.result));
          all.onerror = () => done('');
        };
        opening.onerror = () => done('');
      }),
  );
}
