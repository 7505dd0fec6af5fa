import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { readXlsx } from '#import/file/read-xlsx.ts';
import { xlsxBlob } from '#domain/xlsx.ts';
import { callApi } from '#tests/support/api.ts';
import { expectAccessible, type Visitor } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();

async function open(account: string, search = ''): Promise<Page> {
  return (await enterScreen(account, search)).page;
}

async function enterScreen(account: string, search: string): Promise<Visitor> {
  const visitor = await enter();
  const { page } = visitor;
  await signIn(page, account);
  await page.goto(`/importExcelActionTemplate${search}`);
  await page.getByRole('heading', { name: 'Batch import' }).waitFor();
  return visitor;
}

async function give(page: Page, rows: unknown[][]): Promise<void> {
  const blob = await xlsxBlob([{ name: 'Tags', rows }]);
  await page
    .getByLabel('XLSX or CSV file')
    .setInputFiles({ name: 'tags.xlsx', mimeType: '', buffer: Buffer.from(await blob.arrayBuffer()) });
  await page.getByRole('button', { name: 'Check', exact: true }).click();
}

/** The cells of a workbook that a button hands out. */
async function saved(page: Page, button: Locator): Promise<string[][]> {
  const download = page.waitForEvent('download');
  await button.click();
  const bytes = await readFile(await (await download).path());
  const { headers, rows } = await readXlsx(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return [headers, ...rows.map(({ cells }) => cells)];
}

async function named(page: Page, keyword: string): Promise<string[]> {
  const { results } = await callApi<{ results: { name: string }[] }>(
    page,
    'GET',
    `/api/v1/companies/c-huaxin/tags?keyword=${keyword}&limit=50`,
  );
  return results.map(({ name }) => name).toSorted();
}

describe('batch import', () => {
  test('offers what may be created here, hands out a template, and takes it back: bad cells put right in place, a result of every row', async () => {
    const page = await open('company@demo.example');
    const what = page.getByLabel('What to import');
    expect(await what.locator('optgroup').evaluateAll((all) => all.map((each) => each.getAttribute('label')))).toContain('Firewall');
    const offered = await what.locator('option').allTextContents();
    expect(offered).toEqual(expect.arrayContaining(['Sites', 'Tags', 'ACL rules']));
    // what only global operators create
    expect(offered).not.toContain('POPs');
    await what.selectOption('Tag');
    await page.waitForURL(/\?resource=Tag$/);
    await expectAccessible(page);

    const template = await saved(page, page.getByRole('group', { name: 'Download the template' }).getByRole('button', { name: 'XLSX' }));
    const heading = template[0] ?? [];
    expect(heading[0]).toBe('Name *');
    expect(template[1]?.[0]).toMatch(/^# Required: text, at most 40 characters/);
    expect(template[1]?.[1]).toContain('one of: Site / Line / POP line');
    const row = (name: string, type: string): string[] =>
      heading.map((head) => (head === 'Name *' ? name : head === 'Tag type *' ? type : ''));
    await give(page, [...template, row('batch-one', 'Site'), row('', '线路'), row('batch-three', 'Spaceship')]);
    await page.getByText('To create: 1, to update: 0, unchanged: 0, skipped: 0, with problems: 2.').waitFor();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: /^Put right: \d+ Name$/ }).fill('batch-two');
    await page.getByRole('combobox', { name: /^Put right: \d+ Tag type$/ }).selectOption('Business');
    await page.getByRole('button', { name: 'Check again with 2 changed cells' }).click();
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await page.getByText('Created: 3, updated: 0, unchanged: 0, skipped: 0, failed: 0.').waitFor();
    await expectAccessible(page);
    const result = await saved(page, page.getByRole('group', { name: 'Result of every row:' }).getByRole('button', { name: 'XLSX' }));
    expect(result[0]?.slice(-2)).toEqual(['Outcome', 'Problem']);
    expect(result.slice(1).map((cells) => [cells[0], ...cells.slice(-2)].join(' ').trim())).toEqual([
      'batch-one created',
      'batch-two created',
      'batch-three created',
    ]);
    expect(await named(page, 'batch-')).toEqual(['batch-one', 'batch-three', 'batch-two']);
  });

  test('what a row refers to is written by name or by id; a name that nothing has is told at its cell', async () => {
    const page = await open('company@demo.example', '?resource=RouteTable');
    const { results: sites } = await callApi<{ results: { siteId: string; name: string }[] }>(
      page,
      'GET',
      '/api/v1/companies/c-huaxin/sites?limit=2',
    );
    const [first, second] = sites;
    await give(page, [
      ['Name', 'Table number', 'Priority', 'Sites'],
      ['by name', '64001', '2001', `${first?.name.toUpperCase()}; ${second?.siteId}`],
      ['to nowhere', '64002', '2002', 'No such site'],
    ]);
    await page.getByText('To create: 1, to update: 0, unchanged: 0, skipped: 0, with problems: 1.').waitFor();
    await page.getByRole('textbox', { name: 'Put right: 3 Sites' }).fill(second?.name ?? '');
    await page.getByRole('button', { name: 'Check again with 1 changed cell' }).click();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('Created: 2, updated: 0, unchanged: 0, skipped: 0, failed: 0.').waitFor();
    const { results } = await callApi<{ results: { name: string; siteIds: string[] }[] }>(
      page,
      'GET',
      '/api/v1/companies/c-huaxin/routeTables?limit=1000',
    );
    const sitesOf = (name: string): string[] | undefined => results.find((each) => each.name === name)?.siteIds;
    expect(sitesOf('by name')).toEqual([first?.siteId, second?.siteId]);
    expect(sitesOf('to nowhere')).toEqual([second?.siteId]);
  });

  test('when the answer is lost the rows are unknown, and trying again creates none twice', async () => {
    const { page, problems } = await enterScreen('company@demo.example', '?resource=Tag');
    await give(page, [
      ['Name', 'Tag type'],
      ['lost-one', 'Site'],
      ['lost-two', 'Site'],
    ]);
    await page.getByRole('radio', { name: 'Import the others (row by row)' }).check();
    // the server carries it out, and the answer never arrives
    await page.route('**/api/v1/bulk?*', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('No answer came for 2 rows: they may have been imported or not.').waitFor();
    expect(await named(page, 'lost-')).toEqual(['lost-one', 'lost-two']);
    // the browser's own word on the connection that was cut
    expect(problems.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_RESET')]);
    await page.unroute('**/api/v1/bulk?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Created: 2, updated: 0, unchanged: 0, skipped: 0, failed: 0.').waitFor();
    expect(await named(page, 'lost-')).toEqual(['lost-one', 'lost-two']);
  });

  test('who may create nothing of a kind is not offered it', async () => {
    const page = await open('viewer@demo.example', '?resource=Tag');
    await page.getByRole('alert').filter({ hasText: 'That cannot be imported here' }).waitFor();
    expect(await page.getByLabel('XLSX or CSV file').count()).toBe(0);
  });
});
