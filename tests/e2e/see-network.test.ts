import i18next from 'i18next';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeOf } from '#charts/change.ts';
import { formatValue } from '#charts/format.ts';
import charts from '#locales/en/charts.json' with { type: 'json' };
import { callApi } from '#tests/support/api.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow, workIn } from '#tests/support/work-place.ts';

const { enter } = stage();
const OPERATOR = 'company@demo.example';
const at = '/api/v1/companies/c-huaxin';
const patient = { timeout: 60_000 };
/** The last six hours of now, as fixed ends: the same for the page and for who checks it. */
const fixed = (): { query: string; ends: string } => {
  const to = new Date(Math.floor(Date.now() / 300_000) * 300_000);
  const [start, end] = [new Date(to.getTime() - 6 * 3_600_000).toISOString(), to.toISOString()];
  return { query: `startTime=${start}&endTime=${end}`, ends: `from=${start}&to=${end}` };
};
const param = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);
const panelOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** The cells of a row of the table beside a chart. */
const cellsOf = (page: Page, panel: string, row: number) =>
  panelOf(page, panel).locator('tbody tr').nth(row).locator('th, td').allTextContents();

type Heat = { heat: { unit: string; rows: { siteId: string; site: string; values: (number | null)[] }[] } };
type Top = { name: string; flow: number };
type Node = { stage: string; name?: string };
type Link = { from: number; to: number; flow: number };
type Flows = { applications: Top[]; users: Top[]; destinations: Top[]; flows: { nodes: Node[]; links: Link[] } };
const keyOf = (node: Node | undefined): string => `${node?.stage ?? ''} ${node?.name ?? ''}`;

describe('probes by site and time', () => {
  test('cells are those of the API; by keys and by clicks a cell opens its site around that time, and back leads back', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    const { query, ends } = fixed();
    await page.goto(`/sla?tab=heat&${ends}`);
    const panel = panelOf(page, 'Probes by site and time');
    await panel.locator('canvas').first().waitFor(patient);
    await expectAccessible(page);
    const { heat } = await callApi<Heat>(page, 'GET', `${at}/monitor/slaHeatMap?${query}`);
    await panel.getByRole('button', { name: 'Table' }).click();
    for (const index of [0, 1, heat.rows.length - 1]) {
      const row = heat.rows[index];
      expect(await cellsOf(page, 'Probes by site and time', index)).toEqual([
        row?.site,
        ...(row?.values ?? []).map((value) => formatValue(value, heat.unit)),
      ]);
    }
    await panel.getByRole('button', { name: 'Table' }).click();
    // keys: to the second place, and in
    const picture = panel.getByRole('application');
    await picture.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    // on to a part in which something was measured
    const measured = heat.rows[1]?.values.findLastIndex((value) => value !== null) ?? 0;
    for (let step = 0; step < measured; step++) await page.keyboard.press('ArrowRight');
    await panel
      .getByRole('status')
      .filter({ hasText: heat.rows[1]?.site ?? '' })
      .waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => param(page, 'tab'), patient).toBe('probes');
    expect(param(page, 'q.siteId')).toBe(heat.rows[1]?.siteId);
    const [from, to] = ['from', 'to'].map((name) => Date.parse(param(page, name) ?? ''));
    const { range } = await callApi<{ range: { from: string } }>(page, 'GET', `${at}/monitor/slaHeatMap?${query}`);
    const start = Date.parse(range.from) + measured * 300_000;
    expect(from).toBeLessThan(start);
    expect(to).toBeGreaterThan(start);
    await page.getByRole('img', { name: /^Chart of Loss/ }).waitFor(patient);
    await page.goBack();
    await expect.poll(() => param(page, 'tab'), patient).toBe('heat');
    await panel.locator('canvas').first().waitFor(patient);
  });

  test('tasks and reports stand beside it', async () => {
    const { page } = await enter({ language: 'zh' });
    await signIn(page, OPERATOR);
    await page.goto('/sla');
    const tabs = page.getByRole('tab');
    await tabs.first().waitFor(patient);
    expect(await tabs.allTextContents()).toEqual(['SLA 探测任务', 'SLA 报告', '热力图', '趋势']);
    await page.getByRole('tab', { name: '热力图' }).click();
    await page.getByRole('region', { name: '站点探测热力图', exact: true }).locator('canvas').first().waitFor(patient);
    await page.getByRole('tab', { name: 'SLA 报告' }).click();
    await page.getByRole('table', { name: 'SLA 报告' }).waitFor(patient);
  });
});

