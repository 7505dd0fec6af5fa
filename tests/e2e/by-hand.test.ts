import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

/** What a day by hand found, and would be found again by nobody before a person looks. */
const { enter } = stage();
const tags = '/api/v1/companies/c-huaxin/tags';

/** What a column shows less of than there is. */
function cutCells(page: Page, column: string): Promise<string[]> {
  return page.locator(`main tbody td[data-label="${column}"]`).evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().right > cell.getBoundingClientRect().right ? [cell.textContent ?? ''] : [];
    }),
  );
}

test('serials are whole in the list of sites, accounts in the log, as long as other columns have room', async () => {
  // what is seen first of a site takes the width of a laptop, and the map some more
  const { page } = await enter({ width: 2400 });
  await signIn(page, 'company@demo.example');
  await page.goto('/site');
  for (const [address, column] of [
    ['/site', 'Primary device SN'],
    ['/operationLog', 'Account'],
  ] as const) {
    await follow(page, address);
    await page.locator(`main tbody td[data-label="${column}"]`).first().waitFor();
    await expect.poll(() => cutCells(page, column)).toEqual([]);
  }
});

test('a drawer names what it edits; what an installation came with is told of the system in the reader’s language', async () => {
  const { page } = await enter({ language: 'zh' });
  await signIn(page, 'company@demo.example');
  await page.goto('/zone');
  const name = (await page.locator('main tbody tr').first().getByRole('link').first().textContent()) ?? '';
  await page.locator('main tbody tr').first().getByText('编辑', { exact: true }).click();
  await page.getByRole('dialog', { name: `编辑安全域 · ${name}` }).waitFor();
  await follow(page, '/site?view=s-huaxin-045');
  await page.getByRole('tab', { name: '历史' }).click();
  const first = page.getByRole('listitem').filter({ hasText: '版本 1' });
  await first.getByText('系统', { exact: true }).waitFor();
});

test('no column of actions where nothing may be done with any row, whatever is lent elsewhere', async () => {
  const { page } = await enter();
  await signIn(page, 'delegate@demo.example');
  await page.goto('/site');
  await page.locator('main tbody td[data-label]').first().waitFor();
  expect(await page.getByRole('columnheader', { name: 'Actions' }).count()).toBe(0);
});

test('a row at more sites than the reader reaches says so in the list', async () => {
  const { page } = await enter();
  await signIn(page, 'regional@demo.example');
  await page.goto('/advancedFirewall');
  await page.locator('main tbody td[data-label="Sites"]').first().waitFor();
  const others = page.locator('main tbody td[data-label="Sites"] [title="Other sites"]');
  await expect.poll(() => others.allInnerTexts()).toContainEqual(expect.stringMatching(/\+\d+/));
});

test('the list behind is there again when the only one that was deleted is brought back', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  const { id } = await callApi<{ id: string }>(page, 'POST', tags, { name: 'back-only', type: 'site' });
  await callApi(page, 'POST', '/api/v1/bulk', { items: [{ operation: 'deleteTag', path: { tagId: id }, ifMatch: '*' }] });
  await page.goto('/tag?deleted=1&keyword=back-only');
  await page.getByText('Total: 1').waitFor();
  await page.getByRole('button', { name: 'Restore back-only' }).click();
  await page.getByText('“back-only” is back').waitFor();
  await page.getByText('Nothing matches').waitFor();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.getByRole('row').filter({ hasText: 'back-only' }).waitFor();
});

test('what a page offers never lies over its tabs', async () => {
  const { page } = await enter({ language: 'en', width: 1024, height: 768 });
  await signIn(page, 'company@demo.example');
  await page.goto('/alarm?tab=AlarmNotification');
  for (const [address, table] of [
    ['/alarm?tab=AlarmNotification', 'Alarm notifications'],
    ['/wirelessAccount', 'Mobile accounts'],
    ['/accountManage', 'Accounts'],
  ] as const) {
    await follow(page, address);
    await page.getByRole('table', { name: table, exact: true }).locator('tbody td[data-label]').first().waitFor();
    const over = await page.evaluate(() => {
      const tabs = [...document.querySelectorAll('.rtabs button')].map((tab) => tab.getBoundingClientRect());
      const offered = [...document.querySelectorAll('.rp-head button')].map((button) => button.getBoundingClientRect());
      const meet = (a: DOMRect, b: DOMRect): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      return { offered: offered.length, over: offered.filter((button) => tabs.some((tab) => meet(button, tab))).length };
    });
    expect(over, address).toEqual({ offered: expect.any(Number), over: 0 });
    expect(over.offered, address).toBeGreaterThan(0);
  }
});
