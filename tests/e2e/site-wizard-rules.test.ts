import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { arrivalsOn, body, button, callersOn, contested, field, found, open, patient, sites, steps } from '#tests/support/site-wizard.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

const place = stage();
const arrive = arrivalsOn(place);
const call = callersOn(place);
const { server } = place;

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
    const page = await call();
    const lan = [{ name: 'LAN1', lanIp: '10.240.30.1', mask: 24, ipmode: 'FIA' }];
    const ospf = { protocol: 'ospf', ospf: { prefixes: ['10.240.30.0/24'] } };
    const { siteId } = await callApi<{ siteId: string }>(page, 'POST', sites, {
      name: 'Routed',
      deployMode: 'gateway',
      lan,
      dynamicRoute: ospf,
    });
    await page.goto(`/site/${siteId}?step=dynamicRoute`);
    // asked at the click: with a no, OSPF stays
    const asked = page.getByRole('alertdialog');
    await page.getByRole('radio', { name: 'BGP' }).click();
    await asked.getByText('One at a time: BGP turns OSPF off.').waitFor();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await field(page, '/dynamicRoute/ospf/routerId').waitFor();
    await page.getByRole('radio', { name: 'BGP' }).click();
    await asked.getByRole('button', { name: 'Turn OSPF off' }).click();
    await field(page, '/dynamicRoute/bgp/as').fill('65001');
    const neighbours = page.locator('[data-pointer="/dynamicRoute/bgp/neighbors"]');
    await neighbours.getByRole('button', { name: 'Add row' }).click();
    await neighbours.getByRole('textbox', { name: 'Neighbour, row 1' }).fill('10.240.30.9');
    await neighbours.getByRole('textbox', { name: 'Peer AS, row 1' }).fill('65002');
    await button(page, 'Save').click();
    // and not once more when it is saved
    await page.waitForURL((address) => address.pathname === '/site');
    expect(await found(page, 'Routed')).toMatchObject({ dynamicRoute: { protocol: 'bgp' } });

    await follow(page, '/site/new?start=officeNetwork');
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

/** Goes to an element as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let press = 0; press < 150; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`No key leads to ${String(target)}`);
}

/** What is entered in each step by keys, by pointer: a text, or a key that is pressed there. */
const byKeys: Readonly<Record<string, readonly (readonly [pointer: string, keys: { type: string } | { press: string }])[]>> = {
  siteInfo: [
    ['/name', { type: 'By_keys' }],
    ['/sn', { type: 'AR4100-1' }],
    ['/haSn', { type: 'AR4100-2' }],
  ],
  networkConfig: [
    ['/wan', { press: 'Enter' }],
    ['/wan/0/logicName', { type: 'WAN1' }],
    ['/lan', { press: 'Enter' }],
    ['/lan/0/name', { type: 'LAN1' }],
    ['/lan/0/lanIp', { type: '10.240.40.1' }],
  ],
  ntp: [['/ntp/primary', { type: 'ntp.aliyun.com' }]],
  dns: [['/dns/localDns', { type: '223.5.5.5' }]],
  dynamicRoute: [
    ['/dynamicRoute/protocol', { press: 'ArrowRight' }],
    ['/dynamicRoute/ospf/prefixes', { type: '10.240.40.0/24' }],
  ],
  mobileAccess: [
    ['/mobileAccess/enable', { press: 'Space' }],
    ['/mobileAccess/subnet', { type: '10.240.41.0/24' }],
  ],
  selectedPop: [
    ['/selectedPop/routePreference', { press: 'ArrowRight' }],
    ['/selectedPop/routePreference', { press: 'ArrowLeft' }],
  ],
  haConfig: [['/haConfig/virtualIp', { type: '10.240.40.254' }]],
  businessConfiguration: [
    ['/business', { press: 'Enter' }],
    ['/business/0/name', { type: 'Voice' }],
  ],
  businessTag: [
    ['/businessTag', { press: 'ArrowDown' }],
    ['/businessTag', { press: 'Enter' }],
    ['/businessTag', { press: 'Escape' }],
  ],
  advancedItemConfig: [['/advancedItem/compression', { press: 'Space' }]],
  dhcpServerConfig: [
    ['/dhcpServer/enable', { press: 'Space' }],
    ['/dhcpServer/domainName', { type: 'branch.example.com' }],
  ],
  configAudit: [
    ['/configAudit/enable', { press: 'Space' }],
    ['/configAudit/server', { type: '10.240.40.9' }],
  ],
  natNet: [
    ['/natNet', { press: 'Enter' }],
    ['/natNet/0/internal', { type: '10.240.42.0/24' }],
    ['/natNet/0/external', { type: '172.30.42.0/24' }],
  ],
  qos: [['/qos/enable', { press: 'Space' }]],
  internalParam: [['/internalParam/routeAddress', { type: '10.240.40.1' }]],
};