describe('compared with the period before', () => {
  /** The same length of time before. */
  const earlier = (query: string): string => {
    const asked = new URLSearchParams(query);
    const [from = 0, to = 0] = ['startTime', 'endTime'].map((name) => Date.parse(asked.get(name) ?? ''));
    return `startTime=${new Date(2 * from - to).toISOString()}&endTime=${new Date(from).toISOString()}`;
  };
  const change = (now: number | null | undefined, then: number | null | undefined, unit: string): string =>
    changeOf(now, then, unit, i18next.getFixedT('en', 'charts'));
  beforeAll(() => i18next.init({ lng: 'en', resources: { en: { charts } }, interpolation: { escapeValue: false } }));

  test('a ranked site stands beside what it had, and the table says the change; the choice is in the address', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    const { query, ends } = fixed();
    await page.goto(`/ranking?${ends}`);
    const panel = panelOf(page, 'Sites in order');
    await panel.locator('canvas').first().waitFor(patient);
    await page.getByRole('button', { name: 'Compare with the period before' }).click();
    await expect.poll(() => param(page, 'compare'), patient).toBe('1');
    type Ranked = { results: { id: string; name: string; value: number }[] };
    const { results } = await callApi<Ranked>(page, 'GET', `${at}/monitor/ranking?${query}`);
    const before = await callApi<Ranked>(page, 'GET', `${at}/monitor/ranking?${earlier(query)}&n=100`);
    await panel.getByRole('button', { name: 'Table' }).click();
    await panel.getByRole('columnheader', { name: 'Change' }).waitFor(patient);
    await expectAccessible(page);
    for (const [index, { id, name, value }] of results.entries()) {
      const then = before.results.find((each) => each.id === id)?.value;
      const cells = await cellsOf(page, 'Sites in order', index);
      expect(cells).toContain(name);
      expect(cells.slice(-2)).toEqual([formatValue(then, 'B'), change(value, then, 'B')]);
    }
    await page.reload();
    await panel.locator('canvas').first().waitFor(patient);
    await panel.getByRole('button', { name: 'Table' }).click();
    await panel.getByRole('columnheader', { name: 'Change' }).waitFor(patient);
  });

  test('a cell of the heat map and a flow say how they have changed', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    // the half hour that has just been, after the one before
    const to = new Date(Math.floor(Date.now() / 300_000) * 300_000 - 300_000);
    const from = new Date(to.getTime() - 1_800_000);
    const query = `startTime=${from.toISOString()}&endTime=${to.toISOString()}`;
    await page.goto(`/sla?tab=heat&compare=1&from=${from.toISOString()}&to=${to.toISOString()}`);
    const panel = panelOf(page, 'Probes by site and time');
    await panel.locator('canvas').first().waitFor(patient);
    const { heat } = await callApi<Heat>(page, 'GET', `${at}/monitor/slaHeatMap?${query}`);
    const before = await callApi<Heat>(page, 'GET', `${at}/monitor/slaHeatMap?${earlier(query)}&n=500`);
    await panel.getByRole('button', { name: 'Table' }).click();
    await panel.locator('.chart-change').first().waitFor(patient);
    const [row] = heat.rows;
    const then = before.heat.rows.find(({ siteId }) => siteId === row?.siteId)?.values ?? [];
    expect(await cellsOf(page, 'Probes by site and time', 0)).toEqual([
      row?.site,
      ...(row?.values ?? []).map((value, index) =>
        value === null ? '–' : `${formatValue(value, heat.unit)}${change(value, then[index], heat.unit)}`,
      ),
    ]);
    await follow(page, `/auditFlowAnalyze?compare=1&from=${from.toISOString()}&to=${to.toISOString()}`);
    await panelOf(page, 'Flows').locator('canvas').first().waitFor(patient);
    const found = await callApi<Flows>(page, 'GET', `${at}/audit/flowAnalysis?${query}`);
    const past = await callApi<Flows>(page, 'GET', `${at}/audit/flowAnalysis?${earlier(query)}&n=100`);
    await panelOf(page, 'Flows').getByRole('button', { name: 'Table' }).click();
    await panelOf(page, 'Flows').getByRole('columnheader', { name: 'Change' }).waitFor(patient);
    const named = ({ flows: { nodes, links } }: Flows): { from: string; to: string; flow: number }[] =>
      links.map((link) => ({ from: keyOf(nodes[link.from]), to: keyOf(nodes[link.to]), flow: link.flow }));
    const [largest] = named(found).toSorted((a, b) => b.flow - a.flow);
    const then2 = named(past).find((link) => link.from === largest?.from && link.to === largest.to)?.flow;
    expect((await cellsOf(page, 'Flows', 0)).slice(-3)).toEqual([
      formatValue(largest?.flow, 'B'),
      formatValue(then2, 'B'),
      change(largest?.flow, then2, 'B'),
    ]);
  });
});

