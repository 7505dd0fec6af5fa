import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { watchTasks } from '#tests/support/watch-tasks.ts';

const { enter } = stage();
const patient = { timeout: 15_000 };

const sets = '/api/v1/companies/c-huaxin/addressSets';
const COUNT = 65_535;

/** As many rules as a set may hold: one network over a later address, one rule twice, and one that is none. */
function text(): string {
  const single = Array.from({ length: COUNT - 4 }, (_, index) => `11.0.${index >> 8}.${index & 255}`);
  return [...single, '12.0.0.0/24', '12.0.0.7', '11.0.0.0', '300.1.1.1'].join('\n');
}

const form = (page: Page): Locator => page.getByRole('dialog', { name: /^(Create Address set$|Edit Address set( ·|$))/ });
const status = (page: Page): Locator => form(page).getByRole('group', { name: 'Addresses', exact: true }).getByRole('status');
const issues = (page: Page): Locator => form(page).getByRole('group', { name: 'Findings' });

async function openForm(page: Page, name: string): Promise<void> {
  await signIn(page, 'company@demo.example');
  await page.goto('/addressSet');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await form(page).getByRole('textbox', { name: 'Name', exact: true }).fill(name);
}

async function expectFindings(page: Page): Promise<void> {
  await issues(page).waitFor();
  expect(await status(page).innerText()).toContain(`${COUNT} / ${COUNT} rules`);
  for (const [kind, finding] of [
    ['1 duplicate', `Rule ${COUNT - 1} is the same as rule 1`],
    ['1 overlap', `Rule ${COUNT - 2} overlaps rule ${COUNT - 3}`],
    ['1 error', `Rule ${COUNT}: `],
  ] as const) {
    await issues(page).getByRole('button', { name: kind, exact: true }).click();
    await issues(page).getByRole('listitem').getByText(finding).waitFor();
  }
}

test('65,535 pasted rules are checked aside, corrected and saved at once', async () => {
  const { page, context } = await enter();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openForm(page, 'E2E feed');
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text());
  await form(page).getByRole('textbox', { name: 'Addresses: New rule' }).focus();

  const longest = await watchTasks(page);
  await page.keyboard.press('ControlOrMeta+V');
  await issues(page).waitFor();
  const task = await longest();
  console.log(`address set: longest task while ${COUNT} rules are pasted and checked: ${Math.round(task)} ms`);
  // the aim is 50 ms on an idle machine; checked on the main thread it would be far above this
  expect(task).toBeLessThan(200);
  await expectFindings(page);

  // nothing is sent while a rule is wrong
  const writes: string[] = [];
  page.on('request', (request) => {
    if (['POST', 'PUT'].includes(request.method()) && request.url().includes(sets) && !request.url().includes('dryRun'))
      writes.push(request.url());
  });
  await form(page).getByRole('button', { name: 'Create', exact: true }).click();
  await form(page).getByRole('alert').waitFor();
  expect(writes).toEqual([]);

  await issues(page).getByRole('listitem').getByRole('button').click();
  const wrong = form(page).getByRole('textbox', { name: `Rule ${COUNT}`, exact: true });
  await expect.poll(() => wrong.evaluate((input) => input === document.activeElement), patient).toBe(true);
  await wrong.fill('partner.example');
  await wrong.blur();
  await issues(page).getByRole('button', { name: '1 error', exact: true }).waitFor({ state: 'hidden' });
  await form(page).getByRole('button', { name: 'Remove duplicates' }).click();
  await status(page)
    .getByText(`${COUNT - 1} / ${COUNT} rules`)
    .waitFor();
  await form(page).getByRole('textbox', { name: 'Addresses: New rule' }).fill('13.0.0.0/8');
  await page.keyboard.press('Enter');
  await status(page).getByText(`${COUNT} / ${COUNT} rules`).waitFor();
  await form(page).getByRole('button', { name: 'Create', exact: true }).click();
  await form(page).waitFor({ state: 'hidden', timeout: 60_000 });
  expect(writes).toHaveLength(1);

  await page.getByRole('searchbox').fill('E2E feed');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'E2E feed' }) });
  await row.getByRole('cell', { name: /^65,?535$/ }).waitFor();
  await expect.poll(() => page.getByRole('row').count(), patient).toBe(2);
  const { results } = await callApi<{ results: { id: string; ruleCount: number }[] }>(page, 'GET', `${sets}?keyword=E2E%20feed`);
  expect(results).toMatchObject([{ ruleCount: COUNT }]);
  const { rules } = await callApi<{ rules: string[] }>(page, 'GET', `${sets}/${results[0]?.id}`);
  expect(rules).toHaveLength(COUNT);
  expect(rules.slice(-3)).toEqual(['12.0.0.7', 'partner.example', '13.0.0.0/8']);

  await row.getByRole('button', { name: 'Edit' }).click();
  await status(page).getByText(`${COUNT} / ${COUNT} rules`).waitFor();
  await form(page).getByRole('searchbox').fill('12.0.0.7');
  await status(page).getByText('2 rules found').waitFor();
  expect(
    await form(page)
      .getByRole('textbox', { name: `Rule ${COUNT - 2}`, exact: true })
      .inputValue(),
  ).toBe('12.0.0.7');
});

test('the same rules come from a file; what is over the limit is told', async () => {
  const { page } = await enter();
  await openForm(page, 'E2E file');
  const path = join(tmpdir(), `e2e-rules-${process.pid}.txt`);
  writeFileSync(path, `${text().replaceAll('\n', '\r\n')}\r\n14.0.0.1\r\n`);
  const chooser = page.waitForEvent('filechooser');
  await form(page).getByRole('button', { name: 'From a file' }).click();
  await (await chooser).setFiles(path);
  await expectFindings(page);
  expect(await status(page).innerText()).toContain('Over the limit: 1 rule was ignored');
  await form(page).getByRole('button', { name: 'Remove all' }).click();
  await form(page).getByText('No rules yet.').waitFor();
});
