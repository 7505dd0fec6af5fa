import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { thorough } from '#tests/support/effort.ts';
import { beforeStart, runningSites } from '#tests/support/lasting-alarms.ts';
import { formatValue } from '#charts/format.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { systemClock, timestamp } from '#server/store/clock.ts';

const COMPANY = 'c-huaxin';
const HOT = 'al-hot';
const SILENT = 'al-silent';
const MINUTE = 60_000;
const patient = { timeout: 20_000 };
let siteId = '';
let since = 0;

/** The device of a site was too hot for a while, and its circuit was down after that. */
const { enter } = stage({}, (dataDir) =>
  beforeStart(dataDir, systemClock, async (services) => {
    const { store, system, clock } = services;
    [siteId = ''] = await runningSites(services, COMPANY);
    const [deviceId = ''] = await system.ids(store.spec('Device'), { siteId });
    since = Math.floor((clock.now() - 50 * MINUTE) / MINUTE) * MINUTE;
    const at = (minutes: number): string => timestamp(since + minutes * MINUTE);
    const alarm = {
      companyId: COMPANY,
      neId: siteId,
      status: 'resolved',
      acknowledged: false,
      notified: false,
      severity: 'Critical',
    } as const;
    const hot = { code: 'device.temperature', origin: 'measured', measure: 'temperature', value: 80, threshold: 70, unit: '°C' } as const;
    const times = { since: at(0), raisedAt: at(1), resolvedAt: at(10) };
    await system.write(async (tx) => {
      await tx.insert(store.spec('Alert'), { ...alarm, ...hot, ...times, alertId: HOT, name: 'Temperature', deviceId });
      await tx.insert(store.spec('Alert'), {
        ...alarm,
        alertId: SILENT,
        code: 'device.offline',
        name: 'Device offline',
        deviceId,
        raisedAt: at(20),
        resolvedAt: at(25),
      });
      await tx.insert(store.spec('Alert'), {
        ...alarm,
        alertId: 'al-down',
        code: 'link.down',
        name: 'Circuit down',
        link: 'WAN1',
        raisedAt: at(30),
        resolvedAt: at(35),
      });
    });
  }),
);

const incidents = (within: Locator | Page): Locator => within.getByRole('list', { name: 'Incidents in this range' });

/** Pages that show something over time: of the whole company, of a site, and what goes on by itself. */
const byDay = ['/dashboard', '/auditService?tab=analysis', '/realtimeMonitor?tab=sites'];

/**
 * One component draws them all, and that every answer says what to mark is seen without a browser
 * (`tests/server/measured-pages.test.ts`).
 */
const byNight = [
  '/deviceStatus?tab=network',
  '/deviceStatus?tab=application',
  '/deviceStatus?tab=quality',
  '/deviceStatus?tab=system',
  '/userListOfLan?tab=traffic',
  '/auditFlowAnalyze?tab=traffic',
  '/authReportForm?tab=analysis',
];
const pages = [...byDay, ...(thorough ? byNight : [])];

test('outages, maintenance and changes at a site are marked in every chart over time, whatever it draws', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  const now = Date.now();
  const work = { startTime: timestamp(now - 20 * MINUTE), endTime: timestamp(now + 20 * MINUTE) };
  await callApi(page, 'POST', `/api/v1/companies/${COMPANY}/maintenanceWindows`, {
    name: 'Swap of the switch',
    siteIds: [siteId],
    ...work,
  });
  const result = await callApi<{ applied: boolean }>(page, 'POST', '/api/v1/bulk', {
    atomic: true,
    dryRun: false,
    items: [{ operation: 'updateSite', path: { companyId: COMPANY, siteId }, set: { remark: 'Looked at' } }],
  });
  expect(result.applied).toBe(true);
  for (const address of pages) {
    const isOfSite = address.includes('?');
    await page.goto(isOfSite ? `${address}&option=1&q.siteId=${siteId}` : `${address}?option=1`);
    const charts = page.getByRole('img', { name: /^Chart of/ });
    await charts.first().waitFor(patient);
    // each chart over time says it below
    const lists = incidents(page);
    await expect.poll(() => lists.count(), { ...patient, message: address }).toBeGreaterThan(0);
    for (const list of await lists.all()) {
      const said = await list.innerText();
      // many alarms of the whole company are newer
      expect([address, said]).toEqual([address, expect.stringMatching(isOfSite ? /Circuit down/ : / × \d+ \(.*\) .* –/)]);
      expect(said).toContain('Maintenance: Swap of the switch');
      expect(said).toMatch(/Change: .* company@demo\.example/);
    }
  }
});

