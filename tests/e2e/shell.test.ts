import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { expectAccessible, logIn } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const bar = (page: Page) => page.getByRole('banner');
const pathOf = (page: Page): string => new URL(page.url()).pathname;

async function chooseMode(page: Page, mode: string): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitemradio', { name: mode }).click();
}

describe('routes', () => {
  test('titles, breadcrumbs and the progress of a navigation', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/tag');
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    expect(await page.title()).toBe('Tags · WAN Console');
    const crumbs = page.getByRole('navigation', { name: 'You are here' });
    expect(await crumbs.getByRole('listitem').allInnerTexts()).toEqual(['Configuration', 'Tags']);
    // a page whose description is slow
    let release = (): void => undefined;
    const wait = new Promise<void>((done) => (release = done));
    await page.route('**/model/*/alert.json', async (route) => {
      await wait;
      await route.continue();
    });
    await menu(page).getByRole('link', { name: 'Alarms' }).click();
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
    release();
    await page.getByRole('table', { name: 'Alerts', exact: true }).waitFor();
    expect(await page.title()).toBe('Alarms · WAN Console');
    await crumbs.getByText('Monitor').waitFor();
  });

  test("a group's own address leads to its first page", async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/account');
    await page.waitForURL('**/accountManage');
    await page.goto('/configuration');
    await page.waitForURL('**/site');
  });

  test('what fails while a page is fetched ahead is logged, and the page shows it', async () => {
    const { page, problems } = await enter();
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()));
    await signIn(page, 'company@demo.example');
    await page.goto('/zone');
    await menu(page).waitFor();
    // none that the start page needs too
    await page.route('**/model/*/tag.json', (route) => route.fulfill({ status: 500, body: '' }));
    await menu(page).getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByText('could not be loaded').waitFor();
    expect(pathOf(page)).toBe('/tag');
    expect(logged.length).toBeGreaterThan(0);
    problems.length = 0;
  });

  test('a navigation closes the drawer that the shell opened', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/zone');
    await menu(page).getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('table', { name: 'Tag' }).waitFor();
    await bar(page).getByRole('button', { name: 'Delegations' }).click();
    await page.getByRole('dialog', { name: 'Delegations' }).waitFor();
    await page.goBack();
    await page.getByRole('dialog', { name: 'Delegations' }).waitFor({ state: 'hidden' });
    expect(pathOf(page)).toBe('/zone');
  });

  test('what is opened while the first page is still on its way stays open', async () => {
    const { page } = await enter();
    let release = (): void => undefined;
    const wait = new Promise<void>((done) => (release = done));
    await page.route('**/model/**/forms/getCompanyState.json', async (route) => {
      await wait;
      await route.continue();
    });
    await logIn(page, 'company@demo.example');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Old password').fill('Demo1234');
    release();
    await page.waitForURL('**/dashboard');
    // it stands behind the dialog
    await page.locator('main tbody a').first().waitFor({ state: 'attached' });
    expect(await dialog.count()).toBe(1);
    expect(await dialog.getByLabel('Old password').inputValue()).toBe('Demo1234');
  });
});

describe('the sidebar', () => {
  test('its state is remembered; its foot tells version and date', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/tag');
    await page.getByText(/^Version \d+\.\d+\.\d+ · \d{4}-\d{2}-\d{2}$/).waitFor();
    await page.getByRole('button', { name: 'Close the menu' }).click();
    await menu(page).waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('button', { name: 'Open the menu' }).waitFor();
    expect(await menu(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await menu(page).waitFor();
  });

  test('under 992 px it is closed until asked for, and closed again by a navigation', async () => {
    const { page } = await enter({ width: 991 });
    await signIn(page, 'company@demo.example');
    await page.goto('/zone');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Open the menu' }).waitFor();
    expect(await page.locator('[data-device]').getAttribute('data-device')).toBe('mobile');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await menu(page).getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    await menu(page).waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 992, height: 900 });
    await menu(page).waitFor();
    expect(await page.locator('[data-device]').getAttribute('data-device')).toBe('desktop');
  });
});

