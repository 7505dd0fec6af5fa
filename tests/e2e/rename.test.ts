import { expect, test } from 'vitest';
import { expectAccessible, logIn } from '#tests/support/page.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();

test('who logs in as admin chooses a username first, and goes on under it', async () => {
  const { page, problems } = await enter();
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
  await page.route('**/api/v1/username*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await dialog.getByRole('button', { name: 'OK' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'failed to change username: server error' }).waitFor();
  // the browser notes the answer that the test made up
  problems.length = 0;
  await dialog.getByRole('button', { name: 'OK' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('initial username changed successfully').waitFor();
  await page.getByRole('table').getByRole('row').nth(1).waitFor();
});
