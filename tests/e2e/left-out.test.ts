import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { signIn } from '#tests/support/session.ts';
import { workIn } from '#tests/support/work-place.ts';
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
  const banner = page.getByText('missing from what this page shows');
  await banner.getByRole('link', { name: 'Sites 2', exact: true }).waitFor();
  await banner.getByRole('link', { name: 'Sites 2', exact: true }).click();
  await page.getByRole('table', { name: 'Site' }).waitFor();
  await banner.waitFor({ state: 'detached' });

  await workIn(page, { mode: 'global' });
  await page.goto('/systemConfig?tab=UnfitItem');
  const table = page.getByRole('table', { name: 'Invalid item' });
  const rows = table.getByRole('row').filter({ hasText: 'Name:' });
  await rows.first().waitFor();
  expect(await rows.count()).toBe(4);
  await rows.filter({ hasText: 'Tag' }).first().locator('td[data-label="Item"] a').click();
  await page.getByRole('dialog').getByText('No longer valid').first().waitFor();
});

test('panels that go on over the socket say it too', async () => {
  const { page } = await enter();
  await signIn(page, 'super@demo.example');
  // so that only the socket can say it: as of a page that was open before the contract changed
  await page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch();
    const { 'x-left-out': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto('/realtimeMonitor');
  const banner = page.getByText('missing from what this page shows');
  await banner.getByRole('link', { name: 'Sites 2', exact: true }).waitFor({ timeout: 15_000 });
});
