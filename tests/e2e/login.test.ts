import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { firstAndLast, thorough } from '#tests/support/effort.ts';
import { expectAccessible, logIn } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

const { url, enter } = stage();

const words = {
  zh: { username: '用户名', password: '密码', menu: '主菜单', sites: '站点', wrong: /密码/, title: /登录/ },
  en: { username: 'Username', password: 'Password', menu: 'Main menu', sites: 'Sites', wrong: /password/i, title: /Log in/ },
};

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const pathOf = (page: Page): string => new URL(page.url()).pathname;

async function menuOf(page: Page): Promise<string[]> {
  await mainMenu(page).getByRole('link').first().waitFor();
  return mainMenu(page).getByRole('link').allInnerTexts();
}

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menu').getByText(item, { exact: true }).click();
}

async function totalOf(page: Page): Promise<number> {
  const text = await page
    .getByRole('navigation', { name: 'Pages' })
    .getByText(/^Total: /)
    .innerText();
  return Number(text.replace(/\D/g, ''));
}

describe('logging in', () => {
  test.each(thorough ? (['zh', 'en'] as const) : (['zh'] as const))(
    'in %s: a wrong password is told, the right one and Enter open the console',
    async (language) => {
      const { page } = await enter({ language });
      const say = words[language];
      await page.goto('/login');
      await page.getByRole('textbox', { name: say.username }).fill('super@demo.example');
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.title()).toMatch(say.title);
      await expectAccessible(page);

      const password = page.getByLabel(say.password, { exact: true });
      await password.fill('Wrong1234');
      await password.press('Enter');
      await page.getByRole('alert').filter({ hasText: say.wrong }).waitFor();
      expect(await password.evaluate((input) => input === document.activeElement)).toBe(true);
      expect(pathOf(page)).toBe('/login');

      await password.fill('Demo1234');
      await password.press('Enter');
      await page.getByRole('navigation', { name: say.menu }).getByRole('link', { name: say.sites, exact: true }).waitFor();
      await page.waitForURL('**/dashboard');
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
    },
  );

  test('an empty field is named and gets the focus', async () => {
    const { page } = await enter();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').filter({ hasText: 'Enter your username' }).waitFor();
    const username = page.getByRole('textbox', { name: 'Username' });
    expect(await username.evaluate((input) => input === document.activeElement)).toBe(true);
    await username.fill('super@demo.example');
    await username.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Enter your password' }).waitFor();
  });

  test('leads back to the page that was asked for, with its state', async () => {
    const { page } = await enter();
    await page.goto('/tag?keyword=VIP');
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/tag?keyword=VIP');
    await page.getByRole('textbox', { name: 'Username' }).fill('company@demo.example');
    await page.getByLabel('Password', { exact: true }).fill('Demo1234');
    await page.keyboard.press('Enter');
    await page.getByRole('row').filter({ hasText: 'VIP' }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('VIP');
    expect(pathOf(page) + new URL(page.url()).search).toBe('/tag?keyword=VIP');
  });

  // which addresses are of the console: `src/app/base/address.test.ts`
  const foreign = ['https://evil.example/', '//evil.example/tag', String.raw`/\evil.example`, '/\t/evil.example', 'javascript:alert(1)'];
  test.each([...firstAndLast(foreign)])('never leaves the origin for %j', async (target) => {
    const { page, context } = await enter();
    const left: string[] = [];
    context.on('request', (request) => new URL(request.url()).origin !== new URL(url()).origin && left.push(request.url()));
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    await page.getByRole('textbox', { name: 'Username' }).fill('company@demo.example');
    await page.getByLabel('Password', { exact: true }).fill('Demo1234');
    await page.keyboard.press('Enter');
    await mainMenu(page).waitFor();
    await page.waitForURL(`${url()}/dashboard`);
    expect(left.filter((address) => !address.startsWith('blob:') && !address.startsWith('data:'))).toEqual([]);
  });

  test('somebody who is logged in does not see the log-in page again', async () => {
    const { page } = await enter();
    await signIn(page);
    await page.goto('/login');
    await mainMenu(page).waitFor();
    await page.waitForURL('**/dashboard');
    await page.goto('/login?redirect=%2Ftag');
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    expect(pathOf(page)).toBe('/tag');
  });

  test('a session that is not to be kept is known to its own tab only', async () => {
    const { page, context } = await enter();
    await logIn(page);
    await mainMenu(page).waitFor();
    await page.reload();
    await mainMenu(page).waitFor();
    const other = await context.newPage();
    await other.goto('/tag');
    await other.getByRole('textbox', { name: 'Username' }).waitFor();
  });

  test('logging out ends a kept session in every tab and on the server', async () => {
    const { page, context } = await enter();
    await logIn(page, 'company@demo.example', 'Demo1234', { remember: true });
    await mainMenu(page).waitFor();
    const token = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    const other = await context.newPage();
    await other.goto('/tag');
    await other.getByRole('table', { name: 'Tag' }).waitFor();

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
    await other.getByRole('textbox', { name: 'Username' }).waitFor();
    expect(new URL(other.url()).searchParams.get('redirect')).toBe('/tag');

    await page.goto('/site');
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
    // the server has forgotten the token as well
    await page.evaluate((kept) => {
      for (const [key, value] of JSON.parse(kept) as [string, string][]) localStorage.setItem(key, value);
    }, token);
    await page.goto('/site');
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
  });
});

