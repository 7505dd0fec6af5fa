import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatValue } from '#charts/format.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { addEarlierUpgrade, addLastingAlarms } from '#tests/support/lasting-alarms.ts';
import { freePort } from '#tests/support/server.ts';
import { signIn, tokenOf } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

const OPERATOR = 'company@demo.example';
const patient = { timeout: 60_000 };
const range = { startTime: '2026-03-02T02:00:00.000Z', endTime: '2026-03-02T03:00:00.000Z' };
const at = `from=${range.startTime}&to=${range.endTime}`;

type Series = { name: string; unit: string; values: (number | null)[] };

async function ask<T>(page: Page, path: string, query: Record<string, string> = {}): Promise<T> {
  const me = await page.request.get(`/api/v1/users/${OPERATOR}?page=login`, {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  });
  const { targetCompany }: { targetCompany: { companyId: string } } = await me.json();
  const url = `/api/v1/companies/${targetCompany.companyId}/${path}?${new URLSearchParams(query).toString()}`;
  const answer = await page.request.get(url, { headers: { authorization: `Bearer ${await tokenOf(page)}` } });
  expect(answer.status()).toBe(200);
  return answer.json();
}

const param = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);

/** A page says by its title where one is, and a panel of it what was measured. */
async function expectPanel(page: Page, title: string, panel: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor(patient);
  const shown = page.getByRole('region', { name: panel });
  // numbers of a table, or a chart
  await shown.locator('canvas, tbody td').first().waitFor(patient);
  await shown.getByText('演示数据').waitFor();
}

let upgraded = '';
const { enter } = stage({}, async (dataDir) => {
  await addLastingAlarms(dataDir, 'c-huaxin');
  upgraded = await addEarlierUpgrade(dataDir, 'c-huaxin', 3);
});

