import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { firstAndLast, thorough } from '#tests/support/effort.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow, workIn } from '#tests/support/work-place.ts';

const { enter } = stage();

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const bar = (page: Page) => page.getByRole('banner');
const pathOf = (page: Page): string => new URL(page.url()).pathname;
const company = (page: Page) => bar(page).getByRole('button', { name: /^Company: / });
const channel = (page: Page) => bar(page).getByRole('button', { name: /^Channel: / });
const cities = (page: Page) => bar(page).getByRole('button', { name: /^City: / });
const options = (page: Page) => page.locator('.popup').getByRole('option');
const tags = (page: Page) => bar(page).getByRole('button', { name: /^Tags: / });

async function chooseMode(page: Page, mode: string): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitemradio', { name: mode }).click();
}

async function modesOf(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  const modes = await page.getByRole('menuitemradio').allInnerTexts();
  await page.keyboard.press('Escape');
  return modes;
}

async function totalOf(page: Page): Promise<number> {
  const text = await page
    .getByRole('navigation', { name: 'Pages' })
    .getByText(/^Total: /)
    .innerText();
  return Number(text.replace(/\D/g, ''));
}

async function chooseCompany(page: Page, keyword: string): Promise<void> {
  await bar(page)
    .getByRole('button', { name: /^Company: / })
    .click();
  await page.getByRole('combobox', { name: 'Search companies' }).fill(keyword);
  // what was there before is gone by then, and nothing moves up any more
  await page
    .getByRole('option')
    .first()
    .and(page.getByRole('option', { name: new RegExp(keyword) }))
    .click();
  await bar(page)
    .getByRole('button', { name: new RegExp(`^Company: .*${keyword}`) })
    .waitFor();
}

/** At the page that an account begins at. */
async function start(username: string): Promise<Page> {
  const { page } = await enter();
  await signIn(page, username);
  await page.goto('/');
  return page;
}

/** The channel is said, and may not be chosen. */
async function expectFixedChannel(page: Page): Promise<void> {
  await bar(page).getByText('Channel:').waitFor();
  expect(await channel(page).count()).toBe(0);
}

async function expectNoChannel(page: Page): Promise<void> {
  expect([await bar(page).getByText('Channel:').count(), await channel(page).count()]).toEqual([0, 0]);
}

describe('modes', () => {
  test.each([
    ['super@demo.example', ['All companies', 'Channel', 'One company']],
    ['global@demo.example', ['All companies', 'Channel', 'One company']],
    ['fixture-channels@demo.example', []],
    ['channel@demo.example', ['Channel', 'One company']],
    ['company@demo.example', []],
  ])('%s may enter %j', async (username, modes) => {
    const page = await start(username);
    await menu(page)
      .or(page.getByRole('heading', { name: 'No page is open to you' }))
      .first()
      .waitFor();
    expect(await modesOf(page)).toEqual(modes);
  });

  test('company mode restores the last company; the all-companies view has no city and no tags', async () => {
    const { page } = await enter();
    await signIn(page);
    await page.goto('/site');
    await chooseCompany(page, '远航');
    await cities(page).waitFor();
    await expectNoChannel(page);
    await chooseMode(page, 'All companies');
    await bar(page).getByRole('button', { name: 'Company: All companies' }).waitFor();
    await page.getByRole('columnheader', { name: 'Company' }).waitFor();
    expect([await cities(page).count(), await tags(page).count()]).toEqual([0, 0]);
    await chooseMode(page, 'One company');
    await bar(page)
      .getByRole('button', { name: /^Company: .*远航/ })
      .waitFor();
    await cities(page).waitFor();
    await chooseMode(page, 'Channel');
    await channel(page).waitFor();
  });

  test('a page that the new mode does not have gives way to the first visible one', async () => {
    const { page } = await enter();
    await signIn(page);
    await page.goto('/advancedFirewall');
    await page.getByRole('table').first().waitFor();
    await chooseMode(page, 'All companies');
    await page.waitForURL((address) => address.pathname !== '/advancedFirewall');
    await menu(page).getByRole('link').first().waitFor();
    expect(await page.getByText('That page is not open to you here').count()).toBe(0);
  });
});

