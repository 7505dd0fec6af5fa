import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { without as omit } from '#server/kernel/resource/without.ts';
import { COMPANY, REGIONAL, testServer } from '#tests/server/harness.ts';
import { timestamp } from '#server/store/clock.ts';
import { standing } from '#tests/support/standing.ts';
import { follow } from '#tests/support/work-place.ts';

/**
 * What each figure of the dashboard leads to is what it counts, for whoever looks: all of a company, or those of one region. One
 * cause stands at more sites than its list of causes names.
 */
const MANY_SITES = 30;
const { enter } = standing(async () => {
  const server = await testServer();
  const { store, system } = server.services;
  const spec = store.spec('Site');
  // a site of a city that is on the map is not, and one that is stands in no city
  const sites = await system.docs(spec, { where: { companyId: 'c-huaxin' }, skip: 0, limit: 100 });
  const [first = [], second = []] = [...Map.groupBy(sites, ({ city }) => city).values()].filter((own) => own.length > 2);
  await system.write(async (tx) => {
    for (const [id, ...without] of [
      [first[0]?.siteId, 'longitude', 'latitude'],
      [second[0]?.siteId, 'city'],
    ] as const) {
      const site = await tx.get(spec, id ?? '');
      if (site) await tx.update(spec, site, omit(site.doc, ...without), site.secret);
    }
    for (const [index, { siteId }] of sites.slice(0, MANY_SITES).entries())
      await tx.insert(store.spec('Alert'), {
        alertId: `al-many-${index}`,
        companyId: 'c-huaxin',
        neId: siteId,
        code: 'device.fan',
        name: 'Fan',
        severity: 'Warning',
        status: 'firing',
        attention: 'due',
        acknowledged: false,
        notified: true,
        raisedAt: timestamp(server.clock.now()),
      });
  });
  return server;
});
const patient = { timeout: 60_000 };
/** Six hours. */
const TIME = 'option=3';
const MEASURED = new Set(['/deviceStatus', '/quality']);

type Link = { where: string; href: string; text: string; count: number | null };

async function linksOf(page: Page): Promise<Link[]> {
  await page.locator('main canvas').first().waitFor(patient);
  await page.locator('main .place-map a').first().waitFor(patient);
  await expect.poll(() => page.locator('main .rt-skeleton, main [aria-busy="true"]').count(), patient).toBe(0);
  return page.locator('main a[href]').evaluateAll((links) =>
    links.map((link) => {
      const text = (link.textContent ?? '').trim();
      const own = link.querySelector('b')?.textContent ?? text;
      // a place says its count behind the sign of its state; a sentence has it somewhere
      const [, digits] = (link.closest('.place-map, .panel-note') ? /(\d+)/ : /^(\d+)$/).exec(own.trim()) ?? [];
      return {
        where: link.closest('section')?.getAttribute('aria-label') ?? '',
        href: link.getAttribute('href') ?? '',
        text: link.getAttribute('aria-label') ?? text,
        count: digits === undefined ? null : Number(digits),
      };
    }),
  );
}

/** How many there are of what a list shows. */
async function listed(page: Page, href: string): Promise<number | string> {
  const { pathname, search } = new URL(page.url());
  if (pathname + search !== href) return `${pathname}${search}`;
  const total = page.getByText(/^(Total: |共 )[\d,]+/);
  if ((await total.count()) > 0) return Number((await total.first().innerText()).replaceAll(/\D/g, ''));
  return (await page.locator('main .empty').count()) > 0 ? 0 : 'nothing yet';
}

test.each([
  ['an operator of the company', COMPANY, 'en'],
  ['who sees one region of it', REGIONAL, 'zh'],
] as const)(
  '%s: every number leads to the list of what it counts, every measurement to its page at the same time',
  { timeout: 180_000 },
  async (_, who, language) => {
    const { page } = await enter(who, { language });
    await page.goto(`/dashboard?${TIME}`);
    const links = await linksOf(page);
    if (who === COMPANY)
      expect(links.filter(({ href, count }) => href === '/site?f.alarm=device.fan' && (count ?? 0) >= MANY_SITES)).toHaveLength(1);
    const counted = links.flatMap(({ count, ...link }) => (count === null ? [] : [{ ...link, count }]));
    expect(await page.locator('main .tile b').count()).toBe(await page.locator('main .tile a > b').count());
    expect(new Set(counted.map(({ href }) => href.split('?')[0]))).toEqual(new Set(['/alarm', '/site', '/device']));
    const measured = links.filter(({ href }) => MEASURED.has(href.split('?')[0] ?? ''));
    expect(measured.length).toBeGreaterThan(5);
    for (const { where, href } of measured) expect([where, new URLSearchParams(href.split('?')[1]).get('option')]).toEqual([where, '3']);
    for (const [href, [link]] of Map.groupBy(counted, (each) => each.href)) {
      await follow(page, href);
      await expect.poll(() => listed(page, href), { timeout: 20_000, message: `${link?.where}: ${link?.text}` }).toBe(link?.count);
    }
    // figures of one address are one
    for (const own of Map.groupBy(counted, (each) => each.href).values()) expect(new Set(own.map(({ count }) => count)).size).toBe(1);
  },
);
