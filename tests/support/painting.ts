import type { BrowserContext, Page } from 'playwright-core';

const NAME = 'unpainted';

/**
 * Its pages are laid out and not painted: what they say, where it stands and what may be done with it is the same, and to paint it
 * is a tenth of the work of the browser suites.
 */
export function unpainted(context: BrowserContext): Promise<unknown> {
  return context.addInitScript((name) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { opacity: 0 !important }');
    document.adoptedStyleSheets.push(sheet);
    Reflect.set(globalThis, name, sheet);
  }, NAME);
}

/** Does something for which what is painted counts: colours, pictures. */
export async function painted<T>(page: Page, work: () => Promise<T>): Promise<T> {
  await paint(page, true);
  const done = await work();
  await paint(page, false);
  return done;
}

function paint(page: Page, isPainted: boolean): Promise<void> {
  return page.evaluate(
    ([name, disabled]) => {
      const sheet: unknown = Reflect.get(globalThis, name);
      if (sheet instanceof CSSStyleSheet) sheet.disabled = disabled;
    },
    [NAME, isPainted] as const,
  );
}
