import type { Page } from 'playwright-core';
import { cutFigures } from '#tests/support/cut-figures.ts';

/** Figures, times, addresses and serials that are cut to another one on a page that stands: at these widths, and in the details of its first item. */
export async function figuresCut(page: Page, lists: boolean, widths: readonly number[]): Promise<string[]> {
  // figures that come after their panels
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"], main [role="status"][aria-label]') === null);
  const before = page.viewportSize();
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // columns are chosen, and then widened, when the window has its size
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
    found.push(...(await page.evaluate(cutFigures)).map((each) => `at ${width}: ${each}`));
  }
  if (lists) found.push(...(await cutInItem(page)).map((each) => `its first item: ${each}`));
  if (before) await page.setViewportSize(before);
  return found;
}

/** What is known of the first row, where it is narrowest. */
async function cutInItem(page: Page): Promise<string[]> {
  const item = page.locator('main tbody tr a[href*="view="]').first();
  if ((await item.count()) === 0) return [];
  await item.click();
  const drawer = page.getByRole('dialog');
  await drawer.locator('dd').first().waitFor();
  const found = await page.evaluate(cutFigures);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  return found;
}
