import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { expectAccessible, logIn } from '#tests/support/page.ts';
import { beginWith, signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

const { enter, url } = stage();

/** The lifetime that the demo grants. */
const lifetime = 30 * 60_000;
const tenth = lifetime / 10;
/** More than what storage takes from tab to tab (milliseconds). */
const MOMENT = 250;

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const trouble = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const tokenOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const kept = sessionStorage.getItem('wan.session') ?? localStorage.getItem('wan.session');
    return (JSON.parse(kept ?? '{}') as { token?: string }).token;
  });

/** Moves the page's clock on; whoever is `busy` moves the mouse meanwhile. */
async function pass(page: Page, ms: number, busy = false): Promise<void> {
  for (let left = ms; left > 0; left -= tenth) {
    if (busy) await page.mouse.move(100 + (left % 50), 100);
    // the log-in page is loaded in its own time
    if (new URL(page.url()).pathname === '/login') return;
    // one check of the session, and not what a page does every second of it
    await page.clock.fastForward(Math.min(left, tenth));
    // a renewal that is under way is answered before the next tick asks, however busy the machine is
    while (await isRenewing(page)) await page.clock.fastForward(MOMENT);
  }
}

/** Whether any tab is at it. */
function isRenewing(page: Page): Promise<boolean> {
  return page
    .evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return held.length + pending.length > 0;
    })
    .catch(() => false);
}

/** Somebody who logged in just now, and whose time the test moves. */
async function begin(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await signIn(page, 'company@demo.example');
  await page.goto(address);
  await menu(page).waitFor();
}

describe('how long a session lasts', () => {
  test('it is renewed for whoever works, once less than a third is left', async () => {
    const { page } = await enter();
    let renewals = 0;
    page.on('request', (request) => (renewals += request.url().includes('/tokens/refresh') ? 1 : 0));
    await begin(page, '/tag');
    const first = await tokenOf(page);
    await pass(page, tenth * 6, true);
    expect([await tokenOf(page), renewals]).toEqual([first, 0]);
    await pass(page, tenth * 2, true);
    await expect.poll(() => tokenOf(page)).not.toBe(first);
    expect(renewals).toBe(1);
    await follow(page, '/site');
    await page.getByRole('table', { name: 'Site' }).waitFor();
  });

  test('full screen keeps an idle session; whoever does nothing is logged out, told so, and led back afterwards', async () => {
    const { page } = await enter();
    await begin(page, '/tag?keyword=VIP');
    await page.getByRole('table', { name: 'Tag' }).waitFor();
    const setFullScreen = (on: boolean): Promise<unknown> =>
      page.evaluate(
        (full) =>
          Object.defineProperty(document, 'fullscreenElement', { get: () => (full ? document.documentElement : null), configurable: true }),
        on,
      );
    await setFullScreen(true);
    await pass(page, lifetime + tenth * 2);
    await menu(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/tag');
    await setFullScreen(false);
    // an idle page is renewed as long as the last activity lies within the lifetime, and ends after it
    await pass(page, lifetime - tenth);
    expect(new URL(page.url()).pathname).toBe('/tag');
    await pass(page, tenth);
    await trouble(page, 'Session timeout, please login again').waitFor();
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/tag?keyword=VIP');
    expect(await tokenOf(page)).toBeUndefined();
  });

  test('one tab renews for all, and activity in one is activity in the other', async () => {
    const { page, context } = await enter();
    await page.clock.install();
    await logIn(page, 'company@demo.example', 'Demo1234', { remember: true });
    await menu(page).waitFor();
    const other = await context.newPage();
    await other.goto('/tag');
    await other.getByRole('table', { name: 'Tag' }).waitFor();
    let renewals = 0;
    context.on('request', (request) => (renewals += request.url().includes('/tokens/refresh') ? 1 : 0));
    const first = await tokenOf(page);
    // the clock is that of both tabs; only one of them has somebody at its mouse
    await pass(page, tenth * 8, true);
    await expect.poll(() => tokenOf(page)).not.toBe(first);
    expect(await tokenOf(other)).toBe(await tokenOf(page));
    expect(renewals).toBe(1);
    await pass(page, tenth * 5, true);
    expect(new URL(other.url()).pathname).toBe('/tag');
  });

  test('a tab that was duplicated goes with its twin', async () => {
    const { page, context } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/tag');
    await menu(page).waitFor();
    const kept = await page.evaluate(() => Object.fromEntries(Object.entries<string>(sessionStorage)));
    const twin = await context.newPage();
    await beginWith(twin, 'sessionStorage', kept);
    await twin.goto('/tag');
    await twin.getByRole('table', { name: 'Tag' }).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
    await twin.waitForURL(/\/login\?redirect=/);
    await twin.getByRole('textbox', { name: 'Username' }).waitFor();
  });

  test('a session that the server ended says so at the next call', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    // the start page has no address of its own to come back to
    await page.goto('/');
    await page.waitForURL('**/dashboard');
    await menu(page).waitFor();
    await fetch(`${url()}/api/v1/logout`, { method: 'POST', headers: { authorization: `Bearer ${(await tokenOf(page)) ?? ''}` } });
    // a call of the page itself may have been the next one
    await menu(page)
      .getByRole('link', { name: 'Devices' })
      .click({ timeout: 3000 })
      .catch(() => {});
    await trouble(page, 'Session timeout, please login again').waitFor();
    // where the call came from, or where it was to lead
    expect(new URL(page.url()).searchParams.get('redirect')).toMatch(/^\/(dashboard|device)$/);
  });
});

