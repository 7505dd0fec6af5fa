import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();
const patient = { timeout: 15_000 };
const sites = '/api/v1/companies/c-huaxin/sites';

const words = {
  zh: {
    create: '创建',
    start: '开始',
    officeNetwork: '办公网络',
    cloudGateway: '云网关',
    next: '下一步',
    many: '批量新建',
    saved: '已保存',
  },
  en: {
    create: 'Create',
    start: 'Start',
    officeNetwork: 'Office network',
    cloudGateway: 'Cloud gateway',
    next: 'Next step',
    many: 'Many at once',
    saved: 'Saved',
  },
} as const;
type Language = keyof typeof words;

/** Spec section 2, in its words and order; HA among the advanced ones. */
const steps = [
  'siteInfo',
  'networkConfig',
  'ntp',
  'dns',
  'dynamicRoute',
  'mobileAccess',
  'selectedPop',
  'haConfig',
  'businessConfiguration',
  'businessTag',
  'advancedItemConfig',
  'dhcpServerConfig',
  'configAudit',
  'natNet',
  'qos',
  'internalParam',
  'deleteAndCreate',
];

/** Spec section 5 and what each of its flags holds. */
const flags = [
  'siteInfo',
  'networkConfig',
  'advancedConfig',
  'ntpConfig',
  'domainConfig',
  'dynamicRoute',
  'mobileAccess',
  'selectedPop',
  'haConfig',
  'business',
  'businessTag',
  'advancedItem',
  'dhcp',
  'audit',
  'natNet',
  'qos',
  'internal',
];

async function arrive(path: string, language: Language = 'en', username = 'company@demo.example'): Promise<Page> {
  const { page } = await enter({ language });
  await signIn(page, username);
  await page.goto(path);
  return page;
}

const step = (page: Page, name: string): Locator => page.locator(`[data-step="${name}"]`);
const body = (page: Page, name: string): Locator => page.getByTestId(`step-${name}`);
const field = (page: Page, pointer: string): Locator => page.locator(`[data-pointer="${pointer}"] input`).first();
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const validity = (page: Page): Promise<Record<string, string>> =>
  page
    .locator('[data-flag]')
    .evaluateAll((all) => Object.fromEntries(all.map((each) => [each.getAttribute('data-flag'), each.getAttribute('data-valid')])));

async function open(page: Page, name: string): Promise<void> {
  await step(page, name).click();
  await body(page, name).waitFor();
}

async function found(page: Page, name: string): Promise<Record<string, unknown>> {
  const list = await callApi<{ results: { siteId: string }[] }>(page, 'GET', `${sites}?keyword=${encodeURIComponent(name)}`);
  expect(list.results).toHaveLength(1);
  return callApi(page, 'GET', `${sites}/${list.results[0]?.siteId}`);
}

describe('steps of a site', () => {
  test('the steps of the specification in their order, each with its flag; all flags begin true', async () => {
    const page = await arrive('/site/new?start=officeNetwork');
    await body(page, 'siteInfo').waitFor();
    expect(await page.locator('[data-step]').evaluateAll((all) => all.map((each) => each.getAttribute('data-step')))).toEqual(steps);
    expect(await validity(page)).toEqual(Object.fromEntries(flags.map((flag) => [flag, 'true'])));
    // a backup device brings its settings along
    await expect.poll(() => step(page, 'haConfig').getAttribute('data-state')).toBe('absent');
    await field(page, '/haSn').fill('AR2600-000999');
    await expect.poll(() => step(page, 'haConfig').getAttribute('data-state')).toBe('untouched');
  });

  test.each(steps)('%s is a step with an address of its own', async (name) => {
    const page = await arrive(`/site/s-huaxin-001?step=${name}`);
    await body(page, name).waitFor();
    expect(await step(page, name).getAttribute('aria-current')).toBe('step');
    await expectAccessible(page);
  });

  test('a step says what it is in words: untouched, done, with errors; its flag falls with it and rises again', async () => {
    const page = await arrive('/site/new?start=officeNetwork');
    const said = (name: string): Promise<string> => step(page, name).locator('small').innerText();
    await body(page, 'siteInfo').waitFor();
    expect(await said('siteInfo')).toBe('not yet');
    await button(page, 'Next step').click();
    await body(page, 'networkConfig').waitFor();
    // the name is missing there
    await expect.poll(() => said('siteInfo'), patient).toBe('has errors');
    expect(await validity(page)).toMatchObject({ siteInfo: 'false', networkConfig: 'true', advancedConfig: 'true' });
    await open(page, 'ntp');
    await field(page, '/ntp/primary').fill('not a host');
    await field(page, '/ntp/primary').blur();
    await expect.poll(() => validity(page), patient).toMatchObject({ ntpConfig: 'false', advancedConfig: 'false', domainConfig: 'true' });
    await field(page, '/ntp/primary').fill('ntp.aliyun.com');
    await expect.poll(() => validity(page), patient).toMatchObject({ ntpConfig: 'true', advancedConfig: 'true', siteInfo: 'false' });
    expect(await said('ntp')).toBe('done');
    // an error leads back to its field
    await button(page, 'Create').click();
    await expect.poll(() => field(page, '/name').evaluate((input) => input === document.activeElement), patient).toBe(true);
    await body(page, 'siteInfo').waitFor();
  });

  test('the address leads to a step and a field, follows both, and goes back through them', async () => {
    const page = await arrive('/site/s-huaxin-001?step=ntp&field=/ntp/second');
    await expect.poll(() => field(page, '/ntp/second').evaluate((input) => input === document.activeElement), patient).toBe(true);
    await field(page, '/ntp/primary').focus();
    expect(new URL(page.url()).searchParams.get('field')).toBe('/ntp/primary');
    await open(page, 'qos');
    expect(new URL(page.url()).searchParams.get('step')).toBe('qos');
    await page.goBack();
    await body(page, 'ntp').waitFor();
    await page.reload();
    await expect.poll(() => field(page, '/ntp/primary').evaluate((input) => input === document.activeElement), patient).toBe(true);
  });
});