describe('guarded routes', () => {
  test.each(['/', '/site', '/roleManage'])('%s asks a stranger to log in', async (path) => {
    const { page } = await enter();
    await page.goto(path);
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
    expect(pathOf(page)).toBe('/login');
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  test('a page that an account may not open leads to its start page with a word on why; its own page opens', async () => {
    const { page } = await enter();
    await signIn(page, 'channel@demo.example');
    await page.goto('/tag');
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    await page.goto('/advancedFirewall');
    await page.getByText('That page is not open to you here: your role has no permission for it.').waitFor();
    await page.waitForURL('**/dashboard');
  });

  test('the page for a missing address is there when asked for', async () => {
    const { page } = await enter();
    await page.goto('/404');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'To the start page' }).click();
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
  });

  test('an unknown address leads to the start page', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await page.waitForURL('**/dashboard');
  });
});

describe('what an account sees', () => {
  const everything = ['Sites', 'Devices', 'Address sets', 'Tags', 'Advanced firewall', 'Alarms', 'Accounts', 'Roles', 'Regions'];
  // of another mode, or of another audit type
  const elsewhere = ['Companies', 'Channels', 'Releases', 'Audit log', 'DNS audit'];
  test.each([
    ['super@demo.example', everything, elsewhere],
    ['company@demo.example', everything, elsewhere],
    ['viewer@demo.example', everything, elsewhere],
    [
      'channel@demo.example',
      ['Sites', 'Devices', 'Address sets', 'Tags', 'Alarms'],
      [...elsewhere, 'Advanced firewall', 'Accounts', 'Roles'],
    ],
  ])('menu of %s', async (username, pages, closed) => {
    const { page } = await enter();
    await signIn(page, username);
    await page.goto('/');
    const shown = await menuOf(page);
    expect(shown).toEqual(expect.arrayContaining(pages));
    expect(shown.filter((name) => closed.includes(name))).toEqual([]);
  });

  test('a read-only account sees no button that changes anything; a full one does', async () => {
    const { page: reader } = await enter();
    const { page: writer } = await enter();
    await signIn(reader, 'viewer@demo.example');
    await signIn(writer, 'company@demo.example');
    for (const page of [reader, writer]) {
      await page.goto('/tag');
      await page.getByRole('table', { name: 'Tag' }).getByRole('link').first().waitFor();
    }
    for (const name of ['Create', 'Import', 'Edit', 'Delete']) {
      expect([name, await reader.getByRole('button', { name, exact: true }).count()]).toEqual([name, 0]);
      expect([name, (await writer.getByRole('button', { name, exact: true }).count()) > 0]).toEqual([name, true]);
    }
    expect(await reader.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0);
    expect(await reader.getByRole('button', { name: 'Export' }).count()).toBe(1);

    // neither does an address that asks for the form
    await follow(reader, '/tag?new=1');
    await reader.getByRole('dialog').getByText('You have no permission for this').waitFor();
  });

  test('a company user cannot change the company', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/');
    await mainMenu(page).waitFor();
    await page.getByRole('banner').getByText('华信零售集团').waitFor();
    expect(await page.getByRole('button', { name: /^Company: / }).count()).toBe(0);
    expect(await page.getByRole('banner').getByRole('combobox').count()).toBe(0);
  });

  test('a super user changes the company and the lists follow', async () => {
    const { page } = await enter();
    await signIn(page);
    await page.goto('/site');
    await page.getByRole('table', { name: 'Site' }).getByRole('link').first().waitFor();
    const first = await totalOf(page);

    await page.getByRole('button', { name: /^Company: 华信零售集团/ }).click();
    await page.getByRole('combobox', { name: 'Search companies' }).fill('远航');
    await page.getByRole('option', { name: '华信零售集团' }).waitFor({ state: 'hidden' });
    await page.getByRole('option', { name: /远航/ }).click();
    await page.getByRole('button', { name: /^Company: .*远航/ }).waitFor();
    await expect.poll(() => totalOf(page)).not.toBe(first);
    const second = await totalOf(page);
    expect(pathOf(page)).toBe('/site');

    await page.reload();
    await page.getByRole('button', { name: /^Company: .*远航/ }).waitFor();
    await page.getByRole('table', { name: 'Site' }).getByRole('link').first().waitFor();
    expect(await totalOf(page)).toBe(second);

    await page.getByRole('button', { name: /^Company: / }).click();
    await page.getByRole('option', { name: 'All companies' }).click();
    await page.getByRole('button', { name: 'Company: All companies' }).waitFor();
    await mainMenu(page).getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('table', { name: 'Tag' }).getByRole('columnheader', { name: 'Company' }).waitFor();
  });
});