test('logging out removes what the session left, and no more', async () => {
  const { page } = await enter();
  await signIn(page);
  await page.goto('/site');
  await page.getByRole('button', { name: 'City: All cities' }).click();
  // the rows of a page are options, too
  await page.getByRole('listbox').getByRole('option').nth(1).click();
  await page.getByRole('table', { name: 'Site' }).getByRole('link').first().waitFor();
  const keys = (): Promise<string[]> => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted());
  expect(await keys()).toEqual(expect.arrayContaining(['wan.context', 'wan.selection', 'wan.session']));
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('textbox', { name: 'Username' }).waitFor();
  const left = await keys();
  for (const key of ['wan.context', 'wan.selection', 'wan.session', 'wan.remembered']) expect(left).not.toContain(key);
  expect(left).toContain('wan.language');
});

describe('loading what follows the log-in', () => {
  test('in the order of the specification', async () => {
    const { page } = await enter();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    const last = page.waitForRequest((request) => /\/companies\/[^/]+\/tags$/.test(new URL(request.url()).pathname));
    await logIn(page, 'company@demo.example');
    await menu(page).waitFor();
    await last;
    const steps = [
      /\/users\/company%40demo\.example$/,
      /\/alertCodes\/dict$/,
      /\/regions$/,
      /\/cities$/,
      /\/citySites$/,
      /\/companies\/[^/]+\/tags$/,
    ];
    const places = steps.map((step) => calls.findIndex((path) => step.test(path)));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('user info that cannot be had ends the session: the reason is shown, and the log-in leads back', async () => {
    const { page, problems } = await enter();
    await signIn(page, 'company@demo.example');
    await page.route('**/api/v1/users/*page=login*', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal', title: 'x', status: 500, detail: 'The server failed and nothing was changed.' },
      }),
    );
    await page.goto('/tag?page=2');
    await trouble(page, 'The server failed and nothing was changed.').waitFor();
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/tag?page=2');
    expect(await tokenOf(page)).toBeUndefined();
    // the browser notes the answer that the test made up
    problems.length = 0;
  });

  test('an answer that says nothing is told as Has Error', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.route('**/api/v1/users/*page=login*', (route) => route.fulfill({ json: null }));
    await page.goto('/tag');
    await trouble(page, 'Has Error').waitFor();
    expect(await tokenOf(page)).toBeUndefined();
  });

  test("the account's language is taken; one chosen on the log-in page just now becomes the account's", async () => {
    const { page } = await enter({ language: 'en' });
    await signIn(page, 'viewer@demo.example');
    await callApi(page, 'PUT', '/api/v1/preferences/language', { value: 'zh' });
    const { page: elsewhere } = await enter({ language: 'en' });
    await logIn(elsewhere, 'viewer@demo.example');
    await elsewhere.getByRole('navigation', { name: '主菜单' }).waitFor();
    expect(await elsewhere.locator('html').getAttribute('lang')).toBe('zh');

    const { page: chosen } = await enter({ language: 'zh' });
    await chosen.goto('/login');
    await chosen.getByRole('button', { name: '语言' }).click();
    await chosen.getByRole('menuitemradio', { name: 'English' }).click();
    await chosen.getByRole('textbox', { name: 'Username' }).waitFor();
    await logIn(chosen, 'viewer@demo.example');
    await menu(chosen).waitFor();
    await expect.poll(async () => (await callApi<{ value: string }>(chosen, 'GET', '/api/v1/preferences/language')).value).toBe('en');
  });
});