describe('what the audit recorded', () => {
  type Group = { name?: string; count: number; bytes?: number };
  type Recorded = { total: number; applications: Group[]; accounts: Group[]; results: unknown[]; decisions: { values: number[] }[] };
  const custom = { id: 'c-yuanhang', name: '远航', auditType: 'custom' };

  test('connections over time, by application and user are those of the API; a bar narrows all, the newest records too', async () => {
    const { page } = await enter();
    await workIn(page, { mode: 'company', company: custom });
    await signIn(page);
    const { query, ends } = fixed();
    const url = `/api/v1/companies/${custom.id}/audit/logAnalysis?${query}`;
    await page.goto(`/auditLog?tab=analysis&${ends}`);
    await panelOf(page, 'Applications').locator('canvas').first().waitFor(patient);
    await panelOf(page, 'Flows').locator('canvas').first().waitFor(patient);
    await expectAccessible(page);
    const found = await callApi<Recorded>(page, 'GET', url);
    expect(found.total).toBeGreaterThan(0);
    for (const [name, groups] of [
      ['Applications', found.applications],
      ['Users', found.accounts],
    ] as const) {
      await panelOf(page, name).getByRole('button', { name: 'Table' }).click();
      const cells = await cellsOf(page, name, 0);
      expect(cells).toEqual(expect.arrayContaining([groups[0]?.name, String(groups[0]?.count), formatValue(groups[0]?.bytes, 'B')]));
    }
    await panelOf(page, 'Connections over time').getByRole('button', { name: 'Table' }).click();
    const last = found.decisions.map(({ values }) => formatValue(values.at(-1), ''));
    expect((await panelOf(page, 'Connections over time').locator('tbody tr').last().locator('td').allTextContents()).slice(-2)).toEqual(
      last,
    );
    const application = found.applications[0]?.name ?? '';
    await panelOf(page, 'Applications').getByRole('link', { name: application }).click();
    await expect.poll(() => param(page, 'q.application'), patient).toBe(application);
    await page.getByRole('navigation', { name: 'Narrowed by' }).getByText(`Application: ${application}`).waitFor();
    const own = await callApi<Recorded>(page, 'GET', `${url}&application=${encodeURIComponent(application)}`);
    const records = panelOf(page, 'Newest records').locator('tbody tr');
    await expect.poll(() => records.count(), patient).toBe(Math.min(20, own.results.length));
    expect(await cellsOf(page, 'Newest records', 0)).toContain(application);
  });

  test('names asked for, log-ins and hand-overs stand in Chinese on a telephone, and a step is called by its name', async () => {
    const { page } = await enter({ language: 'zh', width: 390 });
    await workIn(page, { mode: 'company', company: custom });
    await signIn(page);
    await page.goto('/dnsAudit?tab=analysis&option=6&q.rcode=NXDOMAIN');
    await panelOf(page, '查询域名').locator('canvas').first().waitFor(patient);
    await follow(page, '/dnsAudit?tab=analysis&option=6&q.verdict=blocked');
    await page.getByRole('navigation', { name: '已缩小到' }).getByText('处理结果：阻断').waitFor(patient);
    const third = await enter({ language: 'zh', width: 390, dark: true });
    await signIn(third.page, OPERATOR);
    for (const [address, chart] of [
      ['/authReportForm', '失败原因'],
      ['/auditService', '审计服务'],
    ] as const) {
      await third.page.goto(`${address}?tab=analysis&option=6`);
      await panelOf(third.page, chart).locator('canvas').first().waitFor(patient);
      await expectAccessible(third.page);
    }
  });
});

