import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { there } from '#tests/support/answers.ts';
import { callApi } from '#tests/support/api.ts';
import { addLastingAlarms } from '#tests/support/lasting-alarms.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

const { enter } = stage({}, (dataDir) => addLastingAlarms(dataDir, 'c-huaxin'));
const patient = { timeout: 60_000 };
const TO = Math.floor(Date.now() / 300_000) * 300_000;
const RANGE = { from: new Date(TO - 6 * 3_600_000).toISOString(), to: new Date(TO).toISOString() };

type Cause = { code: string; count: number; sites: number; siteIds?: string[] };
type State = { alerts: Record<string, number>; causes: Cause[] };
type Link = { address: string; text: string; region: string };

/** Alarms of the demo network come and go: what counts them is asked for again. */
async function numberOf(page: Page, { address, text }: Link): Promise<number | undefined> {
  const { pathname, searchParams } = new URL(address, 'http://x');
  const [severity, code] = [searchParams.get('f.severity'), searchParams.get('f.code')];
  const state = await callApi<State>(page, 'GET', '/api/v1/companies/c-huaxin/monitor/companyState');
  if (pathname === '/alarm')
    return severity === null ? state.causes.find((each) => each.code === code)?.count : (state.alerts[severity] ?? 0);
  const ids = searchParams.getAll('f.siteId');
  if (ids.length > 0) return state.causes.find(({ siteIds = [] }) => siteIds.join() === ids.join())?.sites;
  return Number(/\d+/.exec(text)?.[0]);
}

test('every link of the dashboard leads to what it counts, at the time of the dashboard', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto(`/dashboard?${new URLSearchParams(RANGE).toString()}`);
  // what was measured comes after what is stored
  await page.getByRole('region', { name: 'Traffic of the company' }).locator('.chart').waitFor(patient);
  await page.getByRole('region', { name: 'Recent changes' }).waitFor(patient);
  const links = await page
    .locator('main')
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => ({
        address: link.getAttribute('href') ?? '',
        text: link.textContent.trim(),
        region: link.closest('section')?.getAttribute('aria-label') ?? '',
      })),
    );
  const total = page.getByText(/^Total: \d/);
  const compared: string[] = [];
  const timed: string[] = [];
  for (const link of new Map(links.map((each) => [each.address, each])).values()) {
    const { pathname, searchParams } = new URL(link.address, 'http://x');
    if (['/deviceStatus', '/quality'].includes(pathname)) {
      expect.soft([link.text, searchParams.get('from'), searchParams.get('to')]).toEqual([link.text, RANGE.from, RANGE.to]);
      timed.push(`${pathname} ${searchParams.get('tab') ?? ''}`);
    }
    // what is opened by its id, and logs, count nothing
    if (!['/site', '/device', '/alarm'].includes(pathname) || searchParams.has('view')) continue;
    await follow(page, link.address);
    await expect
      .poll(async () => Number(/\d+/.exec((await total.textContent()) ?? '')?.[0]) - ((await numberOf(page, link)) ?? Number.NaN), {
        ...patient,
        message: `${link.region}: ${link.text} leads to ${link.address}`,
      })
      .toBe(0);
    compared.push(pathname);
  }
  // tiles, causes with their sites, places, and sites without coordinates
  expect(new Set(compared)).toEqual(new Set(['/site', '/device', '/alarm']));
  expect(compared.length).toBeGreaterThan(12);
  for (const kind of ['f.located=false', 'f.siteId=', 'f.city=', 'f.code=', 'f.severity=', 'f.state='])
    expect([kind, links.some(({ address }) => address.includes(kind))]).toEqual([kind, true]);
  expect(new Set(timed)).toEqual(new Set(['/deviceStatus ', '/deviceStatus quality', '/deviceStatus application', '/quality ']));
  // a figure that is measured is that of its circuit alone
  const worst = there(links.find(({ region }) => region === 'Worst circuits'));
  await follow(page, worst.address);
  await expect
    .poll(
      () =>
        page
          .getByRole('navigation', { name: 'Narrowed by' })
          .or(page.getByRole('img', { name: /^Chart of/ }).first())
          .count(),
      patient,
    )
    .toBeGreaterThan(0);
  expect(new URL(page.url()).searchParams.get('q.interface')).toMatch(/^WAN\d/);
});

test('a change that somebody makes stands on the dashboard without a reload', async () => {
  const { page } = await enter({ language: 'zh' });
  await signIn(page, 'company@demo.example');
  await page.goto('/dashboard');
  const changes = page.getByRole('region', { name: '最近变更' });
  await changes.locator('.panel-empty, tbody tr').first().waitFor(patient);
  const name = `live-${Date.now()}`;
  await callApi(page, 'POST', '/api/v1/companies/c-huaxin/tags', { name, type: 'site' });
  await changes.getByText(name).first().waitFor(patient);
});
