import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow, workIn } from '#tests/support/work-place.ts';

const { enter } = stage();
const patient = { timeout: 15_000 };

type Item = Record<string, unknown> & { id: string };

/** A strategy application that three sites have, one of them no more chosen, and whose rules have changed since. */
async function outdated(page: Page): Promise<{ id: string; rules: string[] }> {
  const post = (path: string, body: unknown): Promise<Item> => callApi<Item>(page, 'POST', path, body);
  const rule = { priority: 900, matchType: 'fiveTuple', source: { kind: 'any' }, destination: { kind: 'any' }, egressType: 'singleOut' };
  const made = await Promise.all(['Stays', 'Goes', 'Comes'].map((name) => post('/api/v1/policyRules', { ...rule, name: `E2E ${name}` })));
  const [stays, goes, comes] = made.map(({ id }) => id);
  const { id: templateId } = await post('/api/v1/policyTemplates', { name: 'E2E template', ruleIds: [stays, goes] });
  const strategy = { companyId: 'c-huaxin', name: 'E2E strategy', kind: 'template', templateId };
  const siteIds = ['s-huaxin-001', 's-huaxin-002', 's-huaxin-003'];
  const { id } = await post('/api/v1/strategyApplications', { ...strategy, siteIds });
  await post(`/api/v1/strategyApplications/${id}/issue`, undefined);
  await callApi(page, 'PUT', `/api/v1/policyTemplates/${templateId}`, { name: 'E2E template', ruleIds: [stays, comes] });
  await callApi(page, 'PUT', `/api/v1/policyRules/${stays}`, { ...rule, name: 'E2E Stays', priority: 901 });
  await callApi(page, 'PUT', `/api/v1/strategyApplications/${id}`, { ...strategy, siteIds: [...siteIds.slice(0, 2), 's-huaxin-004'] });
  return { id, rules: [stays, goes, comes] as string[] };
}

const rows = (dialog: Locator, name: string): Promise<string[]> =>
  dialog
    .getByRole('table')
    .filter({ has: dialog.page().getByRole('columnheader', { name, exact: true }) })
    .getByRole('row')
    .evaluateAll((all) =>
      all.slice(1).map((row) =>
        [...row.children]
          .map((cell) => (cell as HTMLElement).innerText.trim())
          .join(' ')
          .trim(),
      ),
    );