describe('traffic analysis', () => {
  test('users, applications, destinations and the flows between them are those of the API', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    const { query, ends } = fixed();
    await page.goto(`/auditFlowAnalyze?${ends}`);
    await panelOf(page, 'Flows').locator('canvas').first().waitFor(patient);
    await expectAccessible(page);
    const found = await callApi<Flows>(page, 'GET', `${at}/audit/flowAnalysis?${query}`);
    for (const [name, rows] of [
      ['Applications', found.applications],
      ['Users', found.users],
      ['Destinations', found.destinations],
    ] as const) {
      await panelOf(page, name).getByRole('button', { name: 'Table' }).click();
      const cells = await cellsOf(page, name, 0);
      expect(cells).toContain(rows[0]?.name);
      expect(cells).toContain(formatValue(rows[0]?.flow, 'B'));
    }
    await panelOf(page, 'Flows').getByRole('button', { name: 'Table' }).click();
    const largest = Math.max(...found.flows.links.map(({ flow }) => flow));
    expect((await cellsOf(page, 'Flows', 0)).at(-1)).toBe(formatValue(largest, 'B'));
  });

  test('a bar narrows, a node narrows further, the way is said, and each step leads back', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    const { query, ends } = fixed();
    await page.goto(`/auditFlowAnalyze?${ends}`);
    const bars = panelOf(page, 'Applications').getByRole('application');
    await bars.waitFor(patient);
    await panelOf(page, 'Applications').locator('canvas').first().waitFor(patient);
    const all = await callApi<Flows>(page, 'GET', `${at}/audit/flowAnalysis?${query}`);
    const application = all.applications[0]?.name ?? '';
    await bars.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => param(page, 'q.application'), patient).toBe(application);
    const trail = page.getByRole('navigation', { name: 'Narrowed by' });
    await trail.getByText(`Application: ${application}`).waitFor();
    // a node by its name in the table
    const own = await callApi<Flows>(page, 'GET', `${at}/audit/flowAnalysis?${query}&application=${encodeURIComponent(application)}`);
    const user = own.users[0]?.name ?? '';
    await panelOf(page, 'Flows').getByRole('button', { name: 'Table' }).click();
    await panelOf(page, 'Flows').getByRole('button', { name: user }).first().click(patient);
    await expect.poll(() => param(page, 'q.user'), patient).toBe(user);
    await trail.getByText(`User: ${user}`).waitFor();
    await panelOf(page, 'Users').getByRole('button', { name: 'Table' }).click();
    await expect.poll(() => panelOf(page, 'Users').locator('tbody tr').count(), patient).toBe(1);
    expect(await cellsOf(page, 'Users', 0)).toContain(formatValue(own.users[0]?.flow, 'B'));
    await page.goBack();
    await expect.poll(() => param(page, 'q.user'), patient).toBeNull();
    expect(param(page, 'q.application')).toBe(application);
    await trail.getByRole('link', { name: 'Everything' }).click();
    await expect.poll(() => param(page, 'q.application'), patient).toBeNull();
    expect(param(page, 'from')).not.toBeNull();
    await expect.poll(() => trail.count(), patient).toBe(0);
  });
});

describe('rankings, LAN users and applications', () => {
  test('a ranked site leads to what was measured there at that time', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    await page.goto('/ranking?option=2');
    const panel = panelOf(page, 'Sites in order');
    await panel.getByRole('button', { name: 'Table' }).click(patient);
    const { results } = await callApi<{ results: { id: string; name: string }[] }>(page, 'GET', `${at}/monitor/ranking?option=2`);
    await panel.getByRole('link', { name: results[0]?.name ?? '' }).click();
    await expect.poll(() => new URL(page.url()).pathname, patient).toBe('/deviceStatus');
    expect([param(page, 'q.siteId'), param(page, 'option')]).toEqual([results[0]?.id, '2']);
  });

  test('terminals over time follow the city of the top bar, and say what the API says', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    await page.goto('/userListOfLan?tab=traffic');
    const panel = panelOf(page, 'Terminals online');
    await panel.locator('canvas').first().waitFor(patient);
    const asked = page.waitForResponse((response) => response.url().includes('/monitor/lanUsers') && response.url().includes('city='));
    await page.getByRole('button', { name: /All cities/ }).click();
    await page
      .getByRole('option', { name: /上海|Shanghai/ })
      .first()
      .click();
    const { sites }: { sites: { site: string; series: { values: (number | null)[] }[] }[] } = await (await asked).json();
    await panel.getByRole('button', { name: 'Table' }).click();
    const heads = await panel.locator('thead th').allTextContents();
    const column = heads.indexOf(sites[0]?.site ?? '');
    expect(column).toBeGreaterThan(0);
    // a gap says its reason beside it
    const [shown] = ((await cellsOf(page, 'Terminals online', 3))[column] ?? '').split(' ');
    expect(shown).toBe(formatValue(sites[0]?.series[0]?.values[3], '1'));
  });

  test('applications over time, and those of one in its drawer', async () => {
    const { page } = await enter();
    await workIn(page, { mode: 'global' });
    await signIn(page);
    await page.goto('/apm?tab=time');
    await page.getByRole('img', { name: /^Chart of 95th percentile/ }).waitFor(patient);
    await expectAccessible(page);
    await follow(page, '/apm?view=apm-erp-cn');
    const drawn = page.getByRole('dialog').getByRole('img', { name: /^Chart of 95th percentile/ });
    await drawn.waitFor(patient);
  });
});