test('every step of the wizard is filled in with the keyboard alone, and the site is created', async () => {
  const page = await call();
  for (const sn of ['AR4100-1', 'AR4100-2']) await callApi(page, 'POST', sites.replace('sites', 'devices'), { sn, model: 'AR4100' });
  await page.goto('/site');
  await tabTo(page, button(page, 'Create'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByTestId('start-what').getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await tabTo(page, button(page, 'Start'));
  await page.keyboard.press('Enter');
  for (const name of steps) {
    await body(page, name).waitFor();
    for (const [pointer, keys] of byKeys[name] ?? []) {
      const owner = page.locator(`[data-pointer="${pointer}"]`);
      const control =
        'press' in keys && keys.press === 'Enter' && pointer !== '/businessTag'
          ? body(page, name)
              .getByRole('button', { name: /^Add/ })
              .and(page.locator(`[id$="${pointer}"], [data-pointer="${pointer}"] *`))
          : owner
              .locator('input:checked, input:not([type=radio]), textarea')
              .or(page.locator(`[id$="${pointer}"]`))
              .first();
      await tabTo(page, control, /\/0\/(name|logicName|internal)$/.test(pointer) ? 'Shift+Tab' : 'Tab');
      if ('press' in keys) {
        await page.keyboard.press(keys.press);
        continue;
      }
      await page.keyboard.press('Control+a');
      await page.keyboard.type(keys.type);
    }
    if (name === steps.at(-1)) break;
    await tabTo(page, button(page, 'Next step'));
    await page.keyboard.press('Enter');
  }
  await page.getByTestId('preview').getByText('10.240.40.254').waitFor();
  await tabTo(page, button(page, 'Create'));
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname === '/site');
  expect(await found(page, 'By_keys')).toMatchObject({
    siteMode: 'officeNetwork',
    sn: 'AR4100-1',
    haSn: 'AR4100-2',
    wan: [{ logicName: 'WAN1' }],
    lan: [{ lanIp: '10.240.40.1' }],
    ntp: { primary: 'ntp.aliyun.com' },
    dns: { localDns: ['223.5.5.5'] },
    dynamicRoute: { protocol: 'ospf', ospf: { prefixes: ['10.240.40.0/24'] } },
    mobileAccess: { enable: true, subnet: '10.240.41.0/24' },
    selectedPop: { routePreference: 1 },
    // a pair that says only its address has the other settings of a pair, too
    haConfig: { virtualIp: '10.240.40.254', mode: 'activeStandby', vrid: 1, priority: 150, preempt: true },
    business: [{ name: 'Voice' }],
    businessTag: [expect.any(String)],
    advancedItem: { compression: true },
    dhcpServer: { enable: true, domainName: 'branch.example.com' },
    configAudit: { enable: true, server: '10.240.40.9' },
    natNet: [{ internal: '10.240.42.0/24', external: '172.30.42.0/24' }],
    qos: { enable: true },
    internalParam: { routeAddress: '10.240.40.1' },
  });
});

test('somebody else saved in between: mine, theirs and base are shown, and the merge is saved', async () => {
  const { page, conflict } = await contested(place, 'Contested');
  // by the steps of the form
  expect(await conflict.getByRole('rowgroup').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))).toEqual([
    'Site info',
    'Time and NTP',
  ]);
  await expectAccessible(page, 'dialog[open]');
  await conflict.getByRole('radio', { name: 'Address: Mine' }).check();
  await conflict.getByRole('button', { name: 'Merge and save' }).click();
  await page.waitForURL((address) => address.pathname === '/site');
  expect(await found(page, 'Contested')).toMatchObject({ location: 'Mine street 1', ntp: { primary: 'ntp.aliyun.com' } });
});