describe('channels', () => {
  test('a global user of several channels may choose; the first one is the beginning', async () => {
    const page = await start('fixture-channels@demo.example');
    await channel(page).waitFor();
    const first = await channel(page).getAttribute('aria-label');
    await channel(page).click();
    const options = page.getByRole('menuitemradio');
    expect(await options.count()).toBe(2);
    await options.nth(1).click();
    await expect.poll(() => channel(page).getAttribute('aria-label')).not.toBe(first);
  });

  test('the dropdown is there with more than one channel only', async () => {
    const page = await start('global@demo.example');
    await menu(page).waitFor();
    const { extra } = await callApi<{ extra: { channels: string[][] } }>(page, 'GET', '/api/v1/users/global%40demo.example?page=login');
    expect(extra.channels).toHaveLength(1);
    await chooseMode(page, 'Channel');
    await expectFixedChannel(page);
    // company mode has the company and no channel to choose
    await chooseMode(page, 'One company');
    await company(page).waitFor();
    await expectNoChannel(page);
  });

  test('a channel user cannot change the channel, even with two of them', async () => {
    const page = await start('fixture-two-channels@demo.example');
    await chooseMode(page, 'Channel');
    await expectFixedChannel(page);
    // nor has company mode one
    await chooseMode(page, 'One company');
    await company(page).waitFor();
    await expectNoChannel(page);
  });
});

describe('every kind of account changes its company', () => {
  const shownCompany = async (page: Page) => ((await company(page).getAttribute('aria-label')) ?? '').replace('Company: ', '');
  const infoOf = (page: Page, username: string) =>
    callApi<{ extra: { companyList: string[] }; companies: { companyId: string; name: string }[] }>(
      page,
      'GET',
      `/api/v1/users/${encodeURIComponent(username)}?page=login`,
    );

  /** One of each type; by night those, too, whose companies are given in another way. */
  const accounts: [string, boolean][] = [
    ['super@demo.example', true],
    ['noc@demo.example', true],
    ['channel@demo.example', false],
    ['delegate@demo.example', false],
  ];
  const more: [string, boolean][] = [
    ['global@demo.example', true],
    ['fixture-two-companies@demo.example', false],
  ];
  test.each([...accounts, ...(thorough ? more : [])])('%s is offered what it may enter, and goes there', async (username, withAll) => {
    const page = await start(username);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await company(page).waitFor();
    const { companies } = await infoOf(page, username);
    const names = companies.map(({ name }) => name).toSorted();
    expect(names.length).toBeGreaterThan(1);
    for (const name of firstAndLast(names)) {
      await company(page).click();
      await expect
        .poll(async () => (await options(page).allInnerTexts()).toSorted())
        .toEqual([...(withAll ? ['All companies'] : []), ...names].toSorted());
      await page.getByRole('combobox', { name: 'Search companies' }).fill(name.slice(0, 4));
      // what does not match is gone by then, and nothing moves any more
      await options(page)
        .filter({ hasNotText: name.slice(0, 4) })
        .first()
        .waitFor({ state: 'detached' });
      await page.getByRole('option', { name, exact: true }).click();
      await bar(page)
        .getByRole('button', { name: `Company: ${name}`, exact: true })
        .waitFor();
      await menu(page).getByRole('link').nth(1).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('alert').count()).toBe(0);
    }
    expect(refused).toEqual([]);
  });

  // that of the whole company is seen by day, too: in `login.test.ts`
  test.each(['regional@demo.example', ...(thorough ? ['company@demo.example', 'viewer@demo.example'] : [])])(
    '%s has one company and no choice',
    async (username) => {
      const page = await start(username);
      await bar(page).getByText('Company:').waitFor();
      expect(await company(page).count()).toBe(0);
    },
  );

  test('a stored company that may no longer be entered gives way to another, and that is said', async () => {
    const { page } = await enter();
    const username = 'delegate@demo.example';
    await signIn(page, username);
    const { companies } = await infoOf(page, username);
    await workIn(page, { mode: 'company', username, company: { id: 'c-qiming', name: 'Lost & found', auditType: 'none' } });
    await page.goto('/');
    await expect.poll(() => shownCompany(page)).toMatch(new RegExp(companies.map(({ name }) => name).join('|')));
    await page.getByText(/“Lost & found” is no longer open to you\. You are now in “.+”\./).waitFor();
  });
});

