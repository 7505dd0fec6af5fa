import { expect, test } from 'vitest';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();

test('what stands beyond the own reach is read, and nothing is offered that would be refused', async () => {
  const { page } = await enter();
  await signIn(page, 'regional@demo.example');
  await page.goto('/advancedFirewall?keyword=数据库访问');
  const rules = page.getByRole('table');

  // it is off, and it stays off: nobody says that it is on already
  await rules.getByRole('checkbox', { name: 'Select 数据库访问', exact: true }).click();
  await page.getByRole('toolbar', { name: 'Selected: 1' }).getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByText('You have no permission for this on any of the selected items (1). Nothing was changed.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  // the drawer says what the row says
  await rules.getByRole('link', { name: '数据库访问', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: '数据库访问' });
  await drawer.getByRole('tab', { name: 'History' }).waitFor();
  await drawer.getByRole('button', { name: 'More' }).waitFor();
  for (const name of ['Edit', 'Delete', 'Copy to sites']) expect(await drawer.getByRole('button', { name }).count()).toBe(0);
});

test('one Escape closes a menu, the next one the drawer below it', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/site?view=s-huaxin-045');
  const drawer = page.getByRole('dialog', { name: 'Shenyang Plant 045' });
  await drawer.getByRole('button', { name: 'Edit' }).waitFor();
  await drawer.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor({ state: 'hidden' });
  expect(await drawer.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
});

test('before a deletion it is said what stands against it, and what goes with it', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/site?keyword=Bangkok Store 059');
  await page
    .getByRole('row', { name: /Bangkok Store 059/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  const dialog = page.getByRole('dialog', { name: /Bangkok Store 059/ });
  await dialog.getByText(/^These use it \(\d+\)\. Take it out of them before it can be deleted:$/).waitFor();
  expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  const rest = dialog.getByText(/^Other uses \(\d+\), which do not stand against it$/);
  await rest.waitFor();
  await rest.click();
  await dialog.getByText('ERP database 2', { exact: true }).waitFor();
});