describe('pages of measurements', () => {
  test('a chart shows what the operation answers for its range, and its table says the same numbers', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    await page.goto(`/deviceStatus?${at}`);
    const panel = page.getByRole('region', { name: 'Bandwidth of sites' });
    await panel.getByRole('img', { name: /^Chart of Bandwidth of sites/ }).waitFor(patient);
    await expect.poll(() => panel.locator('canvas').count(), patient).toBeGreaterThan(0);
    await expectAccessible(page);
    const { series } = await ask<{ series: Series[] }>(page, 'monitor/networkBandwidth', range);
    await panel.getByRole('button', { name: 'Table' }).click();
    const rows = panel.locator('.chart-table tbody tr');
    expect(await rows.count()).toBe(series[0]?.values.length);
    for (const index of [0, 17, 119]) {
      const cells = await rows.nth(index).getByRole('cell').allTextContents();
      expect(cells).toEqual(series.map(({ values }) => formatValue(values[index], 'bps')));
    }
  });

  test('the pointer in one chart says in all of them what was measured then, as the API has it', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    const { results } = await ask<{ results: { siteId: string; state: string }[] }>(page, 'sites', { limit: '100' });
    const siteId = results.find(({ state }) => state === 'ONLINE')?.siteId ?? '';
    await page.goto(`/deviceStatus?tab=system&q.siteId=${siteId}&${at}`);
    const charts = page.getByRole('img', { name: /^Chart of/ });
    await expect.poll(() => charts.and(page.locator(':not([aria-busy])')).count(), patient).toBeGreaterThan(1);
    const count = await charts.count();
    const { devices } = await ask<{ devices: { series: Series[] }[] }>(page, 'monitor/systemStatus', { ...range, siteId });
    const series = devices.flatMap((each) => each.series);
    const box = await charts.first().boundingBox();
    if (!box) throw new Error('no chart');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const tips = page.locator('.chart-tip');
    await expect.poll(() => tips.count(), patient).toBe(count);
    const times = await tips.locator('b').allTextContents();
    expect(new Set(times).size).toBe(1);
    const step = (Date.parse(range.endTime) - Date.parse(range.startTime)) / (series[0]?.values.length ?? 0);
    const shown = await page.evaluate((time) => Date.parse(time), times[0] ?? '');
    const index = Math.floor((shown - Date.parse(range.startTime)) / step);
    const said = await tips.locator('tr td:last-child').allTextContents();
    expect(said.toSorted()).toEqual(series.map(({ unit, values }) => formatValue(values[index], unit)).toSorted());
    await page.mouse.move(box.x + box.width / 2, 2);
    await expect.poll(() => tips.count(), patient).toBe(0);
  });

  test('one time for all of them, in the address: presets, earlier and later, the period before, and what a drag chooses', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    await page.goto('/deviceStatus?tab=application');
    const bar = page.getByRole('group', { name: 'Time' });
    const chart = page.getByRole('img', { name: /^Chart of/ }).first();
    await chart.waitFor(patient);
    await bar.getByRole('combobox', { name: 'Time' }).selectOption({ index: 3 });
    await expect.poll(() => param(page, 'option')).toBe('3');
    await bar.getByRole('button', { name: 'Compare with the period before' }).click();
    await expect.poll(() => param(page, 'compare')).toBe('1');
    expect(param(page, 'tab')).toBe('application');
    await bar.getByRole('button', { name: 'Earlier' }).click();
    await expect.poll(() => param(page, 'from')).not.toBeNull();
    const [from, to] = [Date.parse(param(page, 'from') ?? ''), Date.parse(param(page, 'to') ?? '')];
    expect(to - from).toBe(6 * 3_600_000);
    const canvas = page.locator('.chart-frame').first();
    await expect.poll(() => canvas.locator('canvas').count(), patient).toBeGreaterThan(0);
    const box = await canvas.boundingBox();
    if (!box) throw new Error('no chart');
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => Date.parse(param(page, 'to') ?? '') - Date.parse(param(page, 'from') ?? '')).toBeLessThan(3 * 3_600_000);
    expect(Date.parse(param(page, 'from') ?? '')).toBeGreaterThan(from);
  });

  const inChinese = [
    ['/deviceStatus', '设备状态', '站点带宽'],
    ['/deviceStatus?tab=application', '设备状态', '应用带宽'],
    ['/deviceStatus?tab=quality', '设备状态', '线路时延、抖动与丢包'],
    ['/deviceStatus?tab=wireless', '设备状态', '蜂窝口信号'],
    ['/deviceStatus?tab=system', '设备状态', '设备 CPU、内存、磁盘与温度'],
    ['/shared', '共享监控', '各站点线路利用率'],
    ['/quality', '质量监控', '各站点线路质量（最差在前）'],
    ['/ranking', '排行', '站点排行'],
    ['/topn', 'Top N', '流量 Top N'],
    ['/auditFlowAnalyze', '流量分析', '流量构成'],
    ['/realtimeMonitor', '实时监控', '各站点实时流量'],
  ] as const;
  /** What is wrong with each of them, in one visit that goes from page to page. */
  const wrong = new Map<string, unknown>();

  beforeAll(async () => {
    const { page } = await enter({ language: 'zh' });
    await signIn(page, OPERATOR);
    await page.goto('/importExcelActionTemplate');
    for (const [path, title, panel] of inChinese) {
      await follow(page, path);
      await expectPanel(page, title, panel).catch((error: unknown) => wrong.set(path, error));
    }
  });

  test.each(inChinese)('%s says in Chinese what it shows', (path) => {
    expect(wrong.get(path)).toBeUndefined();
  });

  test('a table that is narrowed begins at its first page again', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    await page.goto('/realtimeMonitor');
    const pager = page.getByRole('navigation', { name: /page/i }).last();
    await pager.getByRole('button', { name: 'Next' }).click(patient);
    await pager.getByText('2 /').waitFor(patient);
    const { results } = await ask<{ results: { siteId: string }[] }>(page, 'sites', { limit: '1' });
    await page.evaluate((site) => {
      history.pushState(history.state, '', `?q.siteId=${site}`);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
    }, results[0]?.siteId ?? '');
    await expect.poll(() => page.locator('.panel-table tbody tr').count(), patient).toBe(1);
  });

  test('a rank is a number, what it ranks has its unit', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    await page.goto('/ranking');
    await page.getByRole('button', { name: 'Table' }).click(patient);
    const cells = page.locator('.panel-table tbody tr').first().locator('td');
    await cells.last().waitFor(patient);
    const texts = await cells.allTextContents();
    expect(texts[0]).toBe('1');
    expect(texts.at(-1)).toMatch(/^[\d.]+ [KMGT]?B$/);
  });

  test('the groups of monitoring and audit lead to their first pages', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    await page.goto('/monitor');
    await expect.poll(() => new URL(page.url()).pathname, patient).toBe('/deviceStatus');
    await follow(page, '/audit');
    await expect.poll(() => new URL(page.url()).pathname, patient).toBe('/auditFlowAnalyze');
  });

  test('the city of the top bar narrows the page of device status', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    await page.goto('/deviceStatus?tab=system');
    await page.getByRole('img', { name: /^Chart of CPU/ }).waitFor(patient);
    const asked = page.waitForRequest((request) => request.url().includes('/systemStatus') && request.url().includes('city='));
    await page.getByRole('button', { name: /All cities/ }).click();
    await page
      .getByRole('option', { name: /上海|Shanghai/ })
      .first()
      .click();
    await asked;
  });
});