describe('a new site', () => {
  test.each([
    ['zh', 'officeNetwork', '向导_办公'],
    ['en', 'officeNetwork', 'Wizard_Office'],
    ['zh', 'cloudGateway', '向导_云'],
    ['en', 'cloudGateway', 'Wizard_Cloud'],
  ] as const)('in %s, %s: chosen, filled in, previewed and saved', async (language, mode, name) => {
    const word = words[language];
    const page = await arrive('/site', language);
    await button(page, language === 'zh' ? '新建' : 'Create').click();
    await page.waitForURL('**/site/new');
    await page.getByRole('radio', { name: word[mode] }).check();
    await expectAccessible(page);
    await button(page, word.start).click();
    await field(page, '/name').fill(name);
    await open(page, 'networkConfig');
    await page.locator('[id$="/wan"]').click();
    await field(page, '/wan/0/logicName').fill('WAN1');
    await page.locator('[id$="/lan"]').click();
    await field(page, '/lan/0/name').fill('LAN1');
    const net = { officeNetwork: { zh: 1, en: 2 }, cloudGateway: { zh: 3, en: 4 } }[mode][language];
    await field(page, '/lan/0/lanIp').fill(`10.240.${net}.1`);
    await open(page, 'deleteAndCreate');
    await page.getByTestId('preview').getByText(name).waitFor();
    await page.getByTestId('preview').getByText(`10.240.${net}.1`).waitFor();
    await button(page, word.create).click();
    await page.waitForURL((address) => address.pathname === '/site');
    await page.getByText(word.saved).waitFor();
    expect(await found(page, name)).toMatchObject({ name, siteMode: mode, lan: [{ name: 'LAN1', lanIp: `10.240.${net}.1` }] });
  });

  test('many at once: the import of sites is a step of the wizard, and leads back to the choice', async () => {
    const page = await arrive('/site/new');
    await page.getByTestId('start-how').getByRole('radio', { name: 'Many at once' }).check();
    await button(page, 'Start').click();
    await page.waitForURL('**/site/new?many=1');
    await page.locator('input[type=file]').setInputFiles({
      name: 'sites.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,deployMode\nBatch_One,gateway\nBatch_Two,gateway\n'),
    });
    await page.getByText('Rows read: 2').waitFor();
    await button(page, 'Check').click();
    await page.getByRole('button', { name: /^Import .*rows?/ }).click();
    await page.getByText('Created: 2, updated: 0, unchanged: 0, skipped: 0, failed: 0.').waitFor();
    await found(page, 'Batch_One');
    await found(page, 'Batch_Two');
    await button(page, 'Choose again').click();
    await page.getByTestId('start-what').waitFor();
  });

  test('the draft survives a reload and a log-out', async () => {
    const page = await arrive('/site/new?start=cloudGateway');
    await field(page, '/name').fill('Half_a_site');
    await open(page, 'ntp');
    await field(page, '/ntp/primary').fill('ntp.example.com');
    await page.waitForTimeout(1500);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await button(page, 'Restore draft').click();
    await expect.poll(() => field(page, '/ntp/primary').inputValue(), patient).toBe('ntp.example.com');
    await page.waitForTimeout(1500);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/login');
    await signIn(page, 'company@demo.example');
    await page.evaluate(() => sessionStorage.removeItem('test.sessionStorage.wan.session'));
    await page.goto('/site/new?start=officeNetwork');
    await button(page, 'Restore draft').click();
    await expect.poll(() => field(page, '/name').inputValue(), patient).toBe('Half_a_site');
  });
});