describe('open sessions', () => {
  test('are listed; one, all others and all can be ended', async () => {
    const { page } = await enter();
    const { page: second } = await enter();
    const { page: third } = await enter();
    for (const each of [page, second, third]) {
      await signIn(each, 'regional@demo.example');
      await each.goto('/tag');
      await menu(each).waitFor();
    }
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sessions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sessions' });
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(3);
    expect(await dialog.getByRole('listitem').filter({ hasText: 'This session' }).count()).toBe(1);
    await expectAccessible(page);
    await dialog
      .getByRole('button', { name: /^Log out Chrome/ })
      .first()
      .click();
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(2);
    await dialog.getByRole('button', { name: 'Log out all others' }).click();
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
    // their pages are told, and leave by themselves
    for (const each of [second, third]) await each.getByRole('textbox', { name: 'Username' }).waitFor();
    await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' }).click();
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
    await page.getByText('All sessions are logged out.').waitFor();
  });
});

describe('changing the password', () => {
  test('every check has its sentence; a change logs out', async () => {
    const { page } = await enter();
    await signIn(page, 'delegate@demo.example');
    await page.goto('/tag');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const [old, next, again] = ['Old password', 'New password', 'Confirm new password'].map((name) =>
      dialog.getByLabel(name, { exact: true }),
    );
    const ok = dialog.getByRole('button', { name: 'OK' });
    const says = (text: string | RegExp) => dialog.getByRole('alert').filter({ hasText: text }).waitFor();
    await ok.click();
    for (const text of ['please enter old password', 'please enter new password', 'please enter confirm password']) await says(text);
    await expectAccessible(page);
    await old?.fill('Demo1234');
    await next?.fill('Demo1234');
    await again?.fill('Demo12345');
    await ok.click();
    await says('the new password cannot be the same as the old password');
    await says('the passwords entered twice do not match');
    await next?.fill('demo12345');
    await ok.click();
    await says(/upper/i);
    await old?.fill('Wrong1234');
    await next?.fill('Summer2026');
    await again?.fill('Summer2026');
    await ok.click();
    await says('Password changed failed');
    await says('The old password is wrong, the password was not changed.');
    await old?.fill('Demo1234');
    // the server tells every page of the account that its session is over, this one too, and perhaps before it answers
    await page.route('**/password?*', async (route) => {
      const heard = page.waitForResponse((response) => response.status() === 401);
      const response = await route.fetch();
      await heard;
      await route.fulfill({ response });
    });
    await ok.click();
    const done = page.getByRole('status').filter({ hasText: 'Password changed successfully, please log in again' });
    await done.waitFor();
    // what went well is not told in the box of what went wrong
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
    expect(await tokenOf(page)).toBeUndefined();
    await logIn(page, 'delegate@demo.example', 'Summer2026');
    await menu(page).waitFor();
  });
});
