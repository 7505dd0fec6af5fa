import { expect, test } from 'vitest';
import { callApi } from '#tests/support/api.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { arrivalsOn, body, button, field, found, open, patient, sites } from '#tests/support/site-wizard.ts';
import { stage } from '#tests/support/stage.ts';

const arrive = arrivalsOn(stage());

test('an earlier version of a site is compared with the present one and restored: the form and the history show it', async () => {
  const page = await arrive('/site');
  const lan = (lanIp: string) => [{ name: 'LAN1', lanIp, mask: 24, ipmode: 'FIA' }];
  const first = { name: 'Of_two_versions', deployMode: 'gateway', location: 'Old street 1', lan: lan('10.249.1.1') };
  const { siteId } = await callApi<{ siteId: string }>(page, 'POST', sites, first);
  await page.goto(`/site/${siteId}?step=siteInfo`);
  await field(page, '/location').fill('New street 2');
  await open(page, 'networkConfig');
  await field(page, '/lan/0/lanIp').fill('10.249.2.1');
  await button(page, 'Save').click();
  await page.waitForURL((address) => address.pathname === '/site');

  await page.goto(`/site/${siteId}?step=deleteAndCreate`);
  await page.getByText('Earlier versions: compare, restore').click();
  await button(page, 'Compare revisions').click();
  const compared = page.getByRole('region', { name: 'Compare revisions' }).getByRole('row');
  for (const [before, after] of [
    ['Old street 1', 'New street 2'],
    ['10.249.1.1', '10.249.2.1'],
  ] as const)
    await compared.filter({ hasText: before }).filter({ hasText: after }).waitFor();
  await expectAccessible(page);
  await button(page, 'Restore this revision').click();
  const question = page.getByRole('alertdialog', { name: 'Restore revision 1?' });
  await question.getByRole('row').filter({ hasText: 'Old street 1' }).waitFor();
  await question.getByRole('button', { name: 'Restore this revision' }).click();
  await page.getByText('Revision 1 was restored').waitFor();

  // the form goes on from what is stored now
  await open(page, 'siteInfo');
  await expect.poll(() => field(page, '/location').inputValue(), patient).toBe('Old street 1');
  await open(page, 'networkConfig');
  await expect.poll(() => field(page, '/lan/0/lanIp').inputValue(), patient).toBe('10.249.1.1');
  expect(await found(page, 'Of_two_versions')).toMatchObject({ location: 'Old street 1', lan: [{ lanIp: '10.249.1.1' }], revision: 3 });
  await open(page, 'deleteAndCreate');
  await page.getByText('Earlier versions: compare, restore').click();
  const newest = page.getByRole('listitem').filter({ hasText: 'Revision 3' });
  await newest.getByText('Earlier revision restored').waitFor();
  await newest.getByText('company@demo.example').waitFor();

  // and is saved as any other change: nobody else was at work
  await open(page, 'siteInfo');
  await field(page, '/location').fill('Third street 3');
  await button(page, 'Save').click();
  await page.waitForURL((address) => address.pathname === '/site');
  expect(await found(page, 'Of_two_versions')).toMatchObject({ location: 'Third street 3', lan: [{ lanIp: '10.249.1.1' }] });
});

test('what is being changed stays in the form when another version is restored meanwhile', async () => {
  const page = await arrive('/site');
  const first = { name: 'Restored_meanwhile', deployMode: 'gateway', location: 'Old street 1' };
  const { siteId } = await callApi<{ siteId: string }>(page, 'POST', sites, first);
  await page.goto(`/site/${siteId}?step=siteInfo`);
  await field(page, '/location').fill('New street 2');
  await button(page, 'Save').click();
  await page.waitForURL((address) => address.pathname === '/site');
  await page.goto(`/site/${siteId}?step=siteInfo`);
  await field(page, '/city').fill('Shanghai');
  await open(page, 'deleteAndCreate');
  await page.getByText('Earlier versions: compare, restore').click();
  await button(page, 'Restore this revision').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore this revision' }).click();
  await page.getByText('Revision 1 was restored').waitFor();
  await open(page, 'siteInfo');
  await body(page, 'siteInfo').waitFor();
  expect(await field(page, '/city').inputValue()).toBe('Shanghai');
});
