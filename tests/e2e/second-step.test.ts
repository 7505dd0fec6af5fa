import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { askApi } from '#tests/support/api.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter, server } = stage();
const pictured = stage({ CAPTCHA: 'on' });

async function submitPassword(page: Page, username: string, password = 'Demo1234'): Promise<void> {
  await page.goto('/login');
  await tryPassword(page, username, password);
}

/** On the log-in page as it stands, until the server has answered. */
async function tryPassword(page: Page, username: string, password = 'Demo1234'): Promise<void> {
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Username' }).fill(` ${username} `);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/tokens'));
  await page.keyboard.press('Enter');
  await answer;
}

const trouble = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const isFocused = (page: Page, name: string): Promise<boolean> =>
  page.getByRole('textbox', { name }).evaluate((input) => input === document.activeElement);

/** What the server sent last to that account, from what it prints. */
function sentCode(pattern: RegExp): string {
  const found = [...server().output().matchAll(pattern)].at(-1)?.[1];
  if (found === undefined) throw new Error(`Nothing was sent: ${server().output()}`);
  return found;
}

/** RFC 6238, six digits. */
function totp(secret: string, at = Date.now()): string {
  const bits = Array.from(secret, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

describe('a code by SMS', () => {
  test('is sent at once, asked for again after a countdown, and opens the console', async () => {
    const { page } = await enter();
    await page.clock.install();
    await submitPassword(page, 'fixture-sms@demo.example');
    await page.getByText('A verification code goes to 138****0006.').waitFor();
    const again = page.getByRole('button', { name: /Another code in \d+ s/ });
    await again.waitFor();
    expect(await again.isDisabled()).toBe(true);
    expect(await isFocused(page, 'Verification code')).toBe(true);
    expect(await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])).not.toContain('wan.session');
    await expectAccessible(page);

    await page.keyboard.press('Enter');
    await trouble(page, 'please enter the correct verification code').waitFor();
    const code = sentCode(/sms to 13800020006.*?(\d{6})/g);
    await page.getByRole('textbox', { name: 'Verification code' }).fill(code === '000000' ? '111111' : '000000');
    await page.keyboard.press('Enter');
    await trouble(page, 'verification code mismatch').waitFor();

    await page.getByRole('textbox', { name: 'Verification code' }).fill(code);
    await page.keyboard.press('Enter');
    await menu(page).waitFor();
  });

  test('the path has neither locale nor bearer; who asks too often is told, and the wait is over in time', async () => {
    const { page } = await enter();
    const calls: { search: string; bearer: string | undefined; language: string | undefined }[] = [];
    page.on('request', (request) => {
      const headers = request.headers();
      if (request.url().includes('/tokens/sms'))
        calls.push({ search: new URL(request.url()).search, bearer: headers['authorization'], language: headers['accept-language'] });
    });
    await page.clock.install();
    await submitPassword(page, 'fixture-sms@demo.example');
    await trouble(page, /^verification code requested too often, wait \d+ seconds$/).waitFor();
    expect(calls).toEqual([{ search: '', bearer: undefined, language: 'en' }]);
    await page.getByRole('button', { name: /Another code in/ }).waitFor();
    await page.clock.runFor(61_000);
    expect(await page.getByRole('button', { name: 'Send another code' }).isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Back to log-in' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
  });
});

test('an authenticator app: a wrong code is told, the right one opens the console; a recovery code can be had instead', async () => {
  const { page } = await enter();
  await submitPassword(page, 'fixture-totp@demo.example');
  const field = page.getByRole('textbox', { name: 'Code of the authenticator app' });
  const right = totp('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  await field.fill(right === '123456' ? '654321' : '123456');
  await page.keyboard.press('Enter');
  await trouble(page, 'verification code mismatch').waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill('AAAA-BBBB');
  await page.keyboard.press('Enter');
  await trouble(page, 'verification code mismatch').waitFor();
  await page.getByRole('button', { name: 'Use the authenticator app' }).click();
  await field.fill(totp('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'));
  await page.keyboard.press('Enter');
  await menu(page).waitFor();
});

test('a forgotten password is set anew with the code that was sent', async () => {
  const { page } = await enter();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Username' }).fill('fixture-no-regions@demo.example');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  expect(await page.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('fixture-no-regions@demo.example');
  await page.getByRole('button', { name: 'Send a code' }).click();
  await page.getByText('If there is such an account, a code is on its way.').waitFor();
  await expectAccessible(page);
  const code = sentCode(/mail to fixture-no-regions@demo\.example.*?([A-Z0-9]{8})/g);

  const submit = page.getByRole('button', { name: 'Change password' });
  await page.getByRole('textbox', { name: 'Code' }).fill('WRONG123');
  await page.getByLabel('New password', { exact: true }).fill('short');
  await submit.click();
  await trouble(page, 'The password needs 8 to 32 characters').waitFor();
  await page.getByLabel('New password', { exact: true }).fill('Another1234');
  await page.getByLabel('Confirm new password').fill('Another12345');
  await submit.click();
  await trouble(page, 'the passwords entered twice do not match').waitFor();
  await page.getByLabel('Confirm new password').fill('Another1234');
  await submit.click();
  await trouble(page, 'The code is wrong, used or expired.').waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await submit.click();
  await page.getByRole('status').filter({ hasText: 'Password changed successfully, please log in again' }).waitFor();
  expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
  await submitPassword(page, 'fixture-no-regions@demo.example', 'Another1234');
  await menu(page).waitFor();
});

describe('what the log-in page says', () => {
  test('to one whose address is not among his, one who is disabled, and one whom nobody knows', async () => {
    const { page } = await enter();
    await page.goto('/login');
    for (const [username, sentence] of [
      ['fixture-blocked@demo.example', 'IP address does not match configuration'],
      ['fixture-disabled@demo.example', 'The account is disabled, contact your administrator.'],
      ['nobody@demo.example', 'Login failed: the username or the password is wrong.'],
    ] as const) {
      await tryPassword(page, username);
      await trouble(page, sentence).waitFor();
      expect(new URL(page.url()).pathname).toBe('/login');
    }
  });

  test('too many attempts: how long the account is frozen', async () => {
    const { page } = await enter();
    await page.goto('/login');
    for (let attempt = 0; attempt < 6; attempt++) await tryPassword(page, 'fixture-future@demo.example', 'Wrong1234');
    await trouble(page, /^too many login attempts, the account is frozen for \d+ (seconds|minutes)$/).waitFor();
  });
});

test('a wrong picture is told, another one comes, and its field has the focus', async () => {
  const { page } = await pictured.enter();
  // asked for only once somebody failed
  await submitPassword(page, 'company@demo.example', 'Wrong1234');
  await trouble(page, 'Login failed').waitFor();
  expect(await page.getByRole('img', { name: 'Picture with characters' }).count()).toBe(0);
  for (let failure = 0; failure < 2; failure++) {
    await tryPassword(page, 'company@demo.example', 'Wrong1234');
    await trouble(page, 'Login failed').waitFor();
  }
  await submitPassword(page, 'company@demo.example');
  await trouble(page, 'Enter the characters in the picture').waitFor();
  const picture = page.getByRole('img', { name: 'Picture with characters' });
  await expect.poll(() => picture.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
  const first = await picture.getAttribute('src');
  await page.getByRole('textbox', { name: 'Characters in the picture' }).fill('nope');
  await page.keyboard.press('Enter');
  await trouble(page, 'Please type the characters of the new picture').waitFor();
  await expect.poll(() => picture.getAttribute('src')).not.toBe(first);
  await expect.poll(() => isFocused(page, 'Characters in the picture')).toBe(true);
  expect(await page.getByRole('textbox', { name: 'Characters in the picture' }).inputValue()).toBe('');
  await expectAccessible(page);

  // who cannot see it has another way
  await page.getByRole('button', { name: 'Cannot see the picture? Use a code of your authenticator app' }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill('fixture-totp@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('Demo1234');
  await page.getByRole('textbox', { name: 'Code of the authenticator app' }).fill(totp('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'));
  await page.keyboard.press('Enter');
  await menu(page).waitFor();
});

describe('what is remembered', () => {
  const choose = async (page: Page, remember: boolean): Promise<void> => {
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Username' }).fill('company@demo.example');
    await page.getByLabel('Password', { exact: true }).fill('Demo1234');
    await page.getByRole('checkbox', { name: 'Stay logged in on this device' }).setChecked(remember);
    await page.getByRole('button', { name: 'Log in' }).click();
    await menu(page).waitFor();
  };
  const logOut = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
  };
  const kept = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));

  test('a password is sealed under a key that nobody can read, never in the page, and gone after log-out; the name stays; off, both go', async () => {
    const { page } = await enter();
    await choose(page, true);
    await expect.poll(() => kept(page)).toContain('wan.remembered');
    expect(await kept(page)).not.toContain('Demo1234');
    const extractable = await page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((done) => {
        const opening = indexedDB.open('wan-console-keys', 1);
        opening.onsuccess = () => done(opening.result);
      });
      const key = await new Promise<CryptoKey>((done) => {
        const reading = db.transaction('keys').objectStore('keys').get('password') as IDBRequest<CryptoKey>;
        reading.onsuccess = () => done(reading.result);
      });
      db.close();
      return key.extractable;
    });
    expect(extractable).toBe(false);
    // the session ran out
    await page.evaluate(() => localStorage.removeItem('wan.session'));
    await page.goto('/login');
    const password = page.getByLabel('Password', { exact: true });
    await expect.poll(() => password.getAttribute('placeholder')).toBe('Remembered on this device');
    expect(await page.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('company@demo.example');
    expect(await password.inputValue()).toBe('');
    expect(await page.content()).not.toContain('Demo1234');
    // nobody else's name goes with it
    await page.getByRole('textbox', { name: 'Username' }).fill('viewer@demo.example');
    expect(await password.getAttribute('placeholder')).toBe(null);
    await page.getByRole('button', { name: 'Log in' }).click();
    await trouble(page, 'Enter your password').waitFor();
    await page.getByRole('textbox', { name: 'Username' }).fill('company@demo.example');
    await page.getByRole('button', { name: 'Log in' }).click();
    await menu(page).waitFor();
    await expect.poll(() => kept(page)).toContain('sealed');

    // the next person at the screen finds a name and no password, neither to see nor to send
    await logOut(page);
    expect(await kept(page)).not.toContain('sealed');
    await expect.poll(() => page.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('company@demo.example');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Log in' }).click();
    await trouble(page, 'Enter your password').waitFor();

    await choose(page, false);
    expect(await kept(page)).not.toContain('wan.remembered');
    await logOut(page);
    expect(await page.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('');
  });

  test('a session that an administrator ended leaves no password behind', async () => {
    const { page } = await enter();
    await choose(page, true);
    await expect.poll(() => kept(page)).toContain('sealed');
    const { page: boss } = await enter();
    await signIn(boss);
    expect((await askApi(boss, 'POST', '/api/v1/users/company@demo.example/endSessions')).status).toBe(200);
    await page.reload();
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
    expect(await kept(page)).not.toContain('sealed');
  });

  test('a server that forbids it makes the browser forget the password, not the name', async () => {
    const { page } = await enter();
    await page.route('**/api/v1/loginSettings*', (route) =>
      route.fulfill({ json: { captcha: false, rememberPassword: false, passwordReset: true } }),
    );
    await choose(page, true);
    expect(await kept(page)).toContain('company@demo.example');
    expect(await kept(page)).not.toContain('sealed');
    await logOut(page);
    await expect.poll(() => page.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('company@demo.example');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  });
});
