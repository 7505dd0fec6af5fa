import { expect, test } from 'vitest';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();

test('unsaved work is found again from the account menu, opened, and thrown away', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/tag?new=1');
  await page.getByRole('dialog').getByLabel('Name').fill('half a tag');
  await page.getByRole('dialog').getByLabel('Remark').fill('not done yet');
  await page.waitForTimeout(1500);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/site');

  const openDrafts = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Drafts' }).click();
  };
  await openDrafts();
  const drawer = page.getByRole('dialog', { name: 'Drafts' });
  await drawer.getByRole('button', { name: /^Open draft Tag/ }).click();
  await page.waitForURL(/\/tag\?.*new=1/);
  await page.getByRole('button', { name: 'Restore draft' }).click();
  await expect.poll(() => page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('half a tag');

  await page.goto('/site');
  await openDrafts();
  await drawer.getByRole('button', { name: /^Remove draft Tag/ }).click();
  await drawer.getByText('No drafts').waitFor();
});
