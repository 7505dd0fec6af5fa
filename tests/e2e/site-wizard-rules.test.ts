import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { arrivalsOn, body, button, field, found, open, sites, steps } from '#tests/support/site-wizard.ts';
import { stage } from '#tests/support/stage.ts';

const arrive = arrivalsOn(stage());

describe('rules across steps', () => {
  test('what collides is named with its value and its place, in the other step too', async () => {
    const page = await arrive('/site/new?start=officeNetwork');
    await field(page, '/name').fill('Colliding');
    await open(page, 'networkConfig');
    for (const [index, ip] of ['10.240.20.1', '10.240.20.129'].entries()) {
      await page.locator('[id$="/lan"]').click();
      await field(page, `/lan/${index}/name`).fill(`LAN${index + 1}`);
      await field(page, `/lan/${index}/lanIp`).fill(ip);
    }
    await field(page, '/lan/1/lanIp').blur();
    await page.getByText('The subnet 10.240.20.0/24 overlaps 10.240.20.0/24. Change one of them. (LAN ports 1 › LAN IP)').waitFor();
    await field(page, '/lan/1/lanIp').fill('10.240.21.1');
    await open(page, 'mobileAccess');
    await page.locator('[data-pointer="/mobileAccess/enable"]').getByRole('switch').check();
    await field(page, '/mobileAccess/subnet').fill('10.240.21.0/25');
    await field(page, '/mobileAccess/subnet').blur();
    await page.getByText('The subnet 10.240.21.0/25 overlaps 10.240.21.0/24. Change one of them. (LAN ports 2 › LAN IP)').waitFor();
    await open(page, 'natNet');
    const networks = page.locator('[data-pointer="/natNet"]');
    await networks.getByRole('button', { name: 'Add row' }).click();
    await networks.getByRole('textbox', { name: 'Internal network, row 1' }).fill('10.240.21.0/24');
    await networks.getByRole('textbox', { name: 'External network, row 1' }).fill('172.30.1.0/25');
    await button(page, 'Create').click();
    const summary = page.getByRole('alert');
    await summary
      .getByText('Of size /25, but the other network is /24. Both must be of one size. (NAT networks 1 › Internal network)')
      .waitFor();
    await summary.getByText('The subnet 10.240.21.0/25 overlaps 10.240.21.0/24.').waitFor();
  });

  test('enabling BGP asks to turn OSPF off; an intranet conflict names the site and asks, and is saved with a yes', async () => {
    const page = await arrive('/site');
    const lan = [{ name: 'LAN1', lanIp: '10.240.30.1', mask: 24, ipmode: 'FIA' }];
    const ospf = { protocol: 'ospf', ospf: { prefixes: ['10.240.30.0/24'] } };
    const { siteId } = await callApi<{ siteId: string }>(page, 'POST', sites, {
      name: 'Routed',
      deployMode: 'gateway',
      lan,
      dynamicRoute: ospf,
    });
    await page.goto(`/site/${siteId}?step=dynamicRoute`);
    await page.getByRole('radio', { name: 'BGP' }).check();
    await field(page, '/dynamicRoute/bgp/as').fill('65001');
    const neighbours = page.locator('[data-pointer="/dynamicRoute/bgp/neighbors"]');
    await neighbours.getByRole('button', { name: 'Add row' }).click();
    await neighbours.getByRole('textbox', { name: 'Neighbour, row 1' }).fill('10.240.30.9');
    await neighbours.getByRole('textbox', { name: 'Peer AS, row 1' }).fill('65002');
    await button(page, 'Save').click();
    const asked = page.getByRole('alertdialog');
    await asked.getByText('One routing protocol at a time: BGP turns OSPF off. Continue?').waitFor();
    await asked.getByRole('button', { name: 'Save anyway' }).click();
    await page.waitForURL((address) => address.pathname === '/site');
    expect(await found(page, 'Routed')).toMatchObject({ dynamicRoute: { protocol: 'bgp' } });

    await page.goto('/site/new?start=officeNetwork');
    await field(page, '/name').fill('Asked_about');
    await open(page, 'networkConfig');
    await page.locator('[id$="/lan"]').click();
    await field(page, '/lan/0/name').fill('LAN1');
    await field(page, '/lan/0/lanIp').fill('10.240.30.99');
    await button(page, 'Create').click();
    await asked.getByText('The subnet 10.240.30.0/24 conflicts with 10.240.30.0/24 of site Routed. Continue?').waitFor();
    await asked.getByRole('button', { name: 'Save anyway' }).click();
    await page.waitForURL((address) => address.pathname === '/site');
    await found(page, 'Asked_about');
  });
});

/** Tab until the wanted element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let press = 0; press < 150; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No key leads to ${String(target)}`);
}

test('the whole wizard with the keyboard alone', async () => {
  const page = await arrive('/site');
  await tabTo(page, button(page, 'Create'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByTestId('start-what').getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await tabTo(page, button(page, 'Start'));
  await page.keyboard.press('Enter');
  await tabTo(page, field(page, '/name'));
  await page.keyboard.type('By_keys');
  for (const name of steps.slice(1)) {
    await tabTo(page, button(page, 'Next step'));
    await page.keyboard.press('Enter');
    await body(page, name).waitFor();
    if (name !== 'networkConfig') continue;
    await tabTo(page, page.locator('[id$="/lan"]'));
    await page.keyboard.press('Enter');
    // the row that was added stands before the button that added it
    await page.keyboard.press('Shift+Tab');
    for (let press = 0; press < 60 && !(await field(page, '/lan/0/name').evaluate((input) => input === document.activeElement)); press++)
      await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('LAN1');
    await tabTo(page, field(page, '/lan/0/lanIp'));
    await page.keyboard.type('10.240.40.1');
  }
  await page.getByTestId('preview').getByText('10.240.40.1').waitFor();
  await tabTo(page, button(page, 'Create'));
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname === '/site');
  expect(await found(page, 'By_keys')).toMatchObject({ siteMode: 'cloudGateway', lan: [{ lanIp: '10.240.40.1' }] });
});

test('somebody else saved in between: mine, theirs and base are shown, and the merge is saved', async () => {
  const page = await arrive('/site');
  const { siteId } = await callApi<{ siteId: string }>(page, 'POST', sites, { name: 'Contested', deployMode: 'gateway' });
  await page.goto(`/site/${siteId}?step=siteInfo`);
  await field(page, '/location').fill('Mine street 1');
  const other = await arrive(`/site/${siteId}?step=siteInfo`);
  await field(other, '/location').fill('Their street 2');
  await button(other, 'Save').click();
  await other.waitForURL((address) => address.pathname === '/site');
  await button(page, 'Save').click();
  const conflict = page.getByRole('dialog', { name: 'Modified by somebody else, refresh and retry' });
  await conflict.getByRole('radio', { name: 'Address: Mine' }).check();
  await conflict.getByRole('button', { name: 'Merge and save' }).click();
  await page.waitForURL((address) => address.pathname === '/site');
  expect(await found(page, 'Contested')).toMatchObject({ location: 'Mine street 1' });
});
