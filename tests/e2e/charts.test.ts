import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { formatValue } from '#charts/format.ts';
import { there } from '#tests/support/answers.ts';
import { callApi } from '#tests/support/api.ts';
import { times } from '#tests/support/effort.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();
const patient = { timeout: 20_000 };
const HOUR = 'from=2026-03-02T02:00:00.000Z&to=2026-03-02T03:00:00.000Z';
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** The panel with the bandwidth of all sites, once it is drawn. */
async function bandwidth(page: Page, query = ''): Promise<Locator> {
  await signIn(page, 'company@demo.example');
  await page.goto(`/deviceStatus?${HOUR}${query}`);
  const panel = page.getByRole('region', { name: 'Bandwidth of sites' });
  await panel.locator('canvas').first().waitFor(patient);
  await panel.locator('.chart-canvas:not([aria-busy])').first().waitFor(patient);
  return panel;
}

async function taken(page: Page, button: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download', patient), button.click()]);
  return readFileSync(await download.path());
}

test('a chart is taken away as a picture and as its numbers, which are those of its table', async () => {
  const { page } = await enter();
  const panel = await bandwidth(page);
  const picture = await taken(page, panel.getByRole('button', { name: 'PNG' }).first());
  expect(picture.subarray(0, PNG.length)).toEqual(PNG);
  // twice as wide as on the screen, its width stands in the first part of the file
  const canvas = await panel.locator('canvas').first().boundingBox();
  expect(picture.readUInt32BE(16)).toBeGreaterThanOrEqual(Math.floor(2 * there(canvas ?? undefined).width));

  const csv = (await taken(page, panel.getByRole('button', { name: 'CSV' }).first())).toString();
  const lines = csv.trim().split(/\r?\n/);
  await panel.getByRole('button', { name: 'Table' }).first().click();
  const rows = panel.locator('.chart-table tbody tr');
  expect(lines).toHaveLength((await rows.count()) + 1);
  expect(lines[0]).toMatch(/^\uFEFF?Time \(UTC(?:[+-][\d:]+)?\),.*\(bps\),.*\(bps\)$/);
  const [time, first] = [await rows.first().getByRole('rowheader').innerText(), there(lines[1]).split(',')];
  expect(first[0]).toBe(time);
  const shown = Number.parseFloat(await rows.first().getByRole('cell').first().innerText());
  expect(Number(first[1]) / 10 ** (3 * Math.floor(Math.log10(Number(first[1])) / 3))).toBeCloseTo(shown, 1);
});

test('a line is looked at alone by keys, and the others come back', async () => {
  const { page } = await enter();
  const panel = await bandwidth(page);
  const legend = panel.locator('.chart-legend').first();
  const [one, other] = [legend.getByRole('button').nth(0), legend.getByRole('button').nth(1)];
  await one.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => one.getAttribute('aria-pressed')).toBe('true');
  expect(await other.getAttribute('data-off')).toBe('true');
  await panel.getByRole('button', { name: 'Table' }).first().click();
  const heads = panel.locator('.chart-table thead th');
  expect(await heads.count()).toBe(2);
  await one.press('Enter');
  await expect.poll(() => heads.count()).toBeGreaterThan(2);
});

test('the display correction is said, and is off where raw readings are asked for; the zone of all times is stated', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  const [from, to] = await fullHour(page);
  await page.goto(`/deviceStatus?from=${from}&to=${to}`);
  const panel = page.getByRole('region', { name: 'Bandwidth of sites' });
  const note = panel.getByText(/corrected/i);
  await note.first().waitFor(patient);
  expect(await page.getByRole('group', { name: 'Time' }).innerText()).toMatch(/UTC[+-]\d/);
  // the table marks what was corrected, and a file has what was read with what is shown beside it
  await panel.locator('.chart-canvas:not([aria-busy])').first().waitFor(patient);
  const [head = '', ...rows] = (await taken(page, panel.getByRole('button', { name: 'CSV' }).first())).toString().trim().split(/\r?\n/);
  const column = head.split(',').findIndex((name) => name.includes('· shown'));
  const row = there(rows.find((each) => there(each.split(',')[column]) !== ''));
  const [time, read, shown] = [row.split(',')[0], Number(row.split(',')[column - 1]), Number(row.split(',')[column])];
  expect(read).not.toBe(shown);
  await panel.getByRole('button', { name: 'Table' }).first().click();
  const marked = panel
    .locator('.chart-table tbody tr')
    .filter({ hasText: there(time) })
    .locator('[data-corrected]')
    .first();
  expect(await marked.innerText()).toBe(`◆ ${formatValue(shown, 'bps')} (read ${formatValue(read, 'bps')})`);
  await panel.getByRole('button', { name: 'Table' }).first().click();
  await page.getByRole('combobox', { name: 'Raw', exact: true }).selectOption({ label: 'Yes' });
  await expect.poll(() => new URL(page.url()).searchParams.get('q.raw')).toBe('true');
  await expect.poll(() => note.count(), patient).toBe(0);
  await panel.locator('canvas').first().waitFor(patient);
});

