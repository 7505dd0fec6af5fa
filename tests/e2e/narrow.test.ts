import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow, workIn } from '#tests/support/work-place.ts';

const { enter } = stage();
const patient = { timeout: 20_000 };

/** To a page of panels, loaded once and then past a list, which has none: what is seen is that page's. */
async function turnTo(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(address);
    return;
  }
  await follow(page, '/tag');
  await page.locator('section.panel, .panel-table').first().waitFor({ state: 'detached' });
  await follow(page, address);
}

test('a switch is turned by a finger that meets the room around it', async () => {
  const { page } = await enter({ width: 390, height: 844 });
  await signIn(page, 'company@demo.example');
  await page.goto('/alarm?tab=AlarmNotification');
  const turned = page.getByRole('switch').first();
  await turned.waitFor(patient);
  await turned.scrollIntoViewIfNeeded();
  const met = await turned.evaluate((own) => {
    const { left, right, top, bottom } = own.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const isMet = (dx: number, dy: number): boolean => {
      const at = document.elementFromPoint(x + dx, y + dy);
      return at !== null && (at === own || at === own.closest('label'));
    };
    return [isMet(0, -19), isMet(0, 19), isMet(20, 0)];
  });
  expect(met).toEqual([true, true, true]);
});

test('at 1024 no column of quality or of the dashboard is beyond the edge', async () => {
  const { page } = await enter({ width: 1024, height: 768 });
  await signIn(page, 'company@demo.example');
  for (const address of ['/quality', '/dashboard']) {
    await turnTo(page, address);
    const table = page.locator('.panel-table').first();
    await table.locator('tbody tr').first().waitFor(patient);
    expect([address, await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)]).toEqual([address, 0]);
  }
});

