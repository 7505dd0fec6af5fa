import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { askApi, callApi } from '#tests/support/api.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();
const patient = { timeout: 15_000 };

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const node = (page: Page, name: string): Locator => page.getByRole('tree').getByRole('checkbox', { name, exact: true });
const state = async (page: Page, ...names: string[]): Promise<(string | null)[]> =>
  Promise.all(names.map((name) => node(page, name).getAttribute('aria-checked')));

async function openRoles(page: Page, keyword: string): Promise<void> {
  await signIn(page, 'company@demo.example');
  await page.goto(`/roleManage?keyword=${encodeURIComponent(keyword)}`);
  await row(page, keyword).waitFor();
}

async function edit(page: Page, name: string): Promise<void> {
  await row(page, name).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('tree').waitFor();
}

async function save(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Edit Role' });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function scopes(page: Page): Promise<string[]> {
  return (await callApi<{ scopes: string[] }>(page, 'GET', '/api/v1/companies/c-huaxin/roles/role-huaxin-partner')).scopes;
}

test('a parent is checked with all of its leaves only, and that is what is stored', async () => {
  const { page } = await enter();
  await openRoles(page, '外包施工');
  await edit(page, '外包施工');
  const search = page.getByRole('searchbox', { name: 'Permissions: Search permissions' });

  // sites and devices are held whole, their group in part
  expect(await state(page, 'Configuration', 'Sites', 'Devices', 'Topology', 'Home')).toEqual(['mixed', 'true', 'true', 'false', 'false']);
  // what only global accounts may hold is not offered to a role of a company
  expect(await node(page, 'Circuits').count()).toBe(0);

  await search.fill('Sites');
  await expect.poll(() => page.getByRole('treeitem').count(), patient).toBe(4);
  await node(page, 'Edit').click();
  expect(await state(page, 'Configuration', 'Sites', 'Read only', 'Edit')).toEqual(['mixed', 'mixed', 'true', 'false']);
  await node(page, 'Edit').click();
  expect(await state(page, 'Sites')).toEqual(['true']);
  await node(page, 'Edit').click();

  // what the search hid is kept; a parent takes all of its leaves along
  await search.fill('');
  expect(await state(page, 'Sites', 'Devices')).toEqual(['mixed', 'true']);
  await node(page, 'Home').click();
  expect(await state(page, 'Home', 'Dashboard')).toEqual(['true', 'true']);
  await page.getByText('4 selected').waitFor();
  await save(page);
  expect(await scopes(page)).toEqual(['0-0', '0-0-0', '0-0-0-0', '0-1-0-0', '0-1-1', '0-1-1-0', '0-1-1-1']);

  await edit(page, '外包施工');
  expect(await state(page, 'Home', 'Configuration', 'Sites', 'Devices')).toEqual(['true', 'mixed', 'mixed', 'true']);
  await page.getByRole('button', { name: 'Select none' }).click();
  await page.getByText('0 selected').waitFor();
  await node(page, 'Topology').click();
  await save(page);
  expect(await scopes(page)).toEqual(['0-1-2', '0-1-2-0', '0-1-2-1']);
});

test('a role in use cannot be deleted, and says how many use it', async () => {
  const { page } = await enter();
  await openRoles(page, '只读查看');
  await row(page, '只读查看').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “只读查看”?' });
  const warning = await dialog.getByText(/^These use it \(\d+\)/).innerText();
  await dialog.getByText('viewer@demo.example').waitFor();
  // what would be refused is not offered, and is refused all the same
  expect(await dialog.getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(true);
  const count = /\d+/.exec(warning)?.[0];
  expect(Number(count)).toBeGreaterThan(0);
  const { results } = await callApi<{ results: { roleId: string }[] }>(page, 'GET', '/api/v1/roles?keyword=只读查看');
  const refusal = await askApi(page, 'DELETE', `/api/v1/roles/${results[0]?.roleId ?? ''}?locale=en`);
  expect(refusal.status).toBe(409);
  expect(refusal.text).toContain(`(${count})`);
  expect(refusal.text).toContain('cannot be deleted');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await row(page, '只读查看').waitFor();
});

test('what the operator does not hold is shown with the reason, kept, and moved by nothing', async () => {
  const boss = await enter();
  await signIn(boss.page);
  // holds tags, accounts and roles, and may look at sites
  const own = ['0-1-0-0', '0-1-18', '0-1-18-0', '0-1-18-1', '0-10-0', '0-10-0-0', '0-10-0-1', '0-10-1', '0-10-1-0', '0-10-1-1'];
  const role = { name: 'Deputy', type: 'company', scopes: own };
  const { roleId } = await callApi<{ roleId: string }>(boss.page, 'POST', '/api/v1/companies/c-huaxin/roles', role);
  const given = { name: 'Given', type: 'company', scopes: ['0-1-0', '0-1-0-0', '0-1-0-1', '0-1-2', '0-1-2-0', '0-1-2-1'] };
  const made = await callApi<{ roleId: string }>(boss.page, 'POST', '/api/v1/companies/c-huaxin/roles', given);
  const account = { username: 'deputy@demo.example', name: 'Deputy', password: 'Demo1234', admin: true, accountType: 'company' };
  await callApi(boss.page, 'POST', '/api/v1/users', { ...account, companyId: 'c-huaxin', rolesId: [roleId] });

  const { page } = await enter();
  await signIn(page, account.username);
  await page.goto(`/roleManage?edit=${made.roleId}`);
  const dialog = page.getByRole('dialog', { name: 'Edit Role' });
  const fixed = (name: string): Locator => node(page, `${name} you do not hold this`);
  await fixed('Topology').waitFor();
  await dialog.getByText('it stays as it is').waitFor();
  expect(await fixed('Topology').getAttribute('aria-checked')).toBe('true');
  expect(await fixed('Topology').getAttribute('aria-disabled')).toBe('true');
  // a click, and the keyboard
  await fixed('Topology').click({ force: true });
  expect(await fixed('Topology').getAttribute('aria-checked')).toBe('true');
  await dialog.getByRole('button', { name: 'Select none' }).click();
  // reading sites is the operator's own, editing them is not
  expect(await state(page, 'Sites')).toEqual(['mixed']);
  await dialog.getByRole('searchbox').fill('Tags');
  await node(page, 'Tags').waitFor();
  await page.getByRole('tree').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect.poll(() => state(page, 'Tags'), patient).toEqual(['true']);
  await expectAccessible(page);
  await save(page);
  const stored = await callApi<{ scopes: string[] }>(boss.page, 'GET', `/api/v1/companies/c-huaxin/roles/${made.roleId}`);
  expect(stored.scopes).toEqual(['0-1-0-1', '0-1-2', '0-1-2-0', '0-1-2-1', '0-1-18', '0-1-18-0', '0-1-18-1']);

  // to be read: what is given, not a form that is switched off
  await page.goto(`/roleManage?view=${made.roleId}`);
  const detail = page.getByRole('dialog', { name: 'Given' });
  const lines = detail.getByRole('listitem').filter({ hasNot: page.getByRole('listitem') });
  await expect.poll(() => lines.allInnerTexts(), patient).toEqual(['Sites\nEdit', 'Topology\nRead only · Edit', 'Tags\nRead only · Edit']);
  expect(await detail.getByRole('checkbox').count()).toBe(0);
});
