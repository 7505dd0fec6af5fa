import { expect, test } from 'vitest';
import { model, resourceOf } from '#tests/support/model.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter, server } = stage({ DEMO: 'off' });

test('from the printed password to the first site, by what the screen says alone', async () => {
  const { page } = await enter();
  const [, name = '', password = ''] = /Log in as (\S+) with the password (\S+)/.exec(server().output()) ?? [];
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Username' }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();

  // name and password of one's own, and nothing before
  const dialog = page.getByRole('dialog', { name: 'Choose your username' });
  await dialog.getByLabel('Username').fill('first@demo.example');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.getByText('initial username changed successfully').waitFor();

  const own = page.getByRole('dialog', { name: 'Set your own password' });
  await own.getByLabel('One-time password').fill(password);
  await own.getByLabel('New password', { exact: true }).fill('Own4Password');
  await own.getByLabel('Confirm new password').fill('Own4Password');
  await expectAccessible(page);
  await own.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('status').filter({ hasText: 'Password changed successfully, please log in again' }).waitFor();
  await page.getByRole('textbox', { name: 'Username' }).fill('first@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('Own4Password');
  await page.getByRole('button', { name: 'Log in' }).click();

  // the page that opens says what comes first, and leads there
  await page.getByText('No Site yet').waitFor();
  await page.getByText('It needs the following first: Company.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create Company' }).click();
  const company = page.getByRole('dialog', { name: 'Create Company' });
  await company.getByRole('textbox', { name: 'Name', exact: true }).fill('First company');
  await company.getByRole('button', { name: 'Create' }).click();
  await company.waitFor({ state: 'hidden' });

  // back at the sites the page says how to go on
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Sites' }).click();
  await page.getByText('This is set for each company. Choose a company at the top.').waitFor();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /All companies/ })
    .click();
  await page.getByRole('option', { name: 'First company' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Create Site' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const site = page.getByRole('region', { name: /^Create Site/ });
  await site.getByRole('textbox', { name: 'Name', exact: true }).fill('First_site');
  // a serial that nobody registered is told where it was typed
  await site.getByRole('textbox', { name: 'Primary device SN' }).fill('AR9999-404');
  await site.getByRole('button', { name: 'Create', exact: true }).click();
  await site.getByText('Device AR9999-404 is not registered.').first().waitFor();
  await site.getByRole('textbox', { name: 'Primary device SN' }).fill('');
  await site.getByRole('button', { name: 'Create', exact: true }).click();
  await site.waitFor({ state: 'hidden' });
  const row = page.getByRole('row').filter({ hasText: 'First_site' });
  await row.getByText('Never delivered').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('where nothing is connected, every page of what is measured or reported says so in place of figures', async () => {
  const { page } = await enter();
  await signIn(page, 'first@demo.example', 'Own4Password');
  await page.goto('/site');
  // in the company that was chosen last
  await page.getByRole('row').filter({ hasText: 'First_site' }).waitFor();
  const own = model.navigation.filter(({ modes, audit }) => modes.includes('company') && audit === undefined);
  const panels = own.filter((entry) => entry.panels !== undefined || entry.screen === 'dashboard');
  expect(panels.length).toBeGreaterThan(5);
  for (const { path } of panels) {
    await page.goto(path);
    await page.getByText('No telemetry configured: there is nothing measured to show.').first().waitFor();
    expect(await page.locator('canvas').count(), path).toBe(0);
  }
  const lists = own.flatMap(({ path, tabs = [] }) =>
    tabs.flatMap((name) => {
      const source = resourceOf(name).data?.source;
      return source === undefined ? [] : [{ address: tabs.length > 1 ? `${path}?tab=${name}` : path, source }];
    }),
  );
  expect(lists.length).toBeGreaterThan(4);
  for (const { address, source } of lists) {
    await page.goto(address);
    const reason = source === 'telemetry' ? 'No telemetry configured: nothing is measured' : 'No device is connected to this server';
    await page.getByText(reason).waitFor();
  }
});
