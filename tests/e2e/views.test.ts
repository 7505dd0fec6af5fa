import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();
const patient = { timeout: 60_000 };

const param = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);
const kept = (page: Page): Promise<unknown> =>
  page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes('/preferences/') && response.ok());

test('a view is kept on the server, opened by default in another browser, renamed, overwritten and deleted', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/alarm?f.status=resolved&sort=-resolvedAt&f.option=7');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Views' });
  const name = panel.getByRole('textbox', { name: 'Keep what is shown now as a view' });
  await name.fill('   ');
  await name.press('Enter');
  await panel.getByText('A view needs a name.').waitFor();
  await name.fill('Resolved lately');
  let stored = kept(page);
  await name.press('Enter');
  await stored;
  await panel.getByRole('button', { name: 'Resolved lately', exact: true }).waitFor();
  await expectAccessible(page);
  stored = kept(page);
  await panel.getByRole('button', { name: 'Open Resolved lately by default' }).click();
  await stored;
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'View: Resolved lately' }).waitFor();

  // another browser of the same person: the bare address opens it, and clearing the filters stays cleared
  const other = (await enter()).page;
  await signIn(other, 'company@demo.example');
  await other.goto('/alarm');
  await expect.poll(() => param(other, 'f.status'), patient).toBe('resolved');
  expect(param(other, 'sort')).toBe('-resolvedAt');
  expect(param(other, 'f.option')).toBe('7');
  await other.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect.poll(() => param(other, 'f.status'), patient).toBe(null);

  await other.getByRole('button', { name: 'Views', exact: true }).click();
  const theirs = other.getByRole('dialog', { name: 'Views' });
  await theirs.getByRole('button', { name: 'Overwrite Resolved lately with what is shown now' }).click();
  await theirs.getByRole('button', { name: 'Rename Resolved lately' }).click();
  await theirs.getByRole('textbox', { name: 'Name of the view' }).fill('By end');
  stored = kept(other);
  await other.keyboard.press('Enter');
  await stored;
  await other.getByRole('button', { name: 'View: By end' }).waitFor();
  stored = kept(other);
  await theirs.getByRole('button', { name: 'Delete the view By end' }).click();
  await stored;
  await theirs.getByText('No views yet.').waitFor();
});

test('columns of a shared address are shown, an own choice takes their place; what is gone is skipped', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/tag?cols=remark,gone,name');
  const heads = page.getByRole('table').getByRole('columnheader');
  await expect
    .poll(async () => (await heads.allInnerTexts()).map((text) => text.trim()).filter((text) => /Remark|Name/.test(text)), patient)
    .toEqual(['Remark', 'Name']);
  await page.getByRole('button', { name: 'List settings' }).click();
  await page.getByRole('checkbox', { name: 'Tag type' }).click();
  await expect.poll(() => param(page, 'cols'), patient).toBe(null);
  await page.getByRole('columnheader', { name: 'Tag type' }).waitFor();
});