test('an alarm opens beside the chart of what it compared, its range set around it, with its threshold and itself marked', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto(`/alarm?view=${HOT}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('img', { name: /^Chart of/ }).waitFor(patient);
  await incidents(drawer).getByText('Temperature').waitFor(patient);
  type Measured = {
    range: { from: string; to: string; points: number };
    series: { values: (number | null)[]; thresholds: { value: number }[] }[];
  };
  const { range, series } = await callApi<Measured>(page, 'GET', `/api/v1/mgr/alerts/${HOT}/measurements`);
  expect([Date.parse(range.from), Date.parse(range.to)]).toEqual([since - 30 * MINUTE, since + 25 * MINUTE]);
  expect(series[0]?.thresholds.map(({ value }) => value)).toContain(70);
  // a drag shows a part of it, and the way to its page takes along what is shown
  const way = async (): Promise<URL> =>
    new URL((await drawer.getByRole('link', { name: 'Open in monitoring' }).getAttribute('href')) ?? '', page.url());
  const shown = async (): Promise<number[]> => {
    const { searchParams: ends } = await way();
    return [Date.parse(ends.get('from') ?? ''), Date.parse(ends.get('to') ?? '')];
  };
  expect(await shown()).toEqual([Date.parse(range.from), Date.parse(range.to)]);
  const { pathname, searchParams } = await way();
  expect([pathname, searchParams.get('tab'), searchParams.get('q.siteId')]).toEqual(['/deviceStatus', 'system', siteId]);
  const frame = drawer.locator('.chart-frame').first();
  await expect.poll(() => frame.locator('canvas').count(), patient).toBeGreaterThan(0);
  await frame.scrollIntoViewIfNeeded();
  const box = await frame.boundingBox();
  if (!box) throw new Error('no chart');
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  const whole = drawer.getByRole('button', { name: 'Back to the whole range' });
  await whole.waitFor(patient);
  await expect
    .poll(async () => {
      const [from = 0, to = 0] = await shown();
      return to - from;
    }, patient)
    .toBeLessThan(30 * MINUTE);
  await whole.click();
  await expect.poll(shown, patient).toEqual([Date.parse(range.from), Date.parse(range.to)]);
  await drawer.getByRole('button', { name: 'Table' }).click();
  const rows = drawer.locator('.chart-table tbody tr');
  expect(await rows.count()).toBe(range.points);
  expect(await rows.first().locator('td').innerText()).toBe(formatValue(series[0]?.values[0], '°C'));
});

test('the charts of an alarm are called by what they draw; what they have in common is said once above them', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/alarm?view=${SILENT}`);
  const drawer = page.getByRole('dialog');
  await drawer
    .getByRole('img', { name: /^Chart of/ })
    .nth(1)
    .waitFor(patient);
  // at which site it is, and the picture, are both there without scrolling, on a telephone too
  const site = drawer.locator('dd').getByRole('link').first();
  const bottomOf = async (of: Locator): Promise<number> => of.evaluate((own) => own.getBoundingClientRect().bottom);
  expect(await bottomOf(site)).toBeLessThan(await bottomOf(drawer.locator('.chart-frame').first()));
  expect(await bottomOf(drawer.locator('.chart-frame').first())).toBeLessThanOrEqual(844);
  const around = drawer.getByRole('region', { name: 'What was measured around an alert' });
  expect(await around.getByRole('heading').allInnerTexts()).toEqual([
    'What was measured around an alert',
    'Availability',
    'Sent, Received',
  ]);
});
