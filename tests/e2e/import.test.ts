import { there } from '#tests/support/answers.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { asObject, isObject } from '#domain/json.ts';
import { callApi } from '#tests/support/api.ts';
import { covering, firstOfItsKind, thorough } from '#tests/support/effort.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

const { enter, server } = stage();

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

async function choose(dialog: Locator, lines: readonly string[], label = 'XLSX or CSV file'): Promise<void> {
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
    await expectAccessible(page, 'dialog[open]');
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
    await expectAccessible(page, 'dialog[open]');

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
    await expectAccessible(page, 'dialog[open]');
    await dialog.getByRole('button', { name: '只导入没有问题的 1 行' }).click();
    await dialog.getByRole('button', { name: '关闭' }).last().click();
    await page.getByRole('row').filter({ hasText: '中文导入' }).filter({ hasText: '站点' }).waitFor();
  });

  test('a file that is none is told: an empty one, and one whose quote never ends', async () => {
    const { dialog } = await openImport();
    for (const [lines, sentence] of [
      [[], 'the file has no rows'],
      [['Name,Remark', 'a,"never ends', 'b,c'], 'a quote that begins in line 2 never ends'],
    ] as const) {
      await choose(dialog, lines);
      await dialog.getByRole('alert').filter({ hasText: sentence }).waitFor();
    }
  });
});

describe('export of the list', () => {
  async function exported(page: Page, values: 'As displayed' | 'Raw (can be imported again)'): Promise<{ name: string; bytes: Buffer }> {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export Tag' });
    await dialog.getByText('Exports everything that matches the present filters.').waitFor();
    await dialog.getByRole('radio', { name: values }).check();
    await expectAccessible(page, 'dialog[open]');
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
  type Site = Record<string, unknown>;
  /** As they are stored, by their ids: to ask for each of them takes longer than what is tried. */
  function wholeSites(): Map<string, Site> {
    const database = new DatabaseSync(join(server().folder, 'console.db'), { readOnly: true });
    const rows = database.prepare('SELECT id, revision, doc, secret FROM r_site').all();
    database.close();
    return new Map(
      rows.flatMap(({ id, doc, ...row }) => {
        const site = { ...asObject(JSON.parse(String(doc))), ...row };
        return site['companyId'] === 'c-huaxin' ? [[String(id), site]] : [];
      }),
    );
  }
  // what a write itself moves on, and its device once it has taken it over; what is sealed anew
  const MOVED = new Set(['revision', 'updatedAt', 'configState', 'configuredAt', 'secret']);
  const settled = (site: Site): Site => Object.fromEntries(Object.entries(site).filter(([name]) => !MOVED.has(name)));
  const allSettled = (sites: Map<string, Site>): Site[] => [...sites.values()].map(settled);

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

  /** Cities whose sites have among them all that any site has. */
  function citiesOf(sites: Iterable<Site>): Set<string> {
    return new Set([...covering([...sites], (site) => placesIn(site))].map(({ city }) => String(city)));
  }

  // neither how a file is written nor what an empty cell means depends on the other; by night each with each
  test.each([
    ['CSV', ['Clear the value']],
    ['XLSX', ['Leave the value as it is']],
  ] as const)('with what was exported raw as %s changes nothing: every site keeps its WAN, LAN, DNS and NTP', async (format, own) => {
    const before = wholeSites();
    const cities = citiesOf(before.values());
    const count = [...before.values()].filter(({ city }) => cities.has(String(city))).length;
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto(`/site?${[...cities].map((city) => `f.city=${encodeURIComponent(city)}`).join('&')}`);
    await page.getByText(`Total: ${count}`, { exact: true }).waitFor();
    const dialog = await start(page, await exportedSites(page, format));
    for (const name of thorough ? ['Leave the value as it is', 'Clear the value'] : own) {
      await dialog.getByRole('radio', { name }).check();
      await dialog.getByRole('button', { name: 'Check' }).click();
      await dialog.getByText(`To create: 0, to update: 0, unchanged: ${count}, skipped: 0, with problems: 0.`).waitFor();
      expect(await dialog.getByRole('button', { name: 'Import 0 rows' }).isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Back' }).click();
    }
    expect(wholeSites()).toEqual(before);
  });

  test('says what each row changes, changes just that, and is taken back as one, from its result or from the log', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/site');
    const isNew = firstOfItsKind();
    const before = wholeSites();
    const [first, second] = [...before].filter(([, { wan }]) => Array.isArray(wan) && wan.length > 0);
    if (!first || !second) throw new Error('no sites with WAN ports');
    const [id, one] = first;
    const lines = ['siteId,remark,speedLimit', `${id},told by import,`, `${second[0]},[clear],`];
    const file = { name: 'sites.csv', bytes: Buffer.from(lines.join('\n')) };

    const imported = async (): Promise<Locator> => {
      const dialog = await start(page, file);
      await dialog.getByText('A column that the file does not have stays unchanged. [clear] in a cell clears its value').waitFor();
      await dialog.getByRole('button', { name: 'Check' }).click();
      const changes = dialog.getByRole('region', { name: 'What would change' });
      const row = changes.getByRole('row').filter({ hasText: 'told by import' });
      await row.filter({ hasText: 'Remark' }).waitFor();
      if (isNew('changes')) await expectAccessible(page, 'dialog[open]');
      await dialog.getByRole('button', { name: /^Import \d rows?$/ }).click();
      await dialog.getByText(/^Created: 0, updated: \d, unchanged: \d, skipped: 0, failed: 0\.$/).waitFor();
      return dialog;
    };
    const undoing = async (): Promise<void> => {
      const question = page.getByRole('alertdialog', { name: 'Undo this request?' });
      await question.getByText(`Site “${String(one['name'])}” becomes what it was before`).waitFor();
      if (isNew('question')) await expectAccessible(page, 'dialog[open]');
      await question.getByRole('button', { name: /^Undo \d items?$/ }).click();
      await question.waitFor({ state: 'hidden' });
    };

    const dialog = await imported();
    expect(settled(there(wholeSites().get(id)))).toEqual({ ...settled(one), remark: 'told by import' });
    await dialog.getByRole('button', { name: 'Undo this import' }).click();
    await undoing();
    await dialog.getByText('The import was undone.').waitFor();
    expect(allSettled(wholeSites())).toEqual(allSettled(before));

    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const updates = async (): Promise<number> =>
      (await callApi<{ total: number }>(page, 'GET', `/api/v1/operationLogs?operation=updateSite&limit=1`)).total;
    const known = await updates();
    await (await imported()).getByRole('button', { name: 'Close' }).last().click();
    // an entry is written beside the answer
    await expect.poll(updates).toBeGreaterThan(known);
    await follow(page, '/operationLog?f.operation=updateSite');
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
    expect(allSettled(wholeSites())).toEqual(allSettled(before));
  });
});

/** Where something stands in a document, whichever row of a list it is in. */
function placesIn(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => placesIn(each, `${place}[]`));
  return isObject(value) ? Object.entries(value).flatMap(([name, each]) => placesIn(each, `${place}/${name}`)) : [place];
}
