import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();
const rules = '/api/v1/companies/c-huaxin/snatRules';

type Rule = { id: string; name: string; enable: boolean };

const stored = async (page: Page): Promise<Rule[]> =>
  (await callApi<{ results: Rule[] }>(page, 'GET', `${rules}?limit=1000&sort=priority`)).results;

/** Turns rules by the API, as somebody else would. */
const turn = (page: Page, ids: string[], enable: boolean): Promise<unknown> =>
  callApi(page, 'POST', '/api/v1/bulk', {
    items: ids.map((id) => ({ operation: 'updateSnatRule', path: { companyId: 'c-huaxin', snatRuleId: id }, set: { enable } })),
  });

test('what is selected stays selected over pages and sorts, and is judged by what is stored, not by what was seen', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/snat?size=2');
  const all = await stored(page);
  const [first, second] = all as [Rule, Rule];
  await turn(
    page,
    all.map(({ id }) => id),
    true,
  );
  await page.reload();
  for (const { name } of [first, second]) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
  const bar = page.getByRole('toolbar', { name: 'Selected: 2' });
  const dialog = page.getByRole('dialog', { name: /: 2 selected/ });
  const states = async (): Promise<boolean[]> => (await stored(page)).slice(0, 2).map(({ enable }) => enable);

  await bar.getByRole('button', { name: 'Disable', exact: true }).click();
  await dialog.getByText('Would be changed: 2. So already: 0. Refused: 0. Nothing has been changed yet.').waitFor();
  for (const { name } of [first, second]) await dialog.getByRole('row', { name: `${name} Will be changed`, exact: true }).waitFor();
  await expectAccessible(page);
  expect(await states()).toEqual([true, true]);
  await dialog.getByRole('button', { name: 'Disable (2)' }).click();
  await page.getByText('Switched off: 2').waitFor();
  expect(await states()).toEqual([false, false]);

  // on another page nothing of them is shown any more
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('checkbox', { name: `Select ${first.name}`, exact: true }).waitFor({ state: 'detached' });
  await bar.getByRole('button', { name: 'Enable', exact: true }).click();
  await dialog.getByRole('button', { name: 'Enable (2)' }).click();
  await page.getByText('Switched on: 2').waitFor();
  expect(await states()).toEqual([true, true]);

  // somebody else was there meanwhile: each row says how it is with it
  await turn(page, [first.id], false);
  await bar.getByRole('button', { name: 'Disable', exact: true }).click();
  await dialog.getByText('Would be changed: 1. So already: 1. Refused: 0.').waitFor();
  await dialog.getByRole('row', { name: `${first.name} So already`, exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Disable (1)' }).click();
  await page.getByText('Switched off: 1').waitFor();
  expect(await states()).toEqual([false, false]);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(states).toEqual([false, true]);

  // what is gone is told and left out
  await callApi(page, 'POST', '/api/v1/bulk', {
    items: [{ operation: 'deleteSnatRule', path: { companyId: 'c-huaxin', snatRuleId: second.id }, ifMatch: '*' }],
  });
  await bar.getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByText('1 of the selected are no longer there and were left out.').waitFor();
  const rest = page.getByRole('dialog', { name: /: 1 selected/ });
  await rest.getByRole('button', { name: 'Enable (1)' }).click();
  await rest.waitFor({ state: 'hidden' });
  expect((await stored(page))[0]).toMatchObject({ id: first.id, enable: true });
});