describe('companies', () => {
  test('the list comes twenty at a time and waits for the typing to pause', async () => {
    const { page } = await enter();
    const asked: URL[] = [];
    page.on('request', (request) => request.url().includes('/api/v1/companies?') && asked.push(new URL(request.url())));
    await signIn(page);
    await page.goto('/site');
    await bar(page)
      .getByRole('button', { name: /^Company: / })
      .click();
    await page.getByRole('option').nth(1).waitFor();
    await page.keyboard.type('华信零售', { delay: 30 });
    await expect.poll(() => asked.filter((url) => url.searchParams.get('keyword') !== null).length).toBe(1);
    expect(asked.every((url) => Number(url.searchParams.get('limit')) <= 20)).toBe(true);
    expect(asked.at(-1)?.searchParams.get('keyword')).toBe('华信零售');
  });

  test('a list that fails is empty and says so', async () => {
    const { page, problems } = await enter();
    await signIn(page);
    await page.goto('/site');
    await page.route('**/api/v1/companies?*', (route) => route.fulfill({ status: 500, json: {} }));
    await bar(page)
      .getByRole('button', { name: /^Company: / })
      .click();
    await page.getByText('The companies could not be loaded').waitFor();
    expect(await options(page).allInnerTexts()).toEqual(['All companies']);
    problems.length = 0;
  });

  test('another company: tags, regions, sites and alarms are loaded anew, selected tags are gone', async () => {
    const { page } = await enter();
    const frames: string[] = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(String(payload))));
    const subscribed = (): string[] => frames.flatMap((frame) => /"companyId":"([^"]*)"/.exec(frame)?.[1] ?? []);
    await signIn(page);
    await page.goto('/site');
    await tags(page).click();
    await page.getByRole('checkbox').first().check();
    await page.keyboard.press('Escape');
    expect(await tags(page).getAttribute('aria-label')).not.toBe('Tags: All tags');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await chooseCompany(page, '远航');
    await expect.poll(() => new Set(subscribed()).size).toBe(2);
    await expect.poll(() => tags(page).getAttribute('aria-label')).toBe('Tags: All tags');
    await page.waitForLoadState('networkidle');
    for (const list of ['regions', 'cities', 'citySites', 'tags', 'sites'])
      expect([list, asked.some((path) => path.endsWith(`/${list}`))]).toEqual([list, true]);
  });
});

