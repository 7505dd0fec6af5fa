import type { Locator, Page } from 'playwright-core';

/** A form, whether it stands over the list or on a page of its own. */
export function formNamed(page: Page, name: RegExp): Locator {
  return page.getByRole('dialog', { name }).or(page.getByRole('region', { name }));
}
