import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { watchAlarms } from '#server/features/alarm/index.ts';
import { manualClock } from '#server/store/clock.ts';
import { readConfig } from '#server/telemetry/prometheus/config.ts';
import { type MeasuredWorld, measuredWorld } from '#tests/server/measured-world.ts';
import { SUPER } from '#tests/server/harness.ts';
import { type LiveLine, liveLineOf } from '#tests/support/live-line.ts';
import { standing } from '#tests/support/standing.ts';
import { type StoreStub, startStoreStub, type Told } from '#tests/support/store-stub.ts';
import { workIn } from '#tests/support/work-place.ts';

/**
 * Nobody writes an alarm here: a store says that a circuit loses packets and that a device is silent, the server's own
 * job compares it, and whoever looks at the bell, the page of alarms, the network or the dashboard sees it come and go.
 */
const patient = { timeout: 60_000 };
/** Sooner than any of the pages is read again by itself. */
const soon = { timeout: 20_000 };
const SITES = ['Lossy', 'Silent', 'Well'] as const;

let stub: StoreStub;
let world: MeasuredWorld;
let ids: Record<string, string> = {};
/** Per cent of what the circuit of the first site carries. */
let loss = 0;
/** When the second was read last (milliseconds); undefined while it is read all the time. */
let silentSince: number | undefined;
const lines: LiveLine[] = [];

const { enter } = standing(async () => {
  const labelsOf = (name: string): Record<string, string> => ({ site: ids[name] ?? '', interface: 'WAN1' });
  stub = await startStoreStub(({ query }) =>
    SITES.flatMap((name): Told[] => {
      const newest = name === 'Silent' ? silentSince : undefined;
      if (query.includes('timestamp(')) return [{ labels: labelsOf(name), at: (time) => Math.min(time, newest ?? time) / 1000 }];
      if (query.includes('wan_link_loss_ratio')) return [{ labels: labelsOf(name), at: () => (name === 'Lossy' ? loss : 0) }];
      return [];
    }),
  );
  // browsers live in their own time
  world = await measuredWorld({ ...readConfig({ url: stub.url, env: {} }), window: 30 }, manualClock(Date.now()));
  ids = Object.fromEntries(await Promise.all(SITES.map(async (name) => [name, await world.addSite(name)] as const)));
  await watchAlarms(world.server.services);
  await world.pass(1);
  return world.server;
});
afterAll(() => stub.stop());

/** Somebody who opens a page of the company, and never loads it again. */
async function lookAt(address: string): Promise<Page> {
  const { page } = await enter(SUPER);
  lines.push(await liveLineOf(page));
  await workIn(page, { mode: 'company', company: { id: world.companyId, name: 'First company', auditType: 'none' } });
  await page.goto(address);
  return page;
}

const bell = (page: Page): Locator => page.getByRole('banner').getByRole('link', { name: /^Alarms: / });
const nodeCells = (page: Page, name: string): Promise<string[]> =>
  page
    .getByRole('region', { name: 'Nodes', exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
    .getByRole('cell')
    .allTextContents();

/** What each of the four says fires: how many, of which cause, at which site. */
async function seen(pages: { list: Page; network: Page; dashboard: Page }): Promise<unknown> {
  const { list, network, dashboard } = pages;
  const rows = list.getByRole('table', { name: 'Alert' }).locator('tbody tr:has(a[href*="view="])');
  const causes = dashboard.getByRole('region', { name: 'Alarms by cause', exact: true });
  const tiles = await dashboard.getByRole('region', { name: 'Firing alerts', exact: true }).getByRole('link').allTextContents();
  const nodes = await Promise.all(SITES.map((name) => nodeCells(network, name)));
  return {
    bells: await Promise.all([list, network, dashboard].map((page) => bell(page).getAttribute('aria-label'))),
    list: (await rows.allTextContents()).map((text) => Object.keys(NAMES).find((name) => text.includes(name)) ?? text).toSorted(),
    network: nodes.map((cells) => [cells[0], cells[2]]),
    tiles,
    causes: (await causes.locator('tbody tr td:first-child').allTextContents()).toSorted(),
  };
}

const NAMES = { 'Packet loss': 'Lossy', 'Device offline': 'Silent' };

/** What all of them say of these. */
function expected(names: readonly string[]): unknown {
  const at = (site: string): string =>
    String(names.filter((name) => Object.entries(NAMES).some(([own, where]) => own === name && where === site)).length);
  const label = names.length === 0 ? 'Alarms: none firing' : `Alarms: ${names.length} firing`;
  return {
    bells: [label, label, label],
    list: names.toSorted(),
    network: SITES.map((site) => [site, at(site)]),
    tiles: [`${Number(names.includes('Device offline'))} Emergency`, '0 Critical', `${Number(names.includes('Packet loss'))} Warning`],
    causes: names.toSorted(),
  };
}

test(
  'what the server finds stands on bell, page, network and dashboard without a reload and leaves all of them; a socket that dies leaves nothing behind',
  { timeout: 240_000 },
  async () => {
    const [list, network, dashboard] = await Promise.all(['/alarm?f.status=firing&f.attention=due', '/topology', '/dashboard'].map(lookAt));
    if (!list || !network || !dashboard) throw new Error('Nobody looks.');
    const pages = { list, network, dashboard };
    await expect.poll(() => seen(pages), patient).toEqual(expected([]));

    loss = 5;
    silentSince = world.server.clock.now();
    await world.pass(8);
    await expect.poll(() => seen(pages), soon).toEqual(expected(['Device offline', 'Packet loss']));
    expect((await nodeCells(network, 'Silent'))[1]).toContain('Down');

    loss = 0;
    await world.pass(4);
    await expect.poll(() => seen(pages), soon).toEqual(expected(['Device offline']));

    // one begins and one ends while nobody hears of it
    for (const line of lines) await line.cut();
    for (const page of [list, network, dashboard])
      await expect.poll(() => bell(page).getAttribute('aria-label'), patient).toBe('Alarms: not known');
    loss = 5;
    silentSince = undefined;
    await world.pass(4);
    for (const line of lines) line.mend();
    await expect.poll(() => seen(pages), soon).toEqual(expected(['Packet loss']));
    loss = 0;
    await world.pass(4);
    await expect.poll(() => seen(pages), soon).toEqual(expected([]));
  },
);