describe('the top bar', () => {
  test('Home leads to the start page', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/tag');
    await bar(page).getByRole('link', { name: 'Home' }).click();
    await page.waitForURL('**/dashboard');
  });

  test('a delegation is made in the drawer, in any mode', async () => {
    const { page } = await enter();
    await signIn(page, 'channel@demo.example');
    await page.goto('/');
    await menu(page).waitFor();
    await bar(page).getByRole('button', { name: 'Delegations' }).click();
    const drawer = page.getByRole('dialog', { name: 'Delegations' });
    await drawer.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('dialog', { name: /Create/ }).waitFor();
    await expectAccessible(page);
  });

  test('the bell counts over the socket and leads to the alarms', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/tag');
    const bell = bar(page).getByRole('link', { name: /^Alarms: \d+\+? firing$/ });
    await bell.waitFor();
    const before = await bell.getAttribute('aria-label');
    await bell.click();
    await page.waitForURL(/\/alarm\?/);
    const { result } = await callApi<{ result: { alertId: string; code: string }[] }>(
      page,
      'GET',
      '/api/v1/mgr/alerts?status=firing&attention=due&limit=50',
    );
    // one that explains no other, which would ask for attention in its place
    const alone = result.find(({ code }) => code !== 'device.offline' && code !== 'link.down');
    await callApi(page, 'POST', `/api/v1/mgr/alerts/${alone?.alertId ?? ''}/resolve`);
    await expect
      .poll(() =>
        bar(page)
          .getByRole('link', { name: /^Alarms/ })
          .getAttribute('aria-label'),
      )
      .not.toBe(before);
  });

  test('in channel mode the bell opens a drawer that only reads', async () => {
    const { page } = await enter();
    await signIn(page);
    await page.goto('/');
    await chooseMode(page, 'Channel');
    await bar(page)
      .getByRole('button', { name: /^Alarms/ })
      .click();
    const drawer = page.getByRole('dialog', { name: 'Firing alarms' });
    await drawer.getByRole('table').getByRole('row').nth(1).waitFor();
    expect(await drawer.getByRole('button', { name: /^(Resolve|Edit|Delete|Create)$/ }).count()).toBe(0);
    expect(await drawer.getByRole('checkbox').count()).toBe(0);
    await expectAccessible(page);
  });

  test('the drawer at the right: its title is 详情 until a better one is known, and it can be narrow', async () => {
    const { page } = await enter({ language: 'zh' });
    await signIn(page, 'company@demo.example');
    await page.goto('/tag?view=no-such-tag');
    const wide = page.getByRole('dialog', { name: '详情' });
    await wide.getByText('该内容不存在或已被删除').waitFor();
    expect(await widthOf(wide)).toBe(760);
    await page.keyboard.press('Escape');
    await wide.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /的账号/ }).click();
    await page.getByRole('menuitem', { name: /草稿/ }).click();
    const narrow = page.getByRole('dialog', { name: /草稿/ });
    await narrow.waitFor();
    expect(await widthOf(narrow)).toBe(420);
  });

  test('on a phone the rest of the bar is in a menu', async () => {
    const { page } = await enter({ width: 390, height: 844 });
    await signIn(page, 'company@demo.example');
    await page.goto('/tag');
    await page.getByRole('button', { name: 'More', exact: true }).first().click();
    for (const name of ['Home', 'Delegations', '中文']) await page.getByRole('menuitem', { name }).waitFor();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await expectAccessible(page);
  });
});

describe('the banner', () => {
  test('tells the super administrator of his mode, and everybody of maintenance, at once', async () => {
    const { page } = await enter();
    const { page: user } = await enter();
    await signIn(page);
    await page.goto('/');
    await signIn(user, 'company@demo.example');
    await user.goto('/tag');
    await page.getByText('The current mode is super-admin mode', { exact: true }).waitFor();
    await menu(user).waitFor();
    await user.waitForLoadState('networkidle');
    expect(await user.getByText('super-admin mode').count()).toBe(0);
    const config = await callApi<Record<string, unknown>>(page, 'GET', '/api/v1/system');
    const { updatedAt: _, revision: __, ...rest } = config;
    await callApi(page, 'PUT', '/api/v1/system', { ...rest, enable: false, maintenanceNote: 'until noon' });
    const sentence = 'the system is under maintenance and operations are forbidden; until noon';
    await page.getByText(`The current mode is super-admin mode; ${sentence}`).waitFor();
    await user.getByText(sentence).waitFor();
    await callApi(page, 'PUT', '/api/v1/system', { ...rest, enable: true, maintenanceNote: '' });
    await user.getByText(sentence).waitFor({ state: 'hidden' });
  });
});