test('on a telephone the pages of the realtime monitor are turned by buttons of one line, as high as a finger', async () => {
  const { page } = await enter({ width: 390, height: 844 });
  await signIn(page, 'company@demo.example');
  await page.goto('/realtimeMonitor');
  const next = page.getByRole('button', { name: 'Next page' });
  await next.waitFor(patient);
  for (const each of [next, page.getByRole('button', { name: 'Previous page' })]) {
    const lines = await each.evaluate((own) => {
      const range = document.createRange();
      range.selectNodeContents(own);
      return range.getClientRects().length;
    });
    const box = await each.boundingBox();
    expect([lines, Math.round(box?.height ?? 0)]).toEqual([1, 40]);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  await next.click();
  await page.getByText(/^2 \/ \d+$/).waitFor(patient);
});

test.each([
  ['zh', { '/dashboard': '站点数' }],
  ['en', { '/quality': 'Score', '/shared': 'Used down' }],
] as const)('on a telephone all figures of a row are within the edge, each with what it is (%s)', async (language, heads) => {
  const { page } = await enter({ width: 390, height: 844, language, dark: true });
  await signIn(page, 'company@demo.example');
  for (const [address, head] of Object.entries(heads)) {
    await turnTo(page, address);
    await expectFiguresOfRow(page, head);
  }
});

/** All figures of a row are within the edge, each with its head, one of which this is. */
async function expectFiguresOfRow(page: Page, head: string): Promise<void> {
  const table = page.locator('.panel-table').first();
  const row = table.getByRole('row').nth(1);
  await row.waitFor(patient);
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // a screen reader still has a table with its heads
  const heads = await table.getByRole('columnheader').allInnerTexts();
  expect(heads).toContain(head);
  const cells = await row.getByRole('cell').evaluateAll((all) =>
    all.map((each) => {
      const { left, right } = each.getBoundingClientRect();
      return { within: left >= 0 && right <= innerWidth, says: getComputedStyle(each, '::before').content };
    }),
  );
  expect(cells.filter(({ within }) => !within)).toEqual([]);
  expect(cells.map(({ says }) => says)).toContain(`"${head}"`);
}

test('on a telephone what nothing can be done about keeps no room for it', async () => {
  const { page } = await enter({ width: 390, height: 844 });
  await workIn(page, { mode: 'global' });
  await signIn(page);
  await page.goto('/serviceStatus');
  // what is not well stands first, and can be restarted
  const first = page.locator('tbody tr[data-index]').first();
  await first.getByRole('button', { name: 'Restart' }).waitFor(patient);
  const well = page.locator('tbody tr[data-index]', { hasText: 'Healthy' }).first();
  await well.waitFor(patient);
  expect(await well.locator('.rt-actions').isVisible()).toBe(false);
});

test.each([
  ['/alarm', 'company', 'en', ['Severity', 'Status', 'Site']],
  ['/alarm', 'company', 'zh', ['告警级别', '状态', '站点']],
  ['/execution', 'global', 'en', ['Task state', 'Progress', 'Company']],
] as const)('at 1024 names give way before %s (%s) leaves out what one looks for (%s)', async (address, mode, language, heads) => {
  const { page } = await enter({ width: 1024, height: 768, language });
  if (mode === 'global') await workIn(page, { mode });
  await signIn(page, mode === 'global' ? undefined : 'company@demo.example');
  await page.goto(address);
  const table = page.locator('main table').first();
  await table.locator('tbody tr[data-index]').first().waitFor(patient);
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(expect.arrayContaining([...heads]));
  // and nothing of it is beyond the edge
  expect(await table.evaluate(({ parentElement: frame }) => (frame?.scrollWidth ?? 0) - (frame?.clientWidth ?? 0))).toBe(0);
});

test('the heads of figures stand in one line where all columns do', async () => {
  const { page } = await enter({ language: 'zh' });
  await workIn(page, { mode: 'global' });
  await signIn(page);
  await page.goto('/apm');
  const head = page.getByRole('columnheader', { name: 'Apdex' });
  await head.waitFor(patient);
  await page.locator('tbody tr[data-index]').first().waitFor(patient);
  const lines = await head.locator('.rt-clip').evaluate((own) => {
    const range = document.createRange();
    range.selectNodeContents(own);
    return [range.getClientRects().length, own.scrollWidth - own.clientWidth];
  });
  expect(lines).toEqual([1, 0]);
});

test('a circuit of a device that never reported says so where its use would stand (zh)', async () => {
  const { page } = await enter({ width: 1024, height: 768, language: 'zh' });
  await signIn(page, 'company@demo.example');
  await page.goto('/shared');
  const row = page.locator('.panel-table tbody tr', { hasText: '设备从未上报' }).first();
  await row.waitFor(patient);
  const said = row.getByRole('cell', { name: '设备从未上报' });
  expect(await said.getAttribute('data-label')).toBe('上行利用率');
  const edge = await page.locator('.panel-table').first().boundingBox();
  const box = await said.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((edge?.x ?? 0) + (edge?.width ?? 0));
});

test('on a telephone a node of the network and a link say all their figures within the edge, each with what it is', async () => {
  const { page } = await enter({ width: 390, height: 844 });
  await signIn(page, 'company@demo.example');
  await page.goto('/topology');
  for (const tab of ['Nodes', 'Links']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    const rows = page.getByRole('region', { name: tab, exact: true });
    const row = rows.getByRole('row').nth(1);
    await row.waitFor(patient);
    expect(await rows.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const said = await row.getByRole('cell').evaluateAll((all) => all.map((each) => getComputedStyle(each, '::before').content));
    expect(said.join(' ')).toContain('Latency');
    // what the rows are sorted by is still chosen by heads that a screen reader and the keys reach
    expect(await rows.getByRole('columnheader').count()).toBeGreaterThan(5);
  }
});

test('on a telephone the first picture of every page of measurements stands in the first screen', async () => {
  const { page } = await enter({ width: 390, height: 844 });
  await signIn(page, 'company@demo.example');
  const tabs = ['network', 'application', 'quality', 'wireless', 'system'].map((tab) => `/deviceStatus?tab=${tab}`);
  for (const address of [...tabs, '/shared', '/ranking', '/topn', '/auditFlowAnalyze', '/realtimeMonitor']) {
    await turnTo(page, address);
    await page.locator('section.panel canvas').first().waitFor(patient);
    const bottom = (): Promise<number> =>
      page
        .locator('section.panel .chart-frame')
        .first()
        .evaluate((own) => Math.round(own.getBoundingClientRect().bottom));
    await expect.poll(bottom, { message: address }).toBeLessThanOrEqual(844);
  }
});

test('on a telephone what a page of measurements may be asked for is folded: how much of it is set is said, and keys unfold it', async () => {
  const { page } = await enter({ width: 390, height: 844 });
  await signIn(page, 'company@demo.example');
  await page.goto('/deviceStatus?from=2026-03-02T02:00:00.000Z&to=2026-03-02T03:00:00.000Z&q.raw=true');
  const bar = page.getByRole('group', { name: 'Time', exact: true });
  const fold = bar.getByRole('button', { name: 'Filters (1)', exact: true });
  await fold.waitFor(patient);
  const preset = bar.getByRole('combobox', { name: 'Time', exact: true });
  const compare = bar.getByRole('button', { name: 'Compare with the period before' });
  // one row, and below it over which time
  expect(await bar.locator('button:visible, select:visible, input:visible').count()).toBe(3);
  expect((await preset.boundingBox())?.y).toBe((await fold.boundingBox())?.y);
  expect(await bar.getByText(/^2026-03-02 \d\d:00 to 2026-03-02 \d\d:00$/).isVisible()).toBe(true);
  expect(await fold.getAttribute('aria-expanded')).toBe('false');
  await fold.press('Enter');
  expect(await fold.getAttribute('aria-expanded')).toBe('true');
  await compare.press('Space');
  await bar.getByRole('button', { name: 'Filters (2)', exact: true }).press('Enter');
  await compare.waitFor({ state: 'hidden' });
  // ends of one's own have to be entered: they are there at once
  await preset.selectOption({ label: 'Last 30 minutes' });
  await preset.selectOption({ label: 'Custom' });
  await bar.getByLabel('from', { exact: true }).waitFor();
});

test.each([
  ['zh', 1440],
  ['en', 1680],
] as const)('the serial by which an alarm names its device is read to its last digit (%s at %i)', async (language, width) => {
  const { page } = await enter({ language, width });
  await signIn(page, 'company@demo.example');
  // whatever fires just now: all of them have the longest serials that there are
  await page.route(/\/devices\?.*\bvalues=/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(/"AR\d+-/g, '"vCPE-100-') });
  });
  await page.goto('/alarm');
  const serials = page.locator('td[data-column="deviceId"]').getByRole('link', { name: /^vCPE-100-/ });
  await serials.first().waitFor(patient);
  const beyond = (): Promise<string[]> =>
    serials.evaluateAll((links) =>
      links.flatMap((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        const cell = link.closest('td')?.getBoundingClientRect();
        return cell && range.getBoundingClientRect().right <= cell.right ? [] : [link.textContent];
      }),
    );
  await expect.poll(beyond).toEqual([]);
  expect(await serials.first().innerText()).toMatch(/^vCPE-100-\d{9}$/);
});