test('an application says before it is issued what it changes at which site, and afterwards how it stands there', async () => {
  const { page } = await enter();
  await signIn(page);
  await workIn(page, { mode: 'global' });
  const { id } = await outdated(page);
  await page.goto('/spiManage?keyword=E2E');
  const row = page.getByRole('row').filter({ hasText: 'E2E strategy' });
  await row.getByText('Out of date').waitFor();
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Issue' }).click();

  const dialog = page.getByRole('dialog', { name: 'Issue: E2E strategy' });
  await dialog.getByText('4 change, 0 stay as they are, 0 are skipped', { exact: false }).waitFor();
  const changes = ['Added E2E Stays 1', 'Added E2E Comes 3', 'Changed E2E Stays 2', 'Removed E2E Stays 1', 'Removed E2E Goes 3'];
  expect(await rows(dialog, 'Places')).toEqual(changes);
  await dialog
    .getByRole('row', { name: /Changed/ })
    .getByRole('button', { name: 'Content of E2E Stays' })
    .click();
  await dialog.getByRole('row', { name: 'Priority 900 901', exact: true }).waitFor();
  await expectAccessible(page);

  // one site alone
  const sites = await rows(dialog, 'Sites');
  expect(sites.map((text) => text.replaceAll(/\s+/g, ' ').split(' ')[0])).toEqual(['New', 'Changed', 'Changed', 'Leaves']);
  await dialog.getByLabel('Effect').selectOption({ label: 'Leaves (1)' });
  await dialog
    .getByRole('row', { name: /^Leaves .* 2$/ })
    .getByRole('button')
    .click();
  await expect.poll(() => rows(dialog, 'Places'), patient).toEqual(['Removed E2E Stays 1', 'Removed E2E Goes 3']);

  await dialog.getByRole('button', { name: 'Issue (Sites: 4)' }).click();
  const result = page.getByRole('dialog', { name: 'Issue: E2E strategy – result' });
  await result.getByRole('status').getByText('version 2 stands at 3', { exact: false }).waitFor();
  expect((await rows(result, 'Sites')).every((text) => text.startsWith('Unchanged'))).toBe(true);
  expect(await callApi<Item>(page, 'GET', `/api/v1/strategyApplications/${id}`)).toMatchObject({
    state: 'issued',
    standing: 'current',
    version: 2,
  });
  await result.getByRole('button', { name: 'Close' }).last().click();
  await row.getByText('Up to date').waitFor();

  // what cannot be carried out is told before, not after
  const { id: ruleId } = await callApi<Item>(page, 'GET', '/api/v1/policyRules?limit=1').then(
    (list) => (list as unknown as { results: Item[] }).results[0]!,
  );
  const { id: templateId } = await callApi<Item>(page, 'POST', '/api/v1/policyTemplates', {
    name: 'E2E off',
    ruleIds: [ruleId],
    enable: false,
  });
  const off = await callApi<Item>(page, 'POST', '/api/v1/strategyApplications', {
    companyId: 'c-huaxin',
    name: 'E2E nothing',
    kind: 'template',
    templateId,
  });
  await follow(page, `/spiManage?view=${off.id}`);
  await page.getByRole('dialog', { name: 'E2E nothing' }).getByRole('button', { name: 'Issue', exact: true }).click();
  const refused = page.getByRole('dialog', { name: 'Issue: E2E nothing' });
  await refused.getByRole('alert').getByText('no rule is enabled', { exact: false }).waitFor();
  expect(await refused.getByRole('button', { name: /^Issue \(/ }).isDisabled()).toBe(true);
});

test('a change is reviewed before it is saved and taken back after; restoring shows what it changes', async () => {
  const { page } = await enter();
  await signIn(page);
  await workIn(page, { mode: 'global' });
  await page.goto('/spiManage?tab=PolicyTemplate&edit=pt-1');
  const form = page.getByRole('dialog', { name: 'Edit Policy template' });
  const remark = form.getByRole('textbox', { name: 'Remark' });
  const before = await remark.inputValue();
  await remark.fill('E2E reviewed');
  const rules = form.getByRole('list', { name: 'Rules' });
  await rules.getByText('语音优选').waitFor();
  await rules.getByRole('button', { name: 'Remove 邮件优选' }).click();
  expect(await form.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
  await page.keyboard.press('Control+Enter');
  const review = page.getByRole('dialog', { name: '2 changes to save' });
  const told = async (): Promise<string> => (await rows(review, 'Before')).join('\n').replaceAll(/\s+/g, ' ');
  await expect.poll(told, patient).toBe(`Remark ${before} E2E reviewed Rules 3 邮件优选`);
  await review.getByText(/^Used in \d+ places?$/).click();
  await review.getByRole('listitem').first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Review changes' }).click();
  await review.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'hidden' });
  const stored = (): Promise<Item> => callApi<Item>(page, 'GET', '/api/v1/policyTemplates/pt-1');
  expect(await stored()).toMatchObject({ remark: 'E2E reviewed' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The change was undone').waitFor();
  expect((await stored())['remark'] ?? '').toBe(before);

  // what is refused is told at its field, and nothing is lost
  await follow(page, '/spiManage?tab=PolicyTemplate&edit=pt-2');
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.fill(String((await stored())['name']));
  await form.getByRole('button', { name: 'Review changes' }).click();
  await expect.poll(() => name.getAttribute('aria-invalid'), patient).toBe('true');
  expect(await page.getByRole('dialog', { name: /to save/ }).count()).toBe(0);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await form.waitFor({ state: 'hidden' });

  // rules are tried in order: they are moved by keyboard, and the focus stays with the one that moves
  await follow(page, '/spiManage?tab=PolicyTemplate&edit=pt-2');
  const order = async (): Promise<string[]> => rules.locator('strong').allInnerTexts();
  await rules.getByRole('button', { name: 'Move ERP优选 down' }).waitFor();
  const [first, second, ...others] = await order();
  await rules.getByRole('button', { name: `Move ${first} down` }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(order, patient).toEqual([second, first, ...others]);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), patient).toBe(`Move ${first} down`);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await form.waitFor({ state: 'hidden' });

  await follow(page, '/spiManage?tab=PolicyTemplate&view=pt-1');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Restore this revision' }).first().click();
  await page
    .getByRole('alertdialog')
    .getByRole('row', { name: /E2E reviewed$/ })
    .waitFor();
  await page.keyboard.press('Escape');
});

test('a company reads its strategies by name, and finds no rule that is hidden from it', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/spiManage?view=sa-huaxin-1');
  const detail = page.getByRole('dialog', { name: '模板应用_1' });
  await detail.getByText('华信零售集团').waitFor();
  // no site is named, so it is all of them
  expect(await detail.getByRole('definition').allInnerTexts()).toContain('All');
  for (const name of ['Edit', 'Delete', 'More']) expect(await detail.getByRole('button', { name, exact: true }).count()).toBe(0);
  await detail.getByRole('tab', { name: 'Effect' }).click();
  await detail.getByRole('table').first().waitFor();

  // pol-3 is hidden from accounts of companies
  await follow(page, '/spiManage?tab=PolicyRule&keyword=ERP');
  await page.getByRole('link', { name: 'ERP备用' }).waitFor();
  expect(await page.getByRole('link', { name: 'ERP优选' }).count()).toBe(0);
  // what counts leads to what is counted
  await follow(page, '/spiManage?tab=PolicyRule&keyword=语音优选');
  const counted = page.getByRole('row').filter({ has: page.getByRole('link', { name: '语音优选' }) });
  const link = counted.getByRole('link', { name: /^\d+$/ });
  const count = Number(await link.innerText());
  expect(count).toBeGreaterThan(1);
  await link.click();
  await page.getByText(`Total: ${count}`).waitFor();
  expect(new URL(page.url()).search).toBe('?tab=PolicyTemplate&f.ruleIds=pol-1');
});

