import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const NAME = 'A name\u0007 of before';

const { enter } = stage({}, (dataDir) => {
  // as a version left it whose contract took other names
  const database = new DatabaseSync(join(dataDir, 'console.db'));
  for (const table of ['r_site', 'r_tag']) {
    const rows = database.prepare(`select id from ${table} where owner = 'c-huaxin' order by id limit 2`).all();
    for (const { id } of rows) database.prepare(`update ${table} set doc = json_set(doc, '$.name', ?) where id = ?`).run(NAME, String(id));
    database.prepare('delete from meta where name = ?').run(`fits:${table}`);
  }
  database.exec("delete from meta where name = 'fits'");
  database.close();
  return Promise.resolve();
});

test('a page says how many items it is without, and who may put them right finds each of them with its reason', async () => {
  const { page } = await enter();
  await signIn(page, 'super@demo.example');
  await page.goto('/topology');
  const banner = page.getByText(/Missing from what this page shows.*Sites 2/);
  await banner.waitFor();
  await banner.getByRole('link', { name: 'What has to be put right' }).click();
  const table = page.getByRole('table', { name: 'Item no longer valid' });
  await table.getByRole('row').filter({ hasText: 'Name:' }).first().waitFor();
  expect(await banner.count()).toBe(0);
  expect(await table.getByRole('row').filter({ hasText: 'Name:' }).count()).toBe(4);
  await page.screenshot({ path: '/tmp/h2-unfit.png' });
  await table.getByRole('row').filter({ hasText: 'Tag' }).getByRole('link').first().click();
  await page.getByRole('dialog').getByText('No longer valid').first().waitFor();
  await page.screenshot({ path: '/tmp/h2-unfit-item.png' });
});