test('a chart is read by keys, point by point, and a stretch of it that they choose is zoomed into', async () => {
  const { page } = await enter();
  const panel = await bandwidth(page);
  const chart = panel.getByRole('application', { name: /^Chart of Bandwidth of sites/ }).first();
  const said = chart.getByRole('status');
  await chart.focus();
  expect(await said.innerText()).toBe('');
  for (let point = 0; point < 3; point++) await page.keyboard.press('ArrowRight');
  await panel.getByRole('button', { name: 'Table' }).first().click();
  const third = panel.locator('.chart-table tbody tr').nth(2);
  const [time, first] = [await third.getByRole('rowheader').innerText(), await third.getByRole('cell').first().innerText()];
  await panel.getByRole('button', { name: 'Table' }).first().click();
  await chart.focus();
  for (let point = 0; point < 3; point++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => said.innerText()).toContain(time);
  expect(await said.innerText()).toContain(first);
  // what a mouse shows, keys show too
  await panel.locator('.chart-cross').first().waitFor();
  for (let point = 0; point < 20; point++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Escape');
  expect(await panel.locator('.chart-drag').count()).toBe(0);
  const before = page.url();
  await page.keyboard.press('PageDown');
  for (let point = 0; point < 20; point++) await page.keyboard.press('Shift+ArrowRight');
  expect(page.url()).toBe(before);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).not.toBe(before);
  const range = new URL(page.url()).searchParams;
  const [from, to] = [range.get('from'), range.get('to')].map((at) => Date.parse(at ?? ''));
  const [start, end] = [Date.parse('2026-03-02T02:00:00Z'), Date.parse('2026-03-02T03:00:00Z')];
  expect(there(from)).toBeGreaterThan(start);
  expect(there(to)).toBeLessThan(end);
  // twenty of a hundred and twenty points
  expect((there(to) - there(from)) / (end - start)).toBeCloseTo(20 / 120, 1);
});

const words = [
  ['zh', '至少还有 7 条更早的告警未计入'],
  ['en', 'At least 7 older alarms are not counted here'],
] as const;

test.each(words.slice(0, times(1, words.length)))(
  'alarms that are too many to be marked are counted beside the chart: %s',
  async (language, sentence) => {
    const { page } = await enter({ language });
    await page.route(/monitor\/networkBandwidth/, async (route) => {
      const answer = await route.fetch();
      const body: { range: Record<string, unknown> } = await answer.json();
      const at = '2026-03-02T02:30:00.000Z';
      const incident = { kind: 'alarm', id: 'a', name: 'Device offline', severity: 'Critical', from: at };
      await route.fulfill({ response: answer, json: { ...body, range: { ...body.range, incidents: [incident], uncounted: 7 } } });
    });
    await signIn(page, 'company@demo.example');
    await page.goto(`/deviceStatus?${HOUR}`);
    await page.locator('.chart-incidents').getByText(sentence).first().waitFor(patient);
  },
);

/** The last hour in which a port was nearly full, whatever time of the day it is now. */
async function fullHour(page: Page): Promise<[from: string, to: string]> {
  const now = Date.now();
  for (let back = 0; back < 96; back++) {
    const [from, to] = [back + 1, back].map((hours) => new Date(now - hours * 3_600_000).toISOString());
    const path = `/api/v1/companies/c-huaxin/monitor/networkBandwidth?startTime=${from}&endTime=${to}`;
    if (from !== undefined && to !== undefined && JSON.stringify(await callApi(page, 'GET', path)).includes('"corrected"'))
      return [from, to];
  }
  throw new Error('No port was nearly full for four days');
}
