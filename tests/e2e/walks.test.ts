import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { logIn } from '#tests/support/page.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();

/** What a picker offers for a text, by their labels. */
async function offered(page: Page, form: Locator, name: string, typed = ''): Promise<string[]> {
  await form.getByRole('combobox', { name, exact: true }).click();
  await page.keyboard.type(typed);
  const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await list.locator('.ant-select-item-option, .ant-select-item-empty').first().waitFor();
  const options = await list.locator('.ant-select-item-option').allInnerTexts();
  await page.keyboard.press('Tab');
  return options;
}

async function choose(page: Page, form: Locator, name: string, typed: string): Promise<void> {
  await form.getByRole('combobox', { name, exact: true }).click();
  await page.keyboard.type(typed);
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: typed }).first().click();
}

test('a delegation opens what its giver lends, never to oneself, and closes it at once when it is revoked', async () => {
  const boss = await enter();
  await logIn(boss.page);
  const tags = { name: 'Tags only', type: 'company', scopes: ['0-1-18-0', '0-1-18-1'] };
  const { roleId } = await callApi<{ roleId: string }>(boss.page, 'POST', '/api/v1/companies/c-huaxin/roles', tags);
  const helper = { username: 'helper@demo.example', name: 'Helper', password: 'Demo1234', accountType: 'company', companyId: 'c-huaxin' };
  await callApi(boss.page, 'POST', '/api/v1/users', { ...helper, rolesId: [roleId] });

  const { page } = await enter();
  await logIn(page, 'company@demo.example');
  await page.goto('/accountManage?tab=Entrust');
  await page.getByRole('tab', { name: 'Delegations', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Create Delegation' });
  expect(await offered(page, form, 'To', 'company@demo')).not.toContain('company@demo.example');
  await choose(page, form, 'To', helper.username);
  await choose(page, form, 'Role', 'Network operator');
  await choose(page, form, 'Company', '华信');
  const at = async (name: string, time: string): Promise<void> => {
    await form.getByRole('textbox', { name, exact: true }).fill(time);
    await page.keyboard.press('Enter');
  };
  await at('Start', '2026-01-02 08:00:00');
  await at('End', '2026-01-01 09:00:00');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  // as it was written, in the operator's own time
  await form.getByText('"2026-01-01 09:00:00" must come after "2026-01-02 08:00:00".').last().waitFor();
  await at('End', '2036-01-01 09:00:00');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  const row = page.getByRole('row').filter({ hasText: helper.username });
  await row.getByText('In progress').waitFor();

  const other = await enter();
  await logIn(other.page, helper.username);
  await other.page.goto('/site');
  await other.page.locator('main tbody tr').first().waitFor();

  await row.getByRole('button', { name: 'Revoke the delegation' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke the delegation' });
  await question.getByText('the permissions it lent are gone with the next call').waitFor();
  await question.getByRole('button', { name: 'Revoke the delegation' }).click();
  await row.getByText('Cancelled').waitFor();
  expect(await row.getByRole('button', { name: 'Revoke the delegation' }).count()).toBe(0);
  // the page of the helper was not touched: what was lent is gone from it, his own is left
  await other.page.waitForURL('**/tag');
  await other.page.getByText('What you may do has changed').waitFor();
  await other.page.getByRole('navigation').getByRole('link', { name: 'Sites' }).waitFor({ state: 'detached' });
});