describe('language and theme', () => {
  test('the language changes on the log-in page and in the console, and stays', async () => {
    const { page } = await enter({ language: 'en' });
    await page.goto('/login?redirect=%2Ftag');
    await choose(page, 'Language', '中文');
    await page.getByRole('textbox', { name: '用户名' }).fill('company@demo.example');
    expect(await page.locator('html').getAttribute('lang')).toBe('zh');
    await page.getByLabel('密码', { exact: true }).fill('Demo1234');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '标签', level: 1 }).waitFor();
    await page.getByRole('columnheader', { name: '名称' }).waitFor();

    await choose(page, '语言', 'English');
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    await page.getByRole('columnheader', { name: 'Name' }).waitFor();
    await mainMenu(page).getByRole('link', { name: 'Sites' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.reload();
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  test('the theme changes at once and stays; the system decides until one is chosen', async () => {
    const { page } = await enter({ dark: true });
    const brightness = (): Promise<number> =>
      page.evaluate(() => {
        const [red = 0, green = 0, blue = 0] = (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(Number);
        return (red + green + blue) / 3;
      });
    await signIn(page, 'company@demo.example');
    await page.goto('/tag');
    await mainMenu(page).waitFor();
    expect(await brightness()).toBeLessThan(80);
    await choose(page, 'Theme', 'Light');
    await expect.poll(brightness).toBeGreaterThan(200);
    await page.reload();
    await mainMenu(page).waitFor();
    expect(await brightness()).toBeGreaterThan(200);
    await choose(page, 'Theme', 'Dark');
    await expect.poll(brightness).toBeLessThan(80);
  });
});

describe('content security policy', () => {
  test('forbids inline scripts, eval and framing; scripts of the console run', async () => {
    const { page, problems } = await enter();
    const answer = await page.goto('/login');
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.split(';').find((part) => part.trim().startsWith('script-src'))).not.toMatch(/unsafe-(inline|eval)/);

    await page.getByRole('textbox', { name: 'Username' }).waitFor();
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "inline ran"';
      document.body.append(script);
      const picture = document.createElement('img');
      picture.setAttribute('onerror', 'document.title = "handler ran"');
      picture.src = 'data:image/png;base64,broken';
      document.body.append(picture);
    });
    await expect.poll(() => problems.filter((problem) => problem.includes('Content Security Policy')).length).toBeGreaterThanOrEqual(2);
    expect(await page.title()).toMatch(/Log in/);
    const loaded = await page.evaluate(
      () =>
        new Promise<string>((done) => {
          const script = document.createElement('script');
          script.src = '/boot.js';
          script.onload = () => done('ran');
          script.onerror = () => done('refused');
          document.body.append(script);
        }),
    );
    expect(loaded).toBe('ran');
    problems.length = 0;
  });
});
