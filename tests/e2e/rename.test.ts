import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '#tests/support/browser.ts';
import { expectAccessible, logIn, visit } from '#tests/support/page.ts';
import { startServer, type RunningServer } from '#tests/support/server.ts';

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('who logs in as admin chooses a username first, and goes on under it', async () => {
  const { page, problems, close } = await visit(browser, { url: server.url });
  await logIn(page, 'admin');
  const dialog = page.getByRole('dialog', { name: 'Choose your username' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  await expectAccessible(page);

  await dialog.getByLabel('Username').fill('no address');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'username format incorrect' }).waitFor();

  await dialog.getByLabel('Username').fill('first.admin@demo.example');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('initial username changed successfully').waitFor();
  await page.getByRole('table').getByRole('row').nth(1).waitFor();
  expect(problems).toEqual([]);
  await close();
});