describe('the keyboard', () => {
  test('Ctrl-K finds pages, sites, devices and companies; the keyboard alone is enough', async () => {
    const { page } = await enter();
    await signIn(page);
    await page.goto('/tag');
    await page.getByRole('table', { name: 'Tag' }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('keyword=') && asked.push(new URL(request.url()).pathname));
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search everywhere' });
    await palette.getByRole('option', { name: /^Sites/ }).waitFor();
    await page.keyboard.type('alarm');
    await palette.getByRole('option', { name: /^Alarms/ }).waitFor();
    await expect.poll(() => palette.getByRole('option').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/alarm');
    await palette.waitFor({ state: 'hidden' });
    await page.locator('main tbody tr').first().waitFor();

    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type('上海总部');
    const site = palette.getByRole('option', { name: /^上海/ }).first();
    await site.waitFor();
    const name = (await site.innerText()).split('\n')[0] ?? '';
    await expectAccessible(page);
    // one search for the word, not one for each letter
    expect(asked.filter((path) => path.endsWith('/sites')).length).toBeLessThanOrEqual(2);
    const index = (await palette.getByRole('option').allInnerTexts()).findIndex((text) => text.startsWith(name));
    for (let step = 0; step < index; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name }).waitFor();
    expect(pathOf(page)).toBe('/site');
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type('远航');
    await palette.getByRole('option', { name: /远航/ }).first().waitFor();
    await palette.getByRole('option', { name: /远航/ }).last().click();
    await bar(page)
      .getByRole('button', { name: /^Company: .*远航/ })
      .waitFor();
  });

  test('? tells the keys, unless single keys are off; Escape gives the focus back', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/tag');
    const search = page.getByRole('searchbox');
    await search.waitFor();
    await page.keyboard.press('/');
    expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('?');
    expect(await search.inputValue()).toBe('?');
    await search.fill('');
    await page.getByRole('button', { name: 'Refresh' }).focus();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    await expectAccessible(page);
    await help.getByRole('checkbox', { name: /Single keys/ }).uncheck();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('button', { name: 'Refresh' }).evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('?');
    await page.waitForTimeout(200);
    expect(await help.count()).toBe(0);
  });

  test('a command is found and done: the help, the theme', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/tag');
    await page.locator('main tbody tr').first().waitFor();
    const palette = page.getByRole('dialog', { name: 'Search everywhere' });
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type('Keyboard');
    await page.getByRole('option', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type('Theme: Dark');
    await page.getByRole('option', { name: 'Theme: Dark' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  });
});

describe('the authenticator app', () => {
  test('is set up with the password and a code, and can be stopped', async () => {
    const { page } = await enter();
    await signIn(page, 'viewer@demo.example');
    await page.goto('/tag');
    await menu(page).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Authenticator app' });
    await dialog.getByLabel('Password').fill('Wrong1234');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').filter({ hasText: /wrong/ }).waitFor();
    await dialog.getByLabel('Password').fill('Demo1234');
    await page.keyboard.press('Enter');
    await dialog.getByText('Scan this with the authenticator app').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Code of the authenticator app').fill('000000');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').filter({ hasText: 'verification code mismatch' }).waitFor();
  });
});

/** Pixels of the panel once it stands. */
async function widthOf(drawer: Locator): Promise<number> {
  await drawer.evaluate((element) => Promise.all(element.getAnimations({ subtree: true }).map((each) => each.finished)));
  return Math.round((await drawer.boundingBox())?.width ?? 0);
}
