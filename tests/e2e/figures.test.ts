import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Language } from '#domain/model.ts';
import { callApi } from '#tests/support/api.ts';
import { cutFigures } from '#tests/support/cut-figures.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { type Caller, sorted, type Stop, stopsOf, type Visit } from '#tests/support/visits.ts';
import { follow, workIn } from '#tests/support/work-place.ts';

/**
 * Every page at three widths in both languages, and the details of its first item: no figure, time, address or serial is cut to another one. One log-in a
 * language; pages are followed and windows resized in place.
 */
const { enter } = stage();
const widths = [1440, 1024, 390];
const visits: Visit[] = [
  { username: 'super', mode: 'company', company: { id: 'c-huaxin', name: 'company', auditType: 'third' } },
  { username: 'super', mode: 'global' },
  // what is there in these only
  { username: 'super', mode: 'channel' },
  { username: 'super', mode: 'company', company: { id: 'c-yuanhang', name: 'company', auditType: 'custom' } },
];

test('no figure is cut to another one on any page, at three widths and in both languages', { timeout: 900_000 }, async () => {
  // at the same time: each waits for the server most of the while
  const found = await Promise.all((['zh', 'en'] as const).map(goRound));
  expect(found.flat()).toEqual([]);
});

async function goRound(language: Language): Promise<string[]> {
  const { page } = await enter({ language, width: widths[0]! });
  await signIn(page);
  const found: string[] = [];
  const seen = new Set<string>();
  for (const visit of visits) {
    await workIn(page, { mode: visit.mode, username: 'super@demo.example', ...(visit.company ? { company: visit.company } : {}) });
    await page.goto('/importExcelActionTemplate');
    for (const stop of await stops(page, visit, language)) {
      if (seen.has(stop.address)) continue;
      seen.add(stop.address);
      found.push(...(await measured(page, stop)).map((each) => `${language} ${each}`));
    }
  }
  expect(seen.size).toBeGreaterThan(77);
  return found;
}

async function stops(page: Page, visit: Visit, language: Language): Promise<Stop[]> {
  const caller = await callApi<Caller>(page, 'GET', '/api/v1/users/super@demo.example?page=login');
  const { menu, hidden } = sorted(visit, caller);
  return [...menu, ...hidden].flatMap((entry) => stopsOf(entry, language));
}

async function measured(page: Page, { address, title, heading = title, resource, labels }: Stop): Promise<string[]> {
  await follow(page, address);
  const lists = resource !== undefined && labels !== undefined && resource.operations.list.length > 0;
  const table = `main table[aria-label=${JSON.stringify(labels?.plural)}][aria-busy="false"]`;
  const ready = lists
    ? `${table} tbody td[data-label], ${table} [role="status"]:not([aria-label])`
    : resource
      ? 'main .rd-page dd, main [role="status"]'
      : `main h1:text-is(${JSON.stringify(heading)})`;
  await page.locator(ready).first().waitFor({ timeout: 30_000 });
  // figures that come after their panels
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"], main [role="status"][aria-label]') === null);
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // columns are chosen, and then widened, when the window has its size
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
    found.push(...(await page.evaluate(cutFigures)).map((each) => `${address} at ${width}: ${each}`));
  }
  if (lists) found.push(...(await measuredItem(page)).map((each) => `${address}, its first item: ${each}`));
  await page.setViewportSize({ width: widths[0]!, height: 900 });
  return found;
}

/** What is known of the first row, where it is narrowest. */
async function measuredItem(page: Page): Promise<string[]> {
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
