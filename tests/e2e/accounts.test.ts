import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { encodePassword } from '#api/password.ts';
import { askApi, callApi } from '#tests/support/api.ts';
import { localTime } from '#tests/support/local-time.ts';
import { expectAccessible, logIn } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

/** What an administrator does for somebody who cannot log in, or should not. */
const { enter } = stage();
const NAME = 'fixture-all-regions@demo.example';
const trouble = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

async function openAccounts(): Promise<Page> {
  const { page } = await enter();
  await signIn(page, 'super@demo.example');
  await page.goto(`/accountManage?keyword=${encodeURIComponent(NAME)}`);
  await row(page).waitFor();
  return page;
}
const row = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link', { name: NAME, exact: true }) });

async function start(page: Page, action: string): Promise<ReturnType<Page['getByRole']>> {
  await row(page).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
  return page.getByRole('dialog', { name: action });
}

test('a frozen account says until when and where, and is unlocked', async () => {
  const page = await openAccounts();
  await row(page).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Reset the password' }).waitFor();
  // nothing to unlock yet
  expect(await page.getByRole('menuitem', { name: 'Unlock' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  const wrong = { username: NAME, password: await encodePassword(NAME, 'Wrong1234') };
  for (let guess = 0; guess < 5; guess++) expect((await page.request.post('/api/v2/tokens', { data: wrong })).status()).toBe(401);
  await page.reload();
  const until = (await callApi<{ frozenUntil: string }>(page, 'GET', `/api/v1/users/${NAME}`)).frozenUntil;
  expect(Date.parse(until)).toBeGreaterThan(Date.now());
  await row(page)
    .getByRole('cell', { name: localTime(until) })
    .waitFor();
  await row(page).getByRole('link', { name: NAME, exact: true }).click();
  const drawer = page.getByRole('dialog', { name: NAME });
  await drawer.getByText('127.0.0.1').first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  const dialog = await start(page, 'Unlock');
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { page: other } = await enter();
  await logIn(other, NAME);
  await other.getByRole('navigation', { name: 'Main menu' }).waitFor();
});

test('a reset password is shown once, can be copied, and opens the change of it', async () => {
  const page = await openAccounts();
  const dialog = await start(page, 'Reset the password');
  await dialog.getByText('which is shown only now, is good for a day').waitFor();
  await dialog.getByRole('button', { name: 'Reset the password', exact: true }).click();
  await dialog.getByText('Copy it now and hand it over: it is not shown again once this is closed.').waitFor();
  const password = await dialog.locator('.copy-text').last().innerText();
  expect(password).toMatch(/^[A-Za-z\d]{15}$/);
  await dialog.getByText('One-time password good until').waitFor();
  await dialog.getByRole('button', { name: /Copy/ }).first().waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'hidden' });
  // nowhere on the page any more
  await page.getByRole('link', { name: NAME, exact: true }).click();
  await page.getByRole('dialog', { name: NAME }).getByText('One-time password good until').waitFor();
  expect(await page.content()).not.toContain(password);
  const { page: other } = await enter();
  await logIn(other, NAME, password);
  await other.getByText('one-time password').first().waitFor();
  // as it was, for the tests behind
  const once = { currentPassword: password, newPassword: 'Summer2026', newPasswordConfirm: 'Summer2026' };
  expect((await askApi(other, 'PUT', '/api/v1/password', once)).status).toBe(204);
});

test('who is signed out everywhere, or disabled, is told so where he works', async () => {
  const page = await openAccounts();
  await callApi(page, 'PUT', `/api/v1/users/${NAME}`, {
    ...(await settable(page)),
    password: 'Demo1234',
  });
  const { page: his } = await enter();
  await logIn(his, NAME);
  await his.getByRole('navigation', { name: 'Main menu' }).waitFor();
  const dialog = await start(page, 'Sign out everywhere');
  await dialog.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await his.waitForURL(/\/login/);
  await trouble(his, 'Session timeout, please login again').waitFor();

  await logIn(his, NAME);
  await his.getByRole('navigation', { name: 'Main menu' }).waitFor();
  await callApi(page, 'PUT', `/api/v1/users/${NAME}`, { ...(await settable(page)), enable: false });
  await his.waitForURL(/\/login/);
  await trouble(his, 'Your account was disabled. Contact your administrator.').waitFor();
});

/** What one may send of the account as it is. */
async function settable(page: Page): Promise<Record<string, unknown>> {
  const item = await callApi<Record<string, unknown>>(page, 'GET', `/api/v1/users/${NAME}`);
  const sent = ['username', 'name', 'mobile', 'loginMethod', 'accountType', 'companyId', 'companyList', 'rolesId', 'admin', 'regions'];
  return Object.fromEntries(Object.entries(item).filter(([name]) => sent.includes(name)));
}
