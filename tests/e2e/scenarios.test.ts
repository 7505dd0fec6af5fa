import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

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

test('a delegation opens what its giver has, never to oneself, and closes it at once when it is revoked', async () => {
  const boss = await enter();
  await signIn(boss.page);
  const tags = { name: 'Tags only', type: 'company', scopes: ['0-1-18-0', '0-1-18-1'] };
  const { roleId } = await callApi<{ roleId: string }>(boss.page, 'POST', '/api/v1/companies/c-huaxin/roles', tags);
  const helper = { username: 'helper@demo.example', name: 'Helper', password: 'Demo1234', accountType: 'company', companyId: 'c-huaxin' };
  await callApi(boss.page, 'POST', '/api/v1/users', { ...helper, rolesId: [roleId] });

  const { page } = await enter();
  await signIn(page, 'company@demo.example');
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
  await signIn(other.page, helper.username);
  await other.page.goto('/site');
  await other.page.locator('main tbody tr').first().waitFor();

  await row.getByRole('button', { name: 'Revoke the delegation' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke the delegation' });
  await question.getByText('the permissions it delegated are gone with the next call').waitFor();
  await question.getByRole('button', { name: 'Revoke the delegation' }).click();
  await row.getByText('Cancelled').waitFor();
  expect(await row.getByRole('button', { name: 'Revoke the delegation' }).count()).toBe(0);
  // the page of the helper was not touched: what was delegated is gone from it, his own is left
  await other.page.waitForURL('**/tag');
  await other.page.getByText('What you may do has changed').waitFor();
  await other.page.getByRole('navigation').getByRole('link', { name: 'Sites' }).waitFor({ state: 'detached' });
});

test('forms of accounts and roles offer what their operator may give, and a whitelist of a thousand networks comes back whole', async () => {
  const { page, context } = await enter();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'company@demo.example');
  await page.goto('/roleManage?new=1');
  await page
    .getByRole('dialog', { name: 'Create Role' })
    .getByRole('radiogroup')
    .getByRole('radio', { name: 'Company', exact: true })
    .waitFor();
  expect(await page.getByRole('radio').count()).toBe(1);

  const address = '/accountManage?edit=viewer%40demo.example';
  await follow(page, address);
  const form = page.getByRole('dialog', { name: 'Edit Account' });
  const types = form.getByRole('radiogroup', { name: 'Account type' }).getByRole('radio');
  await types.first().waitFor();
  expect(await types.count()).toBe(1);
  const networks = Array.from({ length: 1000 }, (_, index) => `10.${index >> 8}.${index & 255}.0/24`);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), [...networks.slice(1), '10.0.0.300'].join('\n'));
  await form.getByRole('textbox', { name: 'IP whitelist: New rule' }).focus();
  await page.keyboard.press('ControlOrMeta+V');
  await form.getByText('1000 / 1000 rules').waitFor();
  await form.getByRole('button', { name: '1 error' }).click();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.getByText('1 place needs a change').waitFor();
  await form.getByRole('group', { name: 'Findings' }).getByRole('listitem').getByRole('button').click();
  await form.getByRole('textbox', { name: 'Rule 1000', exact: true }).fill(networks[0] ?? '');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  const { ipWhitelist } = await callApi<{ ipWhitelist: string[] }>(page, 'GET', '/api/v1/users/viewer%40demo.example');
  expect(new Set(ipWhitelist)).toEqual(new Set(networks));
  await follow(page, address);
  await form.getByText('1000 / 1000 rules').waitFor();

  const wide = await enter();
  await signIn(wide.page, 'global@demo.example');
  const channels = async (query: string): Promise<string[]> =>
    (await callApi<{ results: { channelTradeId: string }[] }>(wide.page, 'GET', `/api/v1/channelTrades?limit=100${query}`)).results.map(
      ({ channelTradeId }) => channelTradeId,
    );
  expect(await channels('')).toContain('ch-south');
  expect(await channels('&grantable=true')).toEqual(['ch-north']);
});

test('codes of the filter rule are chosen from the alert dictionary by their names', async () => {
  const { page } = await enter({ language: 'zh', width: 390, height: 844 });
  await signIn(page, 'company@demo.example');
  await page.goto('/alarm?tab=AlertFilterRule');
  await page.getByRole('button', { name: '编辑', exact: true }).click();
  const form = page.getByRole('dialog');
  await choose(page, form, '告警码', '设备离线');
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  await page.locator('dd').getByText('设备离线', { exact: true }).waitFor();
});

test('several MAC addresses are approved at once, and replacing a device asks for the new serial until it is right', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/wirelessAccount?tab=MacApproval&f.state=pending');
  const rows = page.locator('main tbody tr');
  await rows.nth(2).waitFor();
  const addresses = await Promise.all([0, 1].map((at) => rows.nth(at).getByRole('link').first().innerText()));
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('dialog', { name: 'Approve' });
  await question.getByText('The MAC address is bound to the account.').waitFor();
  for (const address of addresses) await question.getByText(address).waitFor();
  await question.getByRole('button', { name: 'Approve' }).click();
  // who is approved pends no more
  for (const address of addresses) await page.getByRole('row').filter({ hasText: address }).waitFor({ state: 'detached' });

  await follow(page, '/site?f.state=ONLINE');
  const sites = page.getByRole('table', { name: 'Sites', exact: true }).locator('tbody tr');
  await sites.first().getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Replace a device' }).click();
  const form = page.getByRole('dialog', { name: /^Replace a device/ });
  const serial = form.getByRole('textbox', { name: 'SN of the new device' });
  await form.getByRole('textbox', { name: 'Device remark' }).fill('Rack 4');
  const replace = form.getByRole('button', { name: 'Replace a device' });
  for (const [sn, refusal] of [
    ['', 'This is required.'],
    ['NOBODY-1', 'Device NOBODY-1 does not exist.'],
  ] as const) {
    await serial.fill(sn);
    await replace.click();
    await form.getByText(refusal).last().waitFor();
  }
  expect(await serial.inputValue()).toBe('NOBODY-1');
});
