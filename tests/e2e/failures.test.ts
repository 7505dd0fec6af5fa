import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { sharedBrowser } from '#tests/support/browser.ts';
import { thorough } from '#tests/support/effort.ts';
import { expectAccessible, logIn, nextVisit } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { startServer } from '#tests/support/server.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

const { enter } = stage();

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const trouble = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const tagTable = (page: Page) => page.getByRole('table', { name: 'Tag' });

async function openTags(page: Page, username = 'company@demo.example'): Promise<void> {
  await signIn(page, username);
  await page.goto('/tag');
  await tagTable(page).getByRole('link').first().waitFor();
}

async function beginTag(page: Page, name: string): Promise<void> {
  await page.goto('/tag?new=1');
  await page.getByRole('dialog').getByLabel('Name').fill(name);
}

describe('maintenance', () => {
  test('a refused write says so, the page reloads ever later, and the half-filled form is there again', async () => {
    const { page, problems } = await enter({ language: 'zh' });
    const { page: admin } = await enter();
    await signIn(admin);
    const { updatedAt: _, revision: __, ...config } = await callApi<Record<string, unknown>>(admin, 'GET', '/api/v1/system');
    await page.clock.install();
    await signIn(page, 'company@demo.example');
    await page.goto('/tag?new=1');
    const name = page.getByRole('dialog').getByLabel('名称');
    await name.fill('half a tag');
    await page.getByRole('dialog').getByLabel('类型').click();
    await page.getByRole('option', { name: '站点', exact: true }).click();
    await callApi(admin, 'PUT', '/api/v1/system', { ...config, enable: false });
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.getByRole('dialog').getByRole('button', { name: '创建' }).click();
    await page.getByText('系统维护中，页面即将刷新。').waitFor();
    await page.clock.runFor(2500);
    expect(loads).toBe(0);
    await page.clock.runFor(3000);
    await expect.poll(() => loads).toBe(1);
    await expect.poll(() => name.inputValue()).toBe('half a tag');
    // refused again: the next wait is twice as long
    await page.getByRole('dialog').getByRole('button', { name: '创建' }).click();
    await page.getByText('系统维护中，页面即将刷新。').waitFor();
    await page.clock.runFor(5500);
    expect(loads).toBe(1);
    await page.clock.runFor(5000);
    await expect.poll(() => loads).toBe(2);
    await expect.poll(() => name.inputValue()).toBe('half a tag');
    await callApi(admin, 'PUT', '/api/v1/system', { ...config, enable: true });
    await page.getByRole('dialog').getByRole('button', { name: '创建' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('row').filter({ hasText: 'half a tag' }).waitFor();
    problems.length = 0;
  });

  test('a server that refuses its last calls and is gone: the page stays, and is loaded anew when there is one again', async () => {
    const { page, problems } = await enter();
    await page.clock.install();
    await openTags(page);
    let loads = 0;
    page.on('load', () => (loads += 1));
    const shut = (route: Route) => route.fulfill({ status: 503, json: { title: 'Service Unavailable', status: 503 } });
    await page.route('**/tags?*limit=20*', shut);
    const gone = (route: Route) => (route.request().method() === 'HEAD' ? route.abort('connectionrefused') : route.fallback());
    await page.route('/', gone);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('under maintenance').first().waitFor();
    for (const wait of [6000, 11_000]) {
      const asked = page.waitForRequest((request) => request.method() === 'HEAD');
      await page.clock.fastForward(wait);
      await asked;
    }
    await page.unroute('**/tags?*limit=20*', shut);
    await page.unroute('/', gone);
    expect(loads).toBe(0);
    await page.clock.fastForward(21_000);
    await expect.poll(() => loads).toBe(1);
    await tagTable(page).getByRole('link').first().waitFor();
    problems.length = 0;
  });
});

describe('answers that fail', () => {
  // other words are no other code: by night in both languages
  test.each(
    (
      [
        ['zh', '同步consul失败'],
        ['en', 'Synchronising consul failed'],
      ] as const
    ).filter(([language]) => thorough || language === 'zh'),
  )('status 418 in %s: %s', async (language, sentence) => {
    const { page, problems } = await enter({ language });
    await signIn(page, 'company@demo.example');
    await page.route('**/tags?*limit=20*', (route) => route.fulfill({ status: 418, json: { detail: 'whatever' } }));
    await page.goto('/tag');
    await page.getByText(sentence).waitFor();
    expect(await page.getByText('whatever').count()).toBe(0);
    problems.length = 0;
  });

  test('no answer within sixty seconds', async () => {
    const { page } = await enter();
    await page.clock.install();
    await openTags(page);
    const slow = /\/companies\/[^/]+\/tags\?.*keyword=slow/;
    await page.route(slow, () => {});
    await page.getByRole('searchbox').fill('slow');
    const asked = page.waitForRequest(slow);
    await page.getByRole('searchbox').press('Enter');
    await asked;
    // asked twice: the first silence may be an accident
    await page.clock.fastForward(59_000);
    expect(await page.getByText('No answer within 60 seconds').count()).toBe(0);
    const askedAgain = page.waitForRequest(slow);
    await page.clock.runFor(5000);
    await askedAgain;
    // second by second: what follows a silence takes turns of the page, each of which may want time to go on
    const said = page.getByText('No answer within 60 seconds');
    await expect.poll(() => page.clock.runFor(1000).then(() => said.count()), { timeout: 60_000, interval: 1 }).toBeGreaterThan(0);
  });
});

describe('parts of the console', () => {
  test('a part that is gone after a deploy: one reload, then a page that says so', async () => {
    const { page, problems } = await enter();
    await openTags(page);
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.route('**/assets/detail-drawer-*.js', (route) => route.abort());
    await tagTable(page).getByRole('link').first().click();
    await expect.poll(() => loads).toBe(1);
    await page.getByText('A part of the console could not be loaded. Reload the page.').waitFor();
    expect(loads).toBe(1);
    await menu(page).waitFor();
    await expectAccessible(page);
    await page.unroute('**/assets/detail-drawer-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog').getByRole('tabpanel').waitFor();
    problems.length = 0;
  });

  test('a part that does not come within 120 seconds is given up', async () => {
    const { page, problems } = await enter();
    await page.clock.install();
    await openTags(page);
    let loads = 0;
    page.on('load', () => (loads += 1));
    // whether the server is there is asked before the page is loaded anew
    let asks = 0;
    page.on('request', (request) => (asks += request.method() === 'HEAD' ? 1 : 0));
    await page.route('**/assets/detail-drawer-*.js', () => {});
    const asked = (): Promise<unknown> => page.waitForRequest('**/assets/detail-drawer-*.js');
    const first = asked();
    await tagTable(page).getByRole('link').first().click();
    await first;
    await page.clock.fastForward(119_000);
    // what was given up by now would have asked before this
    await page.evaluate(() => fetch('/healthz'));
    expect([asks, loads]).toEqual([0, 0]);
    const second = asked();
    await page.clock.fastForward(2000);
    await expect.poll(() => loads).toBe(1);
    await menu(page).waitFor();
    await second;
    // it is asked for ahead, too: what draws it begins to wait when it has all else
    const said = page.getByText('A part of the console could not be loaded. Reload the page.');
    await expect.poll(() => page.clock.fastForward(121_000).then(() => said.count()), { interval: 250 }).toBe(1);
    problems.length = 0;
  });
});

describe('the language', () => {
  test('a change keeps the half-filled form', async () => {
    const { page } = await enter();
    // the choice is the account's from then on
    await signIn(page);
    await beginTag(page, 'in two languages');
    await page.getByRole('dialog').getByLabel('Remark').fill('begun in English');
    // the drawer is modal for the mouse; a command reaches the switch
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search everywhere' }).waitFor();
    await page.keyboard.type('中文');
    await page.getByRole('option', { name: 'Language: 中文' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('html[lang="zh"]').waitFor();
    await expect.poll(() => page.getByRole('dialog').getByLabel('名称').inputValue()).toBe('in two languages');
    expect(await page.getByRole('dialog').getByLabel('备注').inputValue()).toBe('begun in English');
  });

  test('logging out keeps it as a draft, and logging in again opens it', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await beginTag(page, 'kept over log-out');
    await page.evaluate(() => localStorage.setItem('wan.other', '1'));
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search everywhere' }).waitFor();
    await page.keyboard.type('Log out');
    await page.getByRole('option', { name: 'Log out' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
    await logIn(page, 'company@demo.example');
    await menu(page).waitFor();
    await follow(page, '/tag?new=1');
    await expect.poll(() => page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('kept over log-out');
  });
});

describe('the network', () => {
  test('offline is told; a call fails at once with its sentence; back online the console goes on by itself', async () => {
    const { page, context, problems } = await enter();
    await openTags(page);
    await context.setOffline(true);
    await page.getByText('This device is offline. The console goes on by itself once the network is back.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await trouble(page, 'This device is offline. Check the network and try again.').waitFor();
    await context.setOffline(false);
    await page.getByText('The network is back.').waitFor();
    await trouble(page, 'This device is offline').waitFor({ state: 'hidden' });
    await tagTable(page).getByRole('link').first().waitFor();
    problems.length = 0;
  });

  test('a server that goes away and comes back: told, the badge says nothing meanwhile, and all is back by itself', async () => {
    const { url, port, folder, process: first } = await startServer();
    const { page, close } = await nextVisit(await sharedBrowser(), { url });
    await openTags(page);
    const bell = page.getByRole('banner').getByRole('link', { name: /^Alarms/ });
    await expect.poll(() => bell.getAttribute('aria-label')).toMatch(/^Alarms: \d+\+? firing$/);
    const ended = once(first, 'exit');
    // whether it still refuses a call with 503, and so has the page loaded anew when it is back, is left to chance
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch().catch(() => undefined);
      if (response === undefined || response.status() === 503) return route.abort('connectionrefused');
      return route.fulfill({ response });
    });
    // the notice goes by itself, and a server may take its time to end
    const told = page.getByText('The live connection was lost; connecting again.').waitFor();
    first.kill('SIGTERM');
    await told;
    await ended;
    expect(await bell.getAttribute('aria-label')).toBe('Alarms: not known');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await trouble(page, 'The server cannot be reached.').waitFor();
    const second = await startServer({ PORT: String(port), DATA_DIR: folder });
    try {
      await page.getByText('The live connection is back.').waitFor({ timeout: 30_000 });
      await expect.poll(() => bell.getAttribute('aria-label')).toMatch(/^Alarms: \d+\+? firing$/);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await trouble(page, 'The server cannot be reached.').waitFor({ state: 'hidden' });
    } finally {
      await close();
      await second.stop();
    }
  });
});
