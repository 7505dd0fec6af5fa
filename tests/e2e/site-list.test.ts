import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { arrivalsOn, callersOn, patient } from '#tests/support/site-wizard.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

const place = stage();
const arrive = arrivalsOn(place);
const call = callersOn(place);
/** On a screen that has room for the map beside the list. */
const arriveWide: typeof arrive = async (path, ...who) => {
  const page = await call(...who);
  await page.setViewportSize({ width: 1680, height: 900 });
  await page.goto(path);
  return page;
};
const rows = (page: Page): Locator => page.locator('tbody tr[data-index]');
const map = (page: Page): Locator => page.getByRole('complementary', { name: /^(Map of the sites|列表中站点的地图)/ });

/** Calls of a path that the page makes from now on. */
function counted(page: Page, path: string): { urls: string[] } {
  const found = { urls: [] as string[] };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) found.urls.push(request.url());
  });
  return found;
}

describe('what a row of a site tells', () => {
  test('bandwidth and alarms of all rows in sight come with one call each; what is not measured says why', async () => {
    const page = await call();
    const [traffic, alarms] = [counted(page, '/api/v1/siteTraffic'), counted(page, '/api/v1/siteAlarms')];
    await page.goto('/site');
    await rows(page).first().waitFor();
    await page.locator('.wc-spark').first().waitFor();
    expect(await page.locator('.wc-spark svg').first().getAttribute('aria-label')).toMatch(
      /^In the last half hour: [\d.]+ [kMG]?bps down and [\d.]+ [kMG]?bps up now, [\d.]+ [kMG]?bps at most$/,
    );
    const shown = await rows(page).count();
    expect(traffic.urls).toHaveLength(1);
    expect(alarms.urls).toHaveLength(1);
    expect(new URL(traffic.urls[0] ?? '').searchParams.getAll('siteId').length).toBe(shown);
    // one whose device never reported stands there without a line
    await follow(page, '/site?f.state=UNCONFIGURED');
    await rows(page).first().getByText('Device never reported').waitFor();
    await expectAccessible(page);
  });

  test('the number of alarms leads to the list of exactly these', async () => {
    const page = await arrive('/site?f.state=TEMPORARYOFFLINE&f.state=OFFLINE&f.state=EXCEPTION');
    const link = page.locator('tbody a[href*="f.neId"]').first();
    await link.waitFor();
    const count = Number(await link.innerText());
    await link.click();
    await page.waitForURL((address) => address.pathname === '/alarm' && address.searchParams.get('f.status') === 'firing');
    await page.getByText(`Total: ${count}`).waitFor();
  });
});

describe('the map beside the list', () => {
  test('a place narrows the list and is chosen until it is chosen again; provinces too', async () => {
    const page = await arriveWide('/site');
    const places = map(page).getByRole('button', { pressed: false });
    await places.first().waitFor();
    const all = await page.getByText(/^Total: /).innerText();
    const wanted = map(page)
      .getByRole('button', { name: /^[^,]+: 1 site, / })
      .first();
    const name = (await wanted.getAttribute('aria-label'))?.split(':')[0] ?? '';
    await wanted.click();
    await page.getByText('Total: 1', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.getAll('f.city')).toEqual([name]);
    await map(page)
      .getByRole('button', { name: new RegExp(`^${name}: `), pressed: true })
      .waitFor();
    // the other places stay, to be chosen instead
    expect(await map(page).getByRole('button', { pressed: false }).count()).toBeGreaterThan(3);
    await expectAccessible(page);
    await map(page)
      .getByRole('button', { name: new RegExp(`^${name}: `) })
      .click();
    await page.getByText(all, { exact: true }).waitFor();
    const labels = (): Promise<string[]> =>
      places.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? '').filter((label) => / sites?, /.test(label)));
    const cities = await labels();
    await map(page).getByRole('radio', { name: 'Sites by province' }).check();
    // cities stand there until provinces come
    await expect.poll(labels).not.toEqual(cities);
    const province = map(page)
      .getByRole('button', { name: /: [2-9] sites, / })
      .first();
    const count = /: (\d+) sites/.exec((await province.getAttribute('aria-label')) ?? '')?.[1];
    await province.click();
    await page.getByText(`Total: ${count}`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'All places' }).click();
    await page.getByText(all, { exact: true }).waitFor();
  });

  test('what is pointed at in one is marked in the other', async () => {
    const page = await arriveWide('/site');
    await map(page).getByRole('button').first().waitFor();
    const city = (await rows(page).first().getAttribute('data-place')) ?? '';
    await rows(page).first().hover();
    await map(page).locator('[data-lit]').waitFor();
    const mark = map(page).locator('[data-lit]');
    await mark.hover();
    await expect.poll(() => page.locator('tr[data-near]').count(), patient).toBeGreaterThan(0);
    expect(await page.locator(`tr[data-near][data-place="${city}"]`).count()).toBeGreaterThan(0);
  });

  test('it is put away, and stays away for who did', async () => {
    // a choice of one person, which others' tests are not to meet
    const page = await arriveWide('/site', 'zh', 'viewer@demo.example');
    await map(page).waitFor();
    await page.getByRole('button', { name: '地图' }).click();
    await map(page).waitFor({ state: 'detached' });
    await page.reload();
    await rows(page).first().waitFor();
    expect(await map(page).count()).toBe(0);
    await page.getByRole('button', { name: '地图' }).click();
    await map(page).waitFor();
  });

  test('it follows what the list is narrowed by', async () => {
    const page = await arriveWide('/site?f.state=UNCONFIGURED');
    await rows(page).first().waitFor();
    const total = Number((await page.getByText(/^Total: /).innerText()).replace(/\D/g, ''));
    const shown = async (): Promise<number> => {
      const names = await map(page)
        .getByRole('button')
        .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
      return names.reduce((sum, name) => sum + Number(/: (\d+) sites?,/.exec(name)?.[1] ?? 0), 0);
    };
    await expect.poll(shown, patient).toBe(total);
  });
});

test('in the view of all companies there is neither city nor tag in the top bar, but a column and a filter of the company', async () => {
  const page = await arrive('/site', 'en', 'super@demo.example');
  const selectors = page.getByRole('banner').getByRole('button', { name: /^(City|Tags): / });
  await selectors.first().waitFor();
  expect(await selectors.count()).toBe(2);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitemradio', { name: 'All companies' }).click();
  const { total } = await callApi<{ total: number }>(page, 'GET', '/api/v1/sites?limit=1');
  await page.getByText(`Total: ${total}`, { exact: true }).waitFor();
  expect(await selectors.count()).toBe(0);
  await page.getByRole('columnheader', { name: 'Company' }).waitFor();
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Company', exact: true }).waitFor();
});