test('several are issued at once only after it is said what each changes', async () => {
  const { page } = await enter();
  await signIn(page);
  await workIn(page, { mode: 'global' });
  const post = (path: string, body: unknown): Promise<Item> => callApi<Item>(page, 'POST', path, body);
  const match = { matchType: 'fiveTuple', source: { kind: 'any' }, destination: { kind: 'any' }, egressType: 'singleOut' };
  const { id: rule } = await post('/api/v1/policyRules', { ...match, name: 'Bulk rule', priority: 950 });
  const { id: templateId } = await post('/api/v1/policyTemplates', { name: 'Bulk template', ruleIds: [rule] });
  for (const [name, siteIds] of [
    ['Bulk one', ['s-huaxin-001']],
    ['Bulk two', ['s-huaxin-002', 's-huaxin-003']],
  ])
    await post('/api/v1/strategyApplications', { companyId: 'c-huaxin', name, kind: 'template', templateId, siteIds });
  await page.goto('/spiManage?keyword=Bulk');
  for (const name of ['Bulk one', 'Bulk two']) await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
  await page.getByRole('toolbar', { name: 'Selected: 2' }).getByRole('button', { name: 'Issue', exact: true }).click();

  const dialog = page.getByRole('dialog', { name: 'Issue' });
  await dialog.getByText('Bulk one Sites: 1 change').waitFor();
  await dialog.getByText('Bulk two Sites: 2 change').click();
  await dialog.getByRole('link', { name: 'Bulk rule' }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Issue \(\d+\)$/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Bulk' }).getByText('Issued', { exact: true }).count(), patient).toBe(2);
});

test('a click right after typing reaches the button, though the field says more once it is left', async () => {
  const { page } = await enter();
  await signIn(page);
  await workIn(page, { mode: 'global' });
  await page.goto('/spiManage?tab=PolicyScenario&new=1');
  const form = page.getByRole('dialog', { name: 'Create Policy scenario' });
  const add = form.getByRole('button', { name: 'Add to Conditions' });
  await add.click();
  const removes = form.getByRole('button', { name: /^Remove/ });
  await form.getByRole('combobox', { name: /^Condition/ }).click();
  await page.getByRole('option', { name: 'Latency', exact: true }).click();
  await form.getByLabel(/^For/).fill('844');
  await add.click();
  await form.getByText('= 14 m 4 s').waitFor();
  await expect.poll(() => removes.count()).toBe(2);
  // the same where what is typed is wrong
  await form.getByLabel(/^Above/).fill('x');
  await add.click();
  await form.getByText('= 14 m 4 s').waitFor();
  await expect.poll(() => removes.count()).toBe(3);
  await expect.poll(() => form.getByLabel(/^Above/).getAttribute('aria-invalid')).toBe('true');
});