describe('city and tags', () => {
  test('a city narrows the sites and shows how many it has; the page begins anew', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/site?page=2');
    await page.getByRole('table', { name: 'Site' }).getByRole('link').first().waitFor();
    const all = await totalOf(page);
    await cities(page).click();
    const option = page.getByRole('option', { name: /^上海/ });
    const count = Number((await option.innerText()).replace(/\D/g, ''));
    await page.getByRole('combobox', { name: 'Search cities' }).fill('上海');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await bar(page).getByRole('button', { name: 'City: 上海' }).waitFor();
    await expect.poll(() => totalOf(page)).toBe(count);
    expect(count).toBeLessThan(all);
    expect(new URL(page.url()).searchParams.has('page')).toBe(false);
    // it is the top bar's, not a second filter of the list
    expect(await page.getByRole('list', { name: 'Active filters' }).count()).toBe(0);
    await page.reload();
    await bar(page).getByRole('button', { name: 'City: 上海' }).waitFor();
    await expect.poll(() => totalOf(page)).toBe(count);
  });

  test('several tags match any or all, as the server counts them', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/site');
    await page.getByRole('table', { name: 'Site' }).getByRole('link').first().waitFor();
    const all = await totalOf(page);
    await tags(page).click();
    await page.getByRole('searchbox', { name: 'Search tags' }).fill('VIP');
    await page.getByRole('checkbox', { name: 'VIP' }).check();
    await expect.poll(() => bar(page).getByRole('button', { name: 'Tags: VIP' }).count()).toBe(1);
    // the list follows the choice
    await expect.poll(() => totalOf(page)).toBeLessThan(all);
    const one = await totalOf(page);
    await page.getByRole('searchbox', { name: 'Search tags' }).fill('门店');
    await page.getByRole('checkbox', { name: '门店', exact: true }).check();
    await expect.poll(() => totalOf(page)).toBeGreaterThan(one);
    const any = await totalOf(page);
    await page.getByRole('radio', { name: 'Match all' }).check();
    await expect.poll(() => totalOf(page)).toBeLessThan(any);
    await expectAccessible(page);
    const both = await totalOf(page);
    const { companies } = await callApi<{ companies: { companyId: string }[] }>(
      page,
      'GET',
      '/api/v1/users/company%40demo.example?page=login',
    );
    const id = companies[0]?.companyId ?? '';
    const { results } = await callApi<{ results: { id: string; name: string }[] }>(page, 'GET', `/api/v1/companies/${id}/tags?limit=1000`);
    const chosen = results.filter(({ name }) => name === 'VIP' || name === '门店').map((tag) => `siteTag=${tag.id}`);
    const { total } = await callApi<{ total: number }>(page, 'GET', `/api/v1/companies/${id}/sites?${chosen.join('&')}&tagMatch=all`);
    expect(both).toBe(total);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await bar(page).getByRole('button', { name: 'Tags: All tags' }).waitFor();
  });

  test('they stand on the pages that have them, and on no other', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/tag');
    await page.getByRole('table', { name: 'Tag' }).waitFor();
    expect([await cities(page).count(), await tags(page).count()]).toEqual([0, 0]);
    await menu(page).getByRole('link', { name: 'Sites', exact: true }).click();
    await cities(page).waitFor();
    expect(await tags(page).count()).toBe(1);
    expect(pathOf(page)).toBe('/site');
    for (const [path, title, withTags] of [
      ['/netDiagnoseTool', 'Diagnosis tools', 0],
      ['/netDiagnosePage', 'Network diagnosis', 0],
      ['/userListOfLan', 'LAN users', 1],
    ] as const) {
      await follow(page, path);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.getByRole('table').first().waitFor();
      await cities(page).click();
      await options(page)
        .first()
        .getByText(/devices?$/)
        .waitFor();
      expect([path, await tags(page).count()]).toEqual([path, withTags]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('table').first().getByRole('row').nth(1).waitFor();
    const all = await totalOf(page);
    await cities(page).click();
    await page.getByRole('option', { name: /^上海/ }).click();
    await expect.poll(() => totalOf(page)).toBeLessThan(all);
    // what was chosen goes along to the next page
    await menu(page).getByRole('link', { name: 'Sites', exact: true }).click();
    await bar(page).getByRole('button', { name: 'City: 上海' }).waitFor();
  });

  test('cities and tags that cannot be had are empty lists', async () => {
    const { page, problems } = await enter();
    await page.route(/\/(citySites|tags)\?/, (route) => route.fulfill({ status: 500, json: {} }));
    await signIn(page, 'company@demo.example');
    await page.goto('/site');
    await cities(page).click();
    await page.getByRole('combobox', { name: 'Search cities' }).waitFor();
    expect(await options(page).allInnerTexts()).toEqual([expect.stringMatching(/^All cities/)]);
    await page.keyboard.press('Escape');
    await tags(page).click();
    await page.getByText('Nothing found').waitFor();
    problems.length = 0;
  });
});
