import { expect, test } from 'vitest';
import type { ElementHandle, Page } from 'playwright-core';
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

test('what is selected stays selected over pages, and is judged by what is stored, not by what was seen', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  const all = await stored(page);
  const [first, second] = all as [Rule, Rule];
  await turn(
    page,
    all.map(({ id }) => id),
    true,
  );
  await page.goto('/snat?size=2');
  for (const { name } of [first, second]) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
  const bar = page.getByRole('toolbar', { name: 'Selected: 2' });
  const dialog = page.getByRole('dialog', { name: /: 2 selected/ });
  const states = async (): Promise<boolean[]> => (await stored(page)).slice(0, 2).map(({ enable }) => enable);

  await bar.getByRole('button', { name: 'Disable', exact: true }).click();
  await dialog.getByText('Would be changed: 2. So already: 0. Refused: 0. Nothing has been changed yet.').waitFor();
  for (const { name } of [first, second]) await dialog.getByRole('row', { name: `${name} Will be changed`, exact: true }).waitFor();
  // where the rules hold
  expect(await dialog.getByRole('definition').innerText()).toBe('All');
  await dialog.getByRole('term').filter({ hasText: 'Sites' }).waitFor();
  await expectAccessible(page, 'dialog[open]');
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

const pools = '/api/v1/companies/c-huaxin/addressPools';
type Pool = { id: string; name: string; enable: boolean };

/** A table in which no row decides before another: its rows are turned at once as long as they are few. */
async function openPools(): Promise<{ page: Page; off: () => Promise<string[]> }> {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  const all = async (): Promise<Pool[]> => (await callApi<{ results: Pool[] }>(page, 'GET', `${pools}?limit=1000`)).results;
  await callApi(page, 'POST', '/api/v1/bulk', {
    items: (await all()).map(({ id }) => ({
      operation: 'updateAddressPool',
      path: { companyId: 'c-huaxin', addressPoolId: id },
      set: { enable: true },
    })),
  });
  const off = async (): Promise<string[]> => (await all()).flatMap(({ name, enable }) => (enable ? [] : [name])).toSorted();
  return { page, off };
}

/** Selects rows of the page that is shown. */
async function select(page: Page, from: number, to: number): Promise<string[]> {
  const boxes = page.getByRole('checkbox', { name: /^Select (?!the whole page)/ });
  await boxes.nth(to - 1).waitFor();
  const names = await boxes.evaluateAll((all) => all.map((box) => (box.getAttribute('aria-label') ?? '').replace('Select ', '')));
  for (let row = from; row < to; row++) await boxes.nth(row).click();
  return names.slice(from, to);
}

test('five rows are turned at once and can be turned back; six are asked about first', async () => {
  const { page, off } = await openPools();
  await page.goto('/addressing?size=10');
  const five = await select(page, 0, 5);
  await page.getByRole('toolbar', { name: 'Selected: 5' }).getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByText('Switched off: 5').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await off()).toEqual(five.toSorted());
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(off).toEqual([]);

  const six = [...five, ...(await select(page, 5, 6))];
  await page.getByRole('toolbar', { name: 'Selected: 6' }).getByRole('button', { name: 'Disable', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable Address pools: 6 selected' });
  await dialog.getByText('Would be changed: 6. So already: 0. Refused: 0. Nothing has been changed yet.').waitFor();
  expect(await off()).toEqual([]);
  await dialog.getByRole('button', { name: 'Disable (6)' }).click();
  await page.getByText('Switched off: 6').waitFor();
  expect(await off()).toEqual(six.toSorted());
});

test('twenty rows that were selected before the list was sorted anew are turned, each by its name', async () => {
  const { page, off } = await openPools();
  await page.goto('/addressing?size=20&sort=name');
  const twenty = await select(page, 0, 20);
  const bar = page.getByRole('toolbar', { name: 'Selected: 20' });
  const first = page.getByRole('checkbox', { name: /^Select (?!the whole page)/ }).first();
  for (const [verb, after, others] of [
    ['Disable', twenty, 0],
    ['Enable', [], 20],
  ] as const) {
    const shown = await first.getAttribute('aria-label');
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').first().click();
    await expect.poll(() => first.getAttribute('aria-label')).not.toBe(shown);
    await bar.getByRole('button', { name: verb, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `${verb} Address pools: 20 selected` });
    await dialog.getByText('Would be changed: 20. So already: 0. Refused: 0.').waitFor();
    const said = await dialog.getByRole('row').allInnerTexts();
    expect(said.flatMap((text) => /^(.*)\s+Will be changed/.exec(text)?.[1]?.trim() ?? []).toSorted()).toEqual(twenty.toSorted());
    expect(await off()).toHaveLength(others);
    await dialog.getByRole('button', { name: `${verb} (20)` }).click();
    await page.getByText(`Switched ${verb === 'Enable' ? 'on' : 'off'}: 20`).waitFor();
    expect(await off()).toEqual([...after].toSorted());
  }
});

test('pages of another length begin with the first', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/snat?size=1&page=3');
  const number = page.getByRole('textbox', { name: 'Page', exact: true });
  await expect.poll(() => number.inputValue()).toBe('3');
  await page.getByRole('combobox', { name: 'Per page' }).selectOption('50');
  await expect.poll(() => new URL(page.url()).searchParams.get('size')).toBe('50');
  expect(new URL(page.url()).searchParams.get('page')).toBeNull();
  await expect.poll(() => page.locator('tbody tr').count()).toBe((await stored(page)).length);
});

test('a page that is being typed outlives the arrival of the page before it', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/snat?size=1');
  const next = page.getByRole('button', { name: 'Next page' });
  const number = page.getByRole('textbox', { name: 'Page' });
  await number.waitFor();
  await number.evaluate(
    (field, button) => {
      button?.click();
      field.focus();
      document.execCommand('selectAll');
      document.execCommand('insertText', false, '3');
    },
    (await next.elementHandle()) as ElementHandle<HTMLElement> | null,
  );
  await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2');
  await page.getByRole('button', { name: 'Previous page' }).and(page.locator(':enabled')).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('3');
  await expect.poll(() => number.inputValue()).toBe('3');
  // what is no page is put back
  await number.fill('x');
  await number.press('Enter');
  await expect.poll(() => number.inputValue()).toBe('3');
});