test('applied on trial: it waits in sight of everybody, only its maker takes it back; at a time it waits, and is cancelled', async () => {
  const page = await call();
  const { siteId } = await callApi<{ siteId: string }>(page, 'POST', sites, { name: 'On_trial', deployMode: 'gateway', remark: 'before' });
  await page.goto(`/site/${siteId}?step=siteInfo`);
  await field(page, '/location').fill('Trial street 1');
  await open(page, 'deleteAndCreate');
  await page
    .getByTestId('apply')
    .getByRole('radio', { name: /^Now, on trial/ })
    .check();
  await expectAccessible(page);
  await button(page, 'Apply on trial').click();
  const waits = (at: Page): Locator => at.getByRole('status', { name: 'Changes that wait' });
  await waits(page).getByText('Waits for confirmation').waitFor();
  expect(await found(page, 'On_trial')).toMatchObject({ location: 'Trial street 1' });
  await expectAccessible(page);
  const other = await arrive(`/site/${siteId}`, 'zh', 'super@demo.example');
  await other.getByRole('status', { name: '待处理的变更' }).getByText('待确认').waitFor();
  expect(await other.getByRole('button', { name: '立即回退' }).count()).toBe(0);
  await waits(page).getByRole('button', { name: 'Take back now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back now' }).click();
  await expect.poll(async () => (await found(page, 'On_trial'))['location'], patient).toBeUndefined();
  await waits(page).waitFor({ state: 'detached' });

  await follow(page, `/site/${siteId}?step=siteInfo`);
  await body(page, 'siteInfo').waitFor();
  await field(page, '/location').fill('Timed street 2');
  await open(page, 'deleteAndCreate');
  await page
    .getByTestId('apply')
    .getByRole('radio', { name: /^At a time/ })
    .check();
  await button(page, 'Schedule').click();
  await page.waitForURL((address) => address.pathname === '/site');
  await follow(page, `/site/${siteId}`);
  await waits(page).getByText('Scheduled', { exact: true }).waitFor();
  await waits(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).last().click();
  await waits(page).waitFor({ state: 'detached' });
  expect((await found(page, 'On_trial'))['location']).toBeUndefined();
  // versions stand beside it
  await open(page, 'deleteAndCreate');
  await page.getByText('Earlier versions: compare, restore').click();
  await page.getByRole('button', { name: 'Restore' }).first().waitFor();
});

test('applied on trial and confirmed by nobody: it goes back by itself, in sight of who applied it', async () => {
  const page = await call();
  const { siteId } = await callApi<{ siteId: string }>(page, 'POST', sites, {
    name: 'Unconfirmed',
    deployMode: 'gateway',
    location: 'Old street 1',
  });
  await page.goto(`/site/${siteId}?step=siteInfo`);
  await field(page, '/location').fill('New street 2');
  await open(page, 'deleteAndCreate');
  const apply = page.getByTestId('apply');
  await apply.getByRole('radio', { name: /^Now, on trial/ }).check();
  await apply.getByRole('combobox', { name: 'Confirmed within' }).selectOption('5 minutes');
  await button(page, 'Apply on trial').click();
  const waits = page.getByRole('status', { name: 'Changes that wait' });
  await waits.getByText('Waits for confirmation').waitFor();
  expect(await found(page, 'Unconfirmed')).toMatchObject({ location: 'New street 2' });
  // five minutes later
  const database = new DatabaseSync(join(server().folder, 'console.db'));
  database.exec("UPDATE jobs SET due = 0 WHERE kind = 'site.change'");
  database.close();
  await waits.waitFor({ state: 'detached' });
  expect(await found(page, 'Unconfirmed')).toMatchObject({ location: 'Old street 1' });
  // the form shows what is stored now
  await open(page, 'siteInfo');
  await expect.poll(() => field(page, '/location').inputValue(), patient).toBe('Old street 1');
});
