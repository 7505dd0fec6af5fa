import { there } from '#tests/support/answers.ts';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();

const LONG = 'x'.repeat(41);

/** The cell of line 8 holds a line break: what follows it stands two lines further down. */
const sheet = [
  'Name,Tag type,Remark,Available to all sites,Comment',
  'e2e-good,Site,fine,No,ignored',
  ',Line,has no name,No,',
  'e2e-two,Spaceship,,perhaps,',
  'a<b,Site,,Yes,',
  'e2e-good,Site,again,No,',
  'VIP,Site,exists,No,',
  'e2e-lines,line,"first',
  'second, with comma and ""quotes""",Yes,',
  `${LONG},Business,,No,`,
];

const mended = ['e2e-good,Site,fine,No,', 'e2e-three,Line,has a name,No,', 'e2e-two,POP line,,Yes,'];

async function openImport(language: 'zh' | 'en' = 'en'): Promise<{ page: Page; dialog: Locator }> {
  const { page } = await enter({ language });
  await signIn(page, 'company@demo.example');
  await page.goto('/tag');
  await page.getByRole('button', { name: language === 'zh' ? '导入' : 'Import', exact: true }).click();
  return { page, dialog: page.getByRole('dialog') };
}

async function choose(dialog: Locator, lines: string[], label = 'XLSX or CSV file'): Promise<void> {
  await dialog.getByLabel(label).setInputFiles({ name: 'tags.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
}

/** Line and column of every problem, in order. */
async function problemsOf(dialog: Locator, table = 'Problems'): Promise<string[]> {
  const rows = dialog.getByRole('table', { name: table }).getByRole('row');
  await rows.nth(1).waitFor();
  const cells = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => (cell.textContent ?? '').trim())),
  );
  return cells.map(([line, column]) => `${line} ${column}`);
}

describe('import of a sheet', () => {
  test('tells every bad cell with its line, stores nothing before it is asked to, then stores what was mended', async () => {
    const { page, dialog } = await openImport();
    await expectAccessible(page);
    await choose(dialog, sheet);
    await dialog.getByText('Rows read: 8').waitFor();
    expect(await dialog.getByLabel('What Tag type fills').inputValue()).toBe('type');
    expect(await dialog.getByLabel('What Comment fills').inputValue()).toBe('');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog
      .getByText('To create: 2, to update: 0, unchanged: 0, skipped: 0, with problems: 6. Nothing has been imported yet.')
      .waitFor();
    expect((await problemsOf(dialog)).toSorted()).toEqual(
      ['10 Name', '3 Name', '4 Available to all sites', '4 Tag type', '5 Name', '6 Name', '7 Name'].toSorted(),
    );
    const problem = (text: string): Locator => dialog.getByRole('table', { name: 'Problems' }).getByRole('row').filter({ hasText: text });
    await problem('Choose one of: Site, Line, POP line')
      .filter({ has: page.getByRole('combobox', { name: /Tag type/ }) })
      .waitFor();
    await problem('The type is wrong. It must be yes or no.').waitFor();
    await problem('The character < is not allowed').waitFor();
    await problem('line 2').waitFor();
    await problem('Exists already').filter({ hasText: '7' }).waitFor();
    await expectAccessible(page);

    const total = async (): Promise<number> =>
      (await callApi<{ total: number }>(page, 'GET', '/api/v1/companies/c-huaxin/tags?keyword=e2e')).total;
    expect(await total()).toBe(0);

    const download = page.waitForEvent('download');
    await dialog.getByRole('group', { name: 'Rows with problems:' }).getByRole('button', { name: 'CSV' }).click();
    const bad = await readFile(await (await download).path(), 'utf8');
    expect(bad.split('\r\n').filter((line) => line !== '')).toHaveLength(7);

    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await choose(dialog, [sheet[0] ?? '', ...mended]);
    await dialog.getByText('Rows read: 3').waitFor();
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByRole('button', { name: 'Import 3 rows' }).click();
    await dialog.getByText('Created: 3, updated: 0, unchanged: 0, skipped: 0, failed: 0.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('row').filter({ hasText: 'e2e-three' }).filter({ hasText: 'Line' }).filter({ hasText: 'has a name' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'e2e-two' }).filter({ hasText: 'POP line' }).filter({ hasText: 'Yes' }).waitFor();
    expect(await total()).toBe(3);
  });

  test('says that a file is no table, in both languages, and goes on with the next one', async () => {
    for (const [language, words, label] of [
      ['en', /^Import format error: the workbook cannot be read/, 'XLSX or CSV file'],
      ['zh', /^导入格式错误：无法读取该工作簿/, 'XLSX 或 CSV 文件'],
    ] as const) {
      const { dialog } = await openImport(language);
      await dialog
        .getByLabel(label)
        .setInputFiles({ name: 'tags.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004\0\0table') });
      await dialog.getByRole('alert').filter({ hasText: words }).waitFor();
      await choose(dialog, ['name,type'], label);
      await dialog
        .getByRole('alert')
        .filter({ hasText: language === 'zh' ? '没有数据行' : 'no rows' })
        .waitFor();
    }
  });

  test('can go on with the good rows alone, and update those that exist', async () => {
    const { page, dialog } = await openImport();
    await choose(dialog, ['Name,Tag type,Remark', 'e2e-part,Site,one', ',Site,no name', 'VIP,Site,told by import']);
    await dialog.getByRole('radio', { name: 'Update' }).check();
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText('To create: 1, to update: 1, unchanged: 0, skipped: 0, with problems: 1.').waitFor();
    await dialog.getByRole('button', { name: 'Import the 2 rows without problems' }).click();
    await dialog.getByText('Created: 1, updated: 1, unchanged: 0, skipped: 0, failed: 1.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('row').filter({ hasText: 'VIP' }).filter({ hasText: 'told by import' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'e2e-part' }).waitFor();
  });

  test('understands pasted rows and Chinese words', async () => {
    const { page, dialog } = await openImport('zh');
    await dialog.getByRole('textbox').fill('名称\t类型\n中文导入\t站点\n坏的\t飞船');
    await dialog.getByRole('button', { name: '下一步' }).click();
    await dialog.getByRole('button', { name: '检查' }).click();
    await dialog.getByRole('row').filter({ hasText: '以下之一：站点' }).waitFor();
    expect(await problemsOf(dialog, '问题列表')).toEqual(['3 类型']);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: '只导入没有问题的 1 行' }).click();
    await dialog.getByRole('button', { name: '关闭' }).last().click();
    await page.getByRole('row').filter({ hasText: '中文导入' }).filter({ hasText: '站点' }).waitFor();
  });

  test.each([
    [[], 'the file has no rows'],
    [['Name,Remark', 'a,"never ends', 'b,c'], 'a quote that begins in line 2 never ends'],
  ])('a file that is none is told: %j', async (lines, sentence) => {
    const { dialog } = await openImport();
    await choose(dialog, lines);
    await dialog.getByRole('alert').filter({ hasText: sentence }).waitFor();
  });
});