describe('the dashboard', () => {
  test('is where / leads in company mode, and every unknown address', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    await page.goto('/nowhere');
    await expect.poll(() => new URL(page.url()).pathname, patient).toBe('/dashboard');
    await follow(page, '/');
    await expect.poll(() => new URL(page.url()).pathname, patient).toBe('/dashboard');
  });

  test('tells what is wrong as the server counts it; a figure leads to the list of what it counts', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    await page.goto('/dashboard');
    const { sites, devices } = await ask<{ sites: { total: number }; devices: Record<string, number> }>(page, 'monitor/dashboard');
    const own = page.getByRole('region', { name: 'Sites', exact: true });
    await own.getByRole('link', { name: `${sites.total} Total` }).waitFor(patient);
    await expectAccessible(page);
    await page
      .getByRole('region', { name: 'Devices', exact: true })
      .getByRole('link', { name: `${devices['OFFLINE']} Offline` })
      .click();
    await expect.poll(() => `${new URL(page.url()).pathname} ${param(page, 'f.state')}`, patient).toBe('/device OFFLINE');
    await expect.poll(() => page.locator('tbody tr').count(), patient).toBe(devices['OFFLINE']);

    // sites that never reported are as many as their list is long
    await page.goBack();
    const { neverReported } = (await ask<{ sites: { neverReported: number } }>(page, 'monitor/dashboard')).sites;
    await own.getByRole('link', { name: `${neverReported} Never reported` }).click();
    await expect.poll(() => new URL(page.url()).searchParams.getAll('f.state'), patient).toEqual(['UNCONFIGURED', 'CONFIGURED']);
    await expect.poll(() => page.locator('tbody tr').count(), patient).toBe(neverReported);
  });

  test('on the map every site that has coordinates is counted once, and a place leads to the list of its sites', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    await page.goto('/dashboard');
    const { clusters, unplaced, sites } = await ask<{
      clusters: { city: string; sites: number; state: string }[];
      unplaced: number;
      sites: { total: number };
    }>(page, 'monitor/dashboard');
    expect(clusters.reduce((sum, each) => sum + each.sites, unplaced)).toBe(sites.total);
    const map = page.getByRole('list', { name: 'Sites on the map' });
    await map.getByRole('link').first().waitFor(patient);
    const texts = await map.getByRole('link').allTextContents();
    expect(texts.reduce((sum, text) => sum + Number(/\d+/.exec(text)?.[0]), unplaced)).toBe(sites.total);
    // the worst is said first
    expect(await map.getByRole('link').first().getAttribute('aria-label')).toContain('Down');
    // coasts and places are drawn to one scale
    const land = await page.locator('.place-map svg').getAttribute('viewBox');
    const [, , wide, high] = (land ?? '').split(' ').map(Number);
    // within its edge
    const inside = await page.locator('.place-map').evaluate((box) => box.clientWidth / box.clientHeight);
    expect((wide ?? 0) / (high ?? 1)).toBeCloseTo(inside, 2);
    const first = map.getByRole('link').last();
    const count = Number(/\d+/.exec((await first.textContent()) ?? '')?.[0]);
    await first.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname, patient).toBe('/site');
    expect(new URL(page.url()).searchParams.getAll('f.city').length).toBeGreaterThan(0);
    await expect.poll(() => page.locator('tbody tr[role="row"]').count(), patient).toBe(count);
  });

  test('a chart whose code does not come says so in its place, and is drawn when it is asked for again', async () => {
    const { page, problems } = await enter();
    await signIn(page, OPERATOR);
    await page.route('**/assets/engine-*.js', (route) => route.abort());
    await page.goto('/dashboard');
    const traffic = page.getByRole('region', { name: 'Traffic of the company' });
    const failed = traffic.getByRole('alert');
    await failed.waitFor(patient);
    // everything else stands
    await page.getByRole('region', { name: 'Alarms by cause' }).getByRole('link').first().waitFor(patient);
    problems.length = 0;
    await page.unroute('**/assets/engine-*.js');
    await failed.getByRole('button').click();
    await traffic.locator('canvas').first().waitFor(patient);
  });

  test('an alarm by its cause, a bad circuit by its site', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    await page.goto('/dashboard');
    const causes = page.getByRole('region', { name: 'Alarms by cause' });
    await causes.getByRole('link').first().waitFor(patient);
    const name = (await causes.getByRole('link').first().textContent()) ?? '';
    await causes.getByRole('link').first().click();
    await expect.poll(() => param(page, 'f.code'), patient).toMatch(/^[a-z]+\.[a-z]+$/);
    await page.getByRole('table', { name: 'Alert' }).getByRole('link', { name, exact: true }).first().waitFor(patient);
    await page.goBack();
    await page.getByRole('region', { name: 'Worst circuits' }).getByRole('link').first().click();
    await expect.poll(() => new URL(page.url()).pathname, patient).toBe('/deviceStatus');
    expect(param(page, 'q.siteId')).toMatch(/^s-/);
  });
});

