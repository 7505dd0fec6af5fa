import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow, workIn } from '#tests/support/work-place.ts';

const { enter } = stage();
const tags = '/api/v1/companies/c-huaxin/tags';

async function tagged(page: Page, ...names: string[]): Promise<string[]> {
  const made: string[] = [];
  for (const name of names) made.push((await callApi<{ id: string }>(page, 'POST', tags, { name, type: 'site', remark: `of ${name}` })).id);
  return made;
}

const named = async (page: Page, keyword: string): Promise<string[]> =>
  (await callApi<{ results: { name: string }[] }>(page, 'GET', `${tags}?keyword=${keyword}&sort=name`)).results.map(({ name }) => name);

test('a deletion is undone from its notice, which says what it brings back and is reached by the keyboard', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await tagged(page, 'undo-a', 'undo-b');
  await page.goto('/tag?keyword=undo-&sort=name');
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  await row('undo-a').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “undo-a”?' });
  await question.getByText('It can be brought back from “Recently deleted”.').waitFor();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('“undo-a” was deleted').waitFor();
  expect(await named(page, 'undo-')).toEqual(['undo-b']);
  await expect
    .poll(async () => {
      await page.keyboard.press('F8');
      return page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    })
    .toBe('Undo: bring “undo-a” back');
  await page.keyboard.press('Enter');
  await page.getByText('“undo-a” is back').waitFor();
  await row('undo-a').waitFor();
  expect(await named(page, 'undo-')).toEqual(['undo-a', 'undo-b']);

  // many at once
  await page.getByRole('checkbox', { name: 'Select the whole page' }).check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('2');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Undo brings back: undo-a, undo-b').waitFor();
  expect(await named(page, 'undo-')).toEqual([]);
  await page.getByRole('button', { name: 'Undo brings back: undo-a, undo-b' }).click();
  await page.getByText('Brought back: 2').waitFor();
  expect(await named(page, 'undo-')).toEqual(['undo-a', 'undo-b']);
});

test('what was deleted stands in a list of its own, and comes back from there, also to a narrow screen in Chinese', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  const ids = await tagged(page, 'list-a', 'list-b', 'list-c');
  for (const id of ids)
    await callApi(page, 'POST', '/api/v1/bulk', { items: [{ operation: 'deleteTag', path: { tagId: id }, ifMatch: '*' }] });
  await page.goto('/tag');
  await page.locator('main .rp-head').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click();
  await page.getByRole('heading', { name: 'Recently deleted: Tags' }).waitFor();
  await page.getByRole('searchbox').fill('list-');
  await page.getByText('Total: 3').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'list-a' });
  await row.getByText('company@demo.example').waitFor();
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Restore list-a' }).click();
  await page.getByText('“list-a” is back').waitFor();
  await page.getByText('Total: 2').waitFor();
  await page.getByRole('checkbox', { name: 'Select list-b' }).check();
  await page.getByRole('button', { name: 'Restore selected' }).click();
  await page.getByText('“list-b” is back').waitFor();
  expect(await named(page, 'list-')).toEqual(['list-a', 'list-b']);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.getByRole('row').filter({ hasText: 'list-a' }).waitFor();

  const zh = await enter({ language: 'zh', width: 390, height: 844, dark: true });
  await signIn(zh.page, 'company@demo.example');
  await zh.page.goto('/tag?deleted=1&keyword=list-');
  await zh.page.getByRole('link', { name: 'list-c' }).click();
  await zh.page
    .getByRole('dialog')
    .getByText(/由 company@demo.example 于 .* 删除。/)
    .waitFor();
  await expectAccessible(zh.page);
  await zh.page.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click();
  await zh.page.getByText('“list-c”已恢复').waitFor();
  expect(await named(page, 'list-')).toEqual(['list-a', 'list-b', 'list-c']);
});

test('the log leads to what is gone: its history, and each of its states to come back to', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  const [id = ''] = await tagged(page, 'log-gone');
  await callApi(page, 'PUT', `${tags}/${id}`, { name: 'log-gone', type: 'site', remark: 'changed' });
  await callApi(page, 'POST', '/api/v1/bulk', { items: [{ operation: 'deleteTag', path: { tagId: id }, ifMatch: '*' }] });
  await page.goto('/operationLog?keyword=log-gone');
  await page.getByRole('link', { name: 'log-gone' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'log-gone' });
  await drawer.getByText(/Deleted on .* by company@demo.example\./).waitFor();
  await drawer.getByRole('listitem').filter({ hasText: 'Revision 1' }).getByRole('button', { name: 'Restore this revision' }).click();
  await page.getByRole('alertdialog').getByText('“log-gone” comes back as it was then.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore this revision' }).click();
  await page.getByText('“log-gone” is back').waitFor();
  // the drawer shows the item again
  await drawer.getByText('of log-gone').first().waitFor();
  expect(await callApi(page, 'GET', `${tags}/${id}`)).toMatchObject({ remark: 'of log-gone', revision: 4 });
});

test('what comes back says what it comes back without; what cannot come back says what is needed first', async () => {
  const { page } = await enter();
  await signIn(page, 'super@demo.example');
  const company = '/api/v1/companies/c-huaxin';
  const site = async (name: string, siteTag: string[] = []): Promise<string> =>
    (await callApi<{ siteId: string }>(page, 'POST', `${company}/sites`, { name, deployMode: 'gateway', siteTag })).siteId;
  const drop = (operation: string, path: Record<string, string>): Promise<unknown> =>
    callApi(page, 'POST', '/api/v1/bulk', { items: [{ operation, path: { companyId: 'c-huaxin', ...path }, ifMatch: '*' }] });
  const [held, beside] = [await site('Back_gone'), await site('Back_beside')];
  const { results } = await callApi<{ results: Record<string, unknown>[] }>(page, 'GET', `${company}/reportConfigs?limit=1`);
  const { period, timeZone, contents, receivers } = results[0] ?? {};
  const report = { period, timeZone, contents, receivers, name: 'Back of two', siteIds: [held, beside] };
  const { id } = await callApi<{ id: string }>(page, 'POST', `${company}/reportConfigs`, report);
  await drop('deleteReportConfig', { reportConfigId: id });
  await drop('deleteSite', { siteId: held });
  await workIn(page, { mode: 'company' });
  await page.goto('/reportFormPage?tab=ReportConfig&deleted=1&keyword=Back');
  await page.getByRole('button', { name: 'Restore Back of two' }).click();
  const less = page.getByRole('status').filter({ hasText: '“Back of two” is back' });
  await less.getByText('Not as it was: 1').waitFor();
  await less.getByText('Site “Back_gone” that it referred to is deleted too, so it comes back without it').waitFor();

  const [needed = ''] = await tagged(page, 'back-needed');
  await drop('deleteSite', { siteId: await site('Back_needs', [needed]) });
  await drop('deleteTag', { tagId: needed });
  await follow(page, '/site?deleted=1&keyword=Back_needs');
  await page.getByRole('button', { name: 'Restore Back_needs' }).click();
  const refused = page.getByRole('alert').filter({ hasText: '“Back_needs” could not be brought back' });
  await refused.getByText('“back-needed”, which is deleted too. Restore that first').waitFor();
});
