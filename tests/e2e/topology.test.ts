import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { callApi } from '#tests/support/api.ts';
import { thorough } from '#tests/support/effort.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

const OPERATOR = 'company@demo.example';
const COMPANY = '/api/v1/companies/c-huaxin';
const patient = { timeout: 60_000 };

type Node = { id: string; name: string; city?: string; kind: string; state: string; alarms: number; load?: number };
type Graph = { nodes: Node[]; links: { from: number[] }; topologies: { id: string; name: string }[] };

const graphOf = (page: Page): Promise<Graph> => callApi<Graph>(page, 'GET', `${COMPANY}/topologyGraph`);
const param = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);
const painted = (page: Page): Promise<void> => page.locator('canvas[data-painted]').waitFor(patient);

/** A company user at the picture of the network. */
async function look(page: Page, address = '/topology'): Promise<void> {
  await signIn(page, OPERATOR);
  await page.goto(address);
  await painted(page);
}

describe('the picture of the network', () => {
  const { enter } = stage();

  /** A telephone sees it in Chinese and by day below: all that is here once more is words, by night. */
  const cases = [
    { language: 'zh' as const, dark: false, label: '网络图', nodes: '节点', search: '查找站点或 POP', create: '新建拓扑', lists: '拓扑' },
    {
      language: 'en' as const,
      dark: true,
      label: 'Network',
      nodes: 'Nodes',
      search: 'Find a site or POP',
      create: 'Create topology',
      lists: 'Topologies',
    },
  ].filter(({ dark }) => thorough || dark);

  test.each(cases)(
    '$language: is drawn, and its table says the same as the server',
    async ({ language, dark, label, nodes, search, create, lists }) => {
      const { page } = await enter({ language, dark });
      await look(page);
      const graph = await graphOf(page);
      const sites = graph.nodes.filter(({ kind }) => kind !== 'pop').length;
      const picture = page.getByRole('application', { name: label, exact: true });
      expect(await picture.getAttribute('aria-describedby')).toBeTruthy();
      await page.getByText(new RegExp(`^${sites} `)).waitFor();
      await expectAccessible(page);

      const table = page.getByRole('region', { name: nodes, exact: true });
      const [busy] = graph.nodes.filter(({ load, kind }) => load !== undefined && kind === 'site');
      await page.getByRole('searchbox', { name: search }).fill(busy?.name ?? '');
      const row = table.getByRole('row').filter({ has: page.getByRole('button', { name: busy?.name ?? '', exact: true }) });
      expect(await row.getByRole('cell').nth(2).textContent()).toBe(String(busy?.alarms));
      expect(await row.getByRole('cell').nth(3).textContent()).toMatch(/^\d+ %$/);

      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: busy?.name ?? '', exact: true }).waitFor();
      expect(param(page, 'node')).toBe(busy?.id);
      await expectAccessible(page);

      await page.getByRole('link', { name: create }).click();
      await page.locator('form').first().waitFor(patient);
      await follow(page, '/topology');
      await page.getByRole('tab', { name: lists, exact: true }).click();
      await page.locator('tbody tr[role="row"]').first().waitFor(patient);
    },
  );

  test('a topology that was made is drawn; chosen, it alone is', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    const sites = ['s-huaxin-001', 's-huaxin-004', 's-huaxin-007'].map((siteId, index) => ({
      siteId,
      role: index === 0 ? 'hub' : 'spoke',
    }));
    const made = await callApi<{ id: string }>(page, 'POST', `${COMPANY}/topologies`, {
      name: 'Drawn by a test',
      type: 'spoke-hub',
      sites,
      rateLimit: 20,
    });
    await page.goto('/topology?side=links');
    await painted(page);
    await page.getByRole('combobox', { name: 'Topologies' }).click();
    await page.keyboard.type('Drawn by');
    await page.keyboard.press('Enter');
    await expect.poll(() => param(page, 'topology')).toBe(made.id);
    const table = page.getByRole('region', { name: 'Links', exact: true });
    await expect.poll(() => table.getByRole('row').filter({ hasText: 'Drawn by a test' }).count(), patient).toBe(2);
    expect(await table.getByRole('row').filter({ hasText: 'Drawn by a test' }).first().getByRole('cell').last().textContent()).toBe(
      '20 Mbps',
    );
    await expect.poll(() => page.getByText(/^3 sites/).count(), patient).toBe(1);
  });

  test('is walked through by keys, a column sorts, and every layout is drawn', async () => {
    const { page } = await enter();
    await look(page);
    const picture = page.getByRole('application', { name: 'Network', exact: true });
    await picture.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => param(page, 'node')).not.toBeNull();
    const first = param(page, 'node');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => param(page, 'node')).not.toBe(first);
    await page.keyboard.press('Escape');
    await expect.poll(() => param(page, 'node')).toBeNull();
    const load = page.getByRole('columnheader', { name: 'Load' });
    await load.getByRole('button').click();
    expect(await load.getAttribute('aria-sort')).toBe('descending');
    const loads = await page.locator('.topology-rows tbody tr td:nth-child(4)').allTextContents();
    const figures = loads.filter((text) => text.endsWith('%')).map((text) => Number.parseFloat(text));
    expect(figures).toEqual(figures.toSorted((a, b) => b - a));
    expect(loads.slice(figures.length).every((text) => text === '–')).toBe(true);
    for (const name of ['Geographic', 'By city', 'Hub and spoke']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.locator('canvas[aria-busy="false"]').waitFor(patient);
    }
  });

  test('cities fold into one node each, and unfold when they are chosen', async () => {
    const { page } = await enter();
    await look(page, '/topology?layout=clusters');
    const { nodes } = await graphOf(page);
    const sizes = [...Map.groupBy(nodes, ({ city }) => city)].map(([city, own]) => [city, own.length] as const);
    const together = sizes.reduce((sum, [city, size]) => sum + (city === undefined ? size : 1), 0);
    const rows = page.locator('.topology-rows tbody tr');
    // the pages of a long table say how many there are
    const pager = page.locator('.topology-pager span');
    const shown = async (): Promise<number> => {
      // it is gone as soon as all stand on one page
      const [said] = await pager.allInnerTexts();
      return said === undefined ? rows.count() : Number(/\d+/.exec(said)?.[0]);
    };
    await expect.poll(shown, patient).toBe(nodes.length);
    await page.getByRole('button', { name: 'Fold all cities' }).click();
    await expect.poll(shown, patient).toBe(together);
    await page.locator('canvas[aria-busy="false"]').waitFor(patient);
    const [city = '', size = 0] = sizes.find(([name, own]) => name !== undefined && own > 1) ?? [];
    await page.getByRole('searchbox', { name: 'Find a site or POP' }).fill(`${city} (${size})`);
    await page.getByRole('button', { name: `${city} (${size})`, exact: true }).click();
    await page.getByRole('searchbox', { name: 'Find a site or POP' }).fill('');
    await expect.poll(shown, patient).toBe(together + size - 1);
    await page.getByRole('button', { name: 'Unfold all' }).click();
    await expect.poll(shown, patient).toBe(nodes.length);
  });

  test('an alarm that is resolved leaves the picture, and a topology that is made elsewhere is there, without a reload', async () => {
    const { page } = await enter();
    await look(page);
    const { result } = await callApi<{ result: { alertId: string; neId?: string }[] }>(
      page,
      'GET',
      '/api/v1/mgr/alerts?companyId=c-huaxin&status=firing&attention=due&limit=1000',
    );
    const { nodes } = await graphOf(page);
    // what is behind a device that is down would come up in its place
    const well = nodes.filter(({ state, alarms }) => state === 'up' && alarms > 0);
    const alarm = result.find(({ neId }) => well.some(({ id }) => id === neId));
    const before = well.find(({ id }) => id === alarm?.neId);
    await page.getByRole('searchbox', { name: 'Find a site or POP' }).fill(before?.name ?? '');
    const cell = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: before?.name ?? '', exact: true }) })
      .getByRole('cell')
      .nth(2);
    await expect.poll(() => cell.textContent(), patient).toBe(String(before?.alarms));
    await callApi(page, 'POST', `/api/v1/mgr/alerts/${alarm?.alertId ?? ''}/resolve`);
    // sooner than the picture is read again by itself
    await expect.poll(() => cell.textContent(), { timeout: 20_000 }).toBe(String((before?.alarms ?? 0) - 1));

    const sites = [{ siteId: 's-huaxin-002' }, { siteId: 's-huaxin-005' }];
    await callApi(page, 'POST', `${COMPANY}/topologies`, { name: 'Made elsewhere', type: 'point-to-point', sites });
    await page.getByRole('combobox', { name: 'Topologies' }).click();
    await page.keyboard.type('Made else');
    await page.getByRole('option', { name: 'Made elsewhere' }).waitFor({ timeout: 20_000 });
  });

  test('the path between two sites says where it is denied, and leads to the rule', async () => {
    const { page } = await enter();
    await signIn(page, OPERATOR);
    const rule = { protocol: 6, dstPorts: '4711' };
    for (const resource of ['advancedFirewallRules', 'aclRules'])
      await callApi(page, 'POST', `${COMPANY}/${resource}`, { name: 'Pass 4711', priority: 2, strategy: 'ACCEPT', siteIds: [], ...rule });
    const stop = await callApi<{ id: string }>(page, 'POST', `${COMPANY}/aclRules`, {
      name: 'Stop 4711',
      priority: 1,
      strategy: 'REJECT',
      siteIds: ['s-huaxin-009'],
      ...rule,
    });
    await page.goto('/topology?side=path&from=s-huaxin-003&port=4711');
    await painted(page);
    const target = (await graphOf(page)).nodes.find(({ id }) => id === 's-huaxin-009');
    await page.getByRole('combobox', { name: 'To site' }).click();
    await page.keyboard.type(target?.name ?? '');
    await page.keyboard.press('Enter');
    const result = page.getByRole('status', { name: 'Path', exact: true });
    await result.getByText('Denied', { exact: true }).waitFor(patient);
    await result.getByText('Stopped here').waitFor();
    await expectAccessible(page);
    // at its site, and at each pair of LANs that it keeps apart
    await result.getByRole('link', { name: 'Stop 4711' }).first().click();
    await expect.poll(() => param(page, 'view')).toBe(stop.id);
  });

  test('fits a phone', async () => {
    const { page } = await enter({ width: 390, height: 844, language: 'zh' });
    await look(page, '/topology?node=s-huaxin-004');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  });
});
