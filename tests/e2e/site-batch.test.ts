import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseCsv } from '#import/file/parse-csv.ts';
import { callApi } from '#tests/support/api.ts';
import { arrivalsOn, sites } from '#tests/support/site-wizard.ts';
import { stage } from '#tests/support/stage.ts';

const arrive = arrivalsOn(stage());

const ALL = 1000;
const BAD = 37;
const slow = { timeout: 120_000 };
/** Spread over the sheet. */
const isBad = (index: number): boolean => index % 27 === 9 && index < 27 * BAD;

type Site = { name: string; sn: string; metric: string; lans: string[] };

/** What is wrong with a bad one, in turn: its name, its metric, its device, its subnets. */
function site(index: number): Site {
  const lan = (third: number): string => `10.${200 + (index >> 8)}.${index & 255}.${third}`;
  const good: Site = { name: `Sheet_${index}`, sn: '', metric: '10', lans: [lan(1)] };
  if (!isBad(index)) return good;
  const wrong: Partial<Site>[] = [{ name: `Sheet-${index}` }, { metric: '500' }, { sn: 'AR9999-000000' }, { lans: [lan(1), lan(2)] }];
  return { ...good, ...wrong[index % wrong.length] };
}

/** A cell of a property with parts holds them as JSON. */
const cell = (value: unknown): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`;

function sheet(): string {
  const rows = Array.from({ length: ALL }, (_, index) => {
    const { name, sn, metric, lans } = site(index);
    const wan = [{ logicName: 'WAN1', port: 'eth0', ipmode: 'dhcp', metric: Number(metric) }];
    const lan = lans.map((lanIp, place) => ({ name: `LAN${place + 1}`, lanIp, mask: 25, ipmode: place === 0 ? 'FIA' : 'DIA' }));
    return [name, 'gateway', sn, cell(wan), cell(lan)].join(',');
  });
  return ['name,deployMode,sn,wan,lan', ...rows].join('\n');
}

test('a sheet of a thousand sites, 37 of them bad: all bad cells are told before, the others are created, the failed ones are listed in a file', async () => {
  const page = await arrive('/site/new?many=1');
  const total = async (): Promise<number> => (await callApi<{ total: number }>(page, 'GET', `${sites}?limit=1`)).total;
  const before = await total();
  await page.locator('input[type=file]').setInputFiles({ name: 'sites.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet()) });
  await page.getByText(`Rows read: ${ALL}`).waitFor();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText(`To create: ${ALL - BAD}, to update: 0, unchanged: 0, skipped: 0, with problems: ${BAD}.`).waitFor(slow);
  expect(await total()).toBe(before);
  await page.getByRole('button', { name: `Import the ${ALL - BAD} rows without problems` }).click();
  await page.getByText(`Created: ${ALL - BAD}, updated: 0, unchanged: 0, skipped: 0, failed: ${BAD}.`).waitFor(slow);

  const download = page.waitForEvent('download');
  await page.getByRole('group', { name: 'Result of every row:' }).getByRole('button', { name: 'CSV' }).click();
  const { headers, rows } = parseCsv(await readFile(await (await download).path(), 'utf8'));
  expect(headers.slice(-2)).toEqual(['Outcome', 'Problem']);
  const failed = rows.filter(({ cells }) => cells.at(-2) !== 'created');
  expect(failed.map(({ cells }) => cells[0])).toEqual(
    Array.from({ length: ALL }, (_, index) => index)
      .filter(isBad)
      .map((index) => site(index).name),
  );
  // each with what is wrong with it
  expect(failed.filter(({ cells }) => (cells.at(-1) ?? '') === '')).toEqual([]);

  expect(await total()).toBe(before + ALL - BAD);
  const { results } = await callApi<{ results: { name: string }[] }>(page, 'GET', `${sites}?keyword=Sheet&limit=1000`);
  const stored = new Set(results.map(({ name }) => name));
  expect(failed.filter(({ cells }) => stored.has(cells[0] ?? ''))).toEqual([]);
  // nothing of a failed one is left: neither a device nor an address
  expect(await callApi(page, 'GET', `${sites.replace('sites', 'devices')}?sn=AR9999-000000`)).toMatchObject({ total: 0 });
  const plan = sites.replace('sites', 'addressPlan?within=10.200.0.0/14&prefix=24');
  expect(await callApi(page, 'GET', plan)).toMatchObject({ total: ALL - BAD });
}, 300_000);