describe('what changed before', () => {
  test('stands beside what is wrong, by its cause, and leads to what it was', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    await page.goto('/dashboard');
    const before = page.getByRole('region', { name: 'What changed before', exact: true });
    await before.getByRole('combobox', { name: 'Before which alarms' }).selectOption({ label: 'Fan' });
    const row = before.getByRole('row').filter({ hasText: 'Device upgrade' });
    await row.getByText('At a site with alarms').waitFor(patient);
    await expectAccessible(page);
    await row.getByRole('link', { name: upgraded }).click();
    await expect.poll(() => new URL(page.url()).pathname, patient).toBe('/device');
    await page.getByRole('dialog').getByText(upgraded).first().waitFor(patient);
  });
});

describe('a store that does not answer in time', () => {
  let silent: Server;
  /** Part of the name of the metric that is not answered. */
  let hung = 'receive_bytes';
  const open: ServerResponse[] = [];
  const port = freePort();
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-telemetry-'));
  let env: Record<string, string> = {};

  beforeAll(async () => {
    silent = createServer((request, response) => {
      let form = '';
      request.on('data', (part: Buffer) => (form += part.toString()));
      request.on('end', () => {
        const query = decodeURIComponent(form);
        if (query.includes(hung)) open.push(response);
        // when devices were heard nobody knows: they are what they were
        else if (query.includes('timestamp(')) response.writeHead(500).end();
        else response.end('{"status":"success","data":{"resultType":"matrix","result":[]}}');
      });
    });
    await new Promise<void>((resolve) => void port.then((number) => silent.listen(number, '127.0.0.1', resolve)));
    env['TELEMETRY_URL'] = `http://127.0.0.1:${await port}`;
    // sooner than a person's patience ends
    env['TELEMETRY_CONFIG'] = join(folder, 'telemetry.yaml');
    writeFileSync(env['TELEMETRY_CONFIG'], 'timeout: 2s\n');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
    for (const response of open) response.destroy();
    silent.close();
  });
  const { enter } = stage((env = {}));

  test('has failed in the chart that asked it, and in no other', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    const { results } = await ask<{ results: { siteId: string; state: string }[] }>(page, 'sites', { limit: '100' });
    const site = results.find(({ state }) => state === 'ONLINE')?.siteId ?? '';
    await page.goto(`/deviceStatus?q.siteId=${site}`);
    await page.getByRole('region', { name: 'To SaaS' }).getByText('failed', { exact: true }).waitFor(patient);
    await page
      .getByRole('region', { name: 'Between sites' })
      .getByText(/failed/)
      .first()
      .waitFor();
    await page
      .getByRole('region', { name: 'Between sites' })
      .getByText(/Nothing stored/)
      .first()
      .waitFor();
    await page.goto(`/deviceStatus?tab=system&q.siteId=${site}`);
    await page.getByText('Nothing stored').first().waitFor(patient);
    expect(await page.getByText('failed', { exact: true }).count()).toBe(0);
  });

  test.each([
    ['e2e_transmit', 'failed · Nothing stored', 'Nothing stored'],
    ['e2e_receive', 'Nothing stored · failed', 'Nothing stored'],
    ['saas_receive', 'Nothing stored', 'failed'],
  ])('of %s alone has failed in its chart alone, up before down', async (metric, between, saas) => {
    hung = metric;
    const { page } = await enter();
    await signIn(page, OPERATOR);
    const { results } = await ask<{ results: { siteId: string; state: string }[] }>(page, 'sites', { limit: '100' });
    const site = results.find(({ state }) => state === 'ONLINE')?.siteId ?? '';
    await page.goto(`/deviceStatus?q.siteId=${site}`);
    await page.getByRole('region', { name: 'Between sites' }).getByText(between, { exact: true }).waitFor(patient);
    await page.getByRole('region', { name: 'To SaaS' }).getByText(saas, { exact: true }).waitFor(patient);
    // neither all traffic nor a cell of the table has failed
    expect(await page.getByText('failed').count()).toBe(1);
  });
});