describe('export of the list', () => {
  async function exported(page: Page, values: 'As displayed' | 'Raw (can be imported again)'): Promise<{ name: string; bytes: Buffer }> {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export Tag' });
    await dialog.getByText('Exports everything that matches the present filters.').waitFor();
    await dialog.getByRole('radio', { name: values }).check();
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await download;
    await dialog.waitFor({ state: 'hidden' });
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  }

  test('has a byte order mark, holds what the filters leave, runs no formula, and can be imported again', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/tag');
    await page.getByRole('table', { name: 'Tag' }).getByRole('link').first().waitFor();
    const evil = ['=e2e-sum(1)', '+e2e-plus', '-e2e-minus', '@e2e-at'];
    for (const name of evil) {
      await callApi(page, 'POST', '/api/v1/companies/c-huaxin/tags', { name, type: 'site', remark: 'two, "quoted"\nlines' });
    }
    await page.goto('/tag?keyword=e2e-&f.type=site&sort=name');
    await page.getByRole('row').filter({ hasText: '@e2e-at' }).waitFor();

    const displayed = await exported(page, 'As displayed');
    expect(displayed.name).toMatch(/^tag-\d{4}-\d\d-\d\d\.csv$/);
    expect([...displayed.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = displayed.bytes.toString('utf8').slice(1);
    expect(text.startsWith('Name,Tag type,')).toBe(true);
    expect(text).toContain('"two, ""quoted""\nlines"');
    expect(text).not.toContain('VIP');
    const names = text.split('\r\n').flatMap((line) => /^"?('?[=+@-]e2e-\w+)/.exec(line)?.[1] ?? []);
    expect(names.toSorted()).toEqual(["'+e2e-plus", "'-e2e-minus", "'=e2e-sum", "'@e2e-at"].toSorted());

    const raw = await exported(page, 'Raw (can be imported again)');
    expect(raw.bytes.toString('utf8').slice(1)).toMatch(/^id,name,type,/);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import Tag' });
    await dialog.getByLabel('XLSX or CSV file').setInputFiles({ name: raw.name, mimeType: 'text/csv', buffer: raw.bytes });
    await dialog.getByRole('radio', { name: 'Skip' }).check();
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText(/^To create: 0, to update: 0, unchanged: 0, skipped: \d+, with problems: 0\./).waitFor();
  });
});

describe('an import that updates', () => {
  const sites = '/api/v1/companies/c-huaxin/sites';
  type Site = Record<string, unknown> & { siteId: string; revision: number };
  const wholeSites = async (page: Page): Promise<Map<string, Site>> => {
    const { results } = await callApi<{ results: Site[] }>(page, 'GET', `${sites}?limit=1000`);
    const items = await Promise.all(results.map(({ siteId }) => callApi<Site>(page, 'GET', `${sites}/${siteId}`)));
    return new Map(items.map((item) => [item.siteId, item]));
  };
  // what a write itself moves on
  const MOVED = new Set(['revision', 'updatedAt', 'configState']);
  const settled = (site: Site): Record<string, unknown> => Object.fromEntries(Object.entries(site).filter(([name]) => !MOVED.has(name)));

  async function start(page: Page, file: { name: string; bytes: Buffer }): Promise<Locator> {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import Sites' });
    await dialog.getByLabel('XLSX or CSV file').setInputFiles({ name: file.name, mimeType: '', buffer: file.bytes });
    await dialog.getByRole('radio', { name: 'Update' }).check();
    return dialog;
  }

  async function exportedSites(page: Page, format: 'CSV' | 'XLSX'): Promise<{ name: string; bytes: Buffer }> {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export Sites' });
    for (const name of ['All', 'Raw (can be imported again)', format]) await dialog.getByRole('radio', { name, exact: true }).check();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await download;
    await dialog.waitFor({ state: 'hidden' });
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  }

  test.each(['CSV', 'XLSX'] as const)(
    'with what was exported raw as %s changes nothing: every site keeps its WAN, LAN, DNS and NTP',
    async (format) => {
      const { page } = await enter();
      await signIn(page, 'company@demo.example');
      await page.goto('/site');
      await page.getByRole('table').getByRole('link').first().waitFor();
      const before = await wholeSites(page);
      const dialog = await start(page, await exportedSites(page, format));
      for (const name of ['Leave the value as it is', 'Clear the value']) {
        await dialog.getByRole('radio', { name }).check();
        await dialog.getByRole('button', { name: 'Check' }).click();
        await dialog.getByText(`To create: 0, to update: 0, unchanged: ${before.size}, skipped: 0, with problems: 0.`).waitFor();
        expect(await dialog.getByRole('button', { name: 'Import 0 rows' }).isDisabled()).toBe(true);
        await dialog.getByRole('button', { name: 'Back' }).click();
      }
      expect(await wholeSites(page)).toEqual(before);
    },
  );

  test('says what each row changes, changes just that, and is taken back as one, from its result or from the log', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/site');
    const before = await wholeSites(page);
    const [one, two] = [...before.values()].filter((site) => Array.isArray(site['wan']) && site['wan'].length > 0);
    if (!one || !two) throw new Error('no sites with WAN ports');
    const lines = ['siteId,remark,speedLimit', `${one.siteId},told by import,`, `${two.siteId},[clear],`];
    const file = { name: 'sites.csv', bytes: Buffer.from(lines.join('\n')) };

    const imported = async (): Promise<Locator> => {
      const dialog = await start(page, file);
      await dialog.getByText('A column that the file does not have stays unchanged. [clear] in a cell clears its value').waitFor();
      await dialog.getByRole('button', { name: 'Check' }).click();
      const changes = dialog.getByRole('region', { name: 'What would change' });
      const row = changes.getByRole('row').filter({ hasText: 'told by import' });
      await row.filter({ hasText: 'Remark' }).waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: /^Import \d rows?$/ }).click();
      await dialog.getByText(/^Created: 0, updated: \d, unchanged: \d, skipped: 0, failed: 0\.$/).waitFor();
      return dialog;
    };
    const undoing = async (): Promise<void> => {
      const question = page.getByRole('alertdialog', { name: 'Undo this request?' });
      await question.getByText(`Site “${String(one['name'])}” becomes what it was before`).waitFor();
      await expectAccessible(page);
      await question.getByRole('button', { name: /^Undo \d items?$/ }).click();
      await question.waitFor({ state: 'hidden' });
    };

    const dialog = await imported();
    const after = await wholeSites(page);
    expect(settled(there(after.get(one.siteId)))).toEqual({ ...settled(one), remark: 'told by import' });
    await dialog.getByRole('button', { name: 'Undo this import' }).click();
    await undoing();
    await dialog.getByText('The import was undone.').waitFor();
    for (const [id, site] of await wholeSites(page)) expect(settled(site)).toEqual(settled(there(before.get(id))));

    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await (await imported()).getByRole('button', { name: 'Close' }).last().click();
    await page.goto('/operationLog?f.operation=updateSite');
    await page
      .getByRole('table')
      .getByRole('link', { name: String(one['name']) })
      .first()
      .waitFor();
    const entry = page
      .getByRole('row')
      .filter({ hasText: String(one['name']) })
      .first();
    await entry.getByRole('link').first().click();
    await page.getByRole('button', { name: 'Undo this request' }).click();
    await undoing();
    await page.getByText(/^Undone: \d items?$/).waitFor();
    for (const [id, site] of await wholeSites(page)) expect(settled(site)).toEqual(settled(there(before.get(id))));
  });
});
