import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const LONG = 'a name as it was allowed to be once, which is far too long today';

const { enter } = stage({}, (dataDir) => {
  // as a version left it whose contract took longer names
  const database = new DatabaseSync(join(dataDir, 'console.db'));
  const first = database.prepare("select id from r_tag where owner = 'c-huaxin' order by id limit 1").get();
  database.prepare("update r_tag set doc = json_set(doc, '$.name', ?) where id = ?").run(LONG, String(first?.['id']));
  database.exec("delete from meta where name = 'fits' or name = 'fits:r_tag'");
  database.close();
  return Promise.resolve();
});

test('what does not fit any more is marked in its list, says why, and is put right in its form', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/tag?size=200');
  const table = page.getByRole('table', { name: 'Tag' });
  const marked = table.getByRole('row').filter({ hasText: '⚠' });
  await marked.getByText(/⚠ .*40/).waitFor();
  expect(await marked.count()).toBe(1);
  expect(await table.getByText(LONG).count()).toBe(0);

  await marked.getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('No longer valid').waitFor();
  await drawer.getByText(/1 of its values no longer fit: Name: .*40/).waitFor();
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.waitFor();
  expect(await name.inputValue()).toBe(LONG);
  await page.getByRole('dialog').getByText('No longer valid').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByText(/limit is 40/)
    .first()
    .waitFor();
  await name.fill('fits again');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await table.getByRole('link', { name: 'fits again' }).waitFor();
  await expect.poll(() => marked.count()).toBe(0);
});