describe('beside the form', () => {
  test('the picture is drawn as the site is typed; a part leads to its field, and what is wrong is marked in it', async () => {
    const page = await arrive('/site/new?start=officeNetwork');
    const picture = page.getByTestId('site-picture');
    await field(page, '/name').fill('Pictured');
    await picture.locator('svg text').getByText('Pictured').waitFor();
    await picture.locator('[data-part="wan"]').click();
    await body(page, 'networkConfig').waitFor();
    await page.locator('[id$="/lan"]').click();
    await field(page, '/lan/0/name').fill('LAN1');
    await field(page, '/lan/0/lanIp').fill('10.240.9.0');
    await picture.locator('svg text').getByText('10.240.9.0/24').waitFor();
    // the address of a network is none of a device
    await field(page, '/lan/0/lanIp').blur();
    await picture.locator('[data-part="lan0"][data-wrong]').waitFor();
    await open(page, 'qos');
    await picture.getByText('Its parts as a list').click();
    await picture
      .getByRole('listitem')
      .filter({ hasText: 'LAN1: 10.240.9.0/24' })
      .getByText(/Wrong: /)
      .waitFor();
    await expectAccessible(page);
    await picture.getByRole('button', { name: 'LAN1: 10.240.9.0/24' }).click();
    await expect.poll(() => field(page, '/lan/0/lanIp').evaluate((input) => input === document.activeElement), patient).toBe(true);
    await field(page, '/lan/0/lanIp').fill('10.240.9.1');
    await picture.locator('[data-part="lan0"]:not([data-wrong])').waitFor();
    await button(page, 'Physical').click();
    await field(page, '/lan/0/lanIp').focus();
    await open(page, 'siteInfo');
    await field(page, '/haSn').fill('AR2600-000999');
    await picture.locator('[data-part="backup"]').waitFor();
  });

  test('the address plan tells who holds what is typed, and gives the next free subnet', async () => {
    const page = await arrive('/site/new?start=officeNetwork&step=networkConfig');
    const taken = await callApi<{ results: { siteId: string; name: string }[] }>(
      page,
      'GET',
      `${sites}?keyword=${encodeURIComponent('上海总部')}`,
    );
    const { lan } = await callApi<{ lan: { lanIp: string }[] }>(page, 'GET', `${sites}/${taken.results[0]?.siteId}`);
    await page.locator('[id$="/lan"]').click();
    await field(page, '/lan/0/name').fill('LAN1');
    await field(page, '/lan/0/lanIp').fill(lan[0]?.lanIp ?? '');
    await button(page, 'Address plan for LAN IP').click();
    const plan = page.getByRole('group', { name: 'Address plan of the company' });
    await plan
      .getByText(/^Taken: .* by 上海总部 \(LAN\)$/)
      .first()
      .waitFor();
    await plan.getByRole('img', { name: /% taken by other sites/ }).waitFor();
    await expectAccessible(page);
    const next = plan.getByRole('button', { name: /^Use / }).first();
    const subnet = (await next.innerText()).replace('/24', '');
    await next.click();
    await expect.poll(() => field(page, '/lan/0/lanIp').inputValue(), patient).toBe(subnet.replace(/0$/, '1'));
    await plan.getByText(/is free in the company/).waitFor();
    // what this draft has entered is not offered to it again
    await page.locator('[id$="/lan"]').click();
    await page.getByRole('button', { name: 'Address plan for Local subnets' }).click();
    const second = page.getByRole('group', { name: 'Address plan of the company' }).last();
    await second.getByRole('button', { name: /^Use / }).first().waitFor();
    expect(await second.getByRole('button', { name: `Use ${subnet}/24` }).count()).toBe(0);
    await second.getByRole('button', { name: /^Use / }).first().click();
    await expect
      .poll(() => page.locator('[data-pointer="/localSubnets"] textarea').inputValue(), patient)
      .toMatch(/^\d+\.\d+\.\d+\.\d+\/24$/);
  });
});

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
