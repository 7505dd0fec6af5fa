import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { thorough } from '#tests/support/effort.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { arrivalsOn, body, button, field, found, open, patient } from '#tests/support/site-wizard.ts';
import { stage } from '#tests/support/stage.ts';

const arrive = arrivalsOn(stage());
const devices = '/api/v1/companies/c-huaxin/devices';

const port = (page: Page, pointer: string): Locator => page.locator(`[data-pointer="${pointer}"]`);
/** What is offered at a field, in its words. */
const offered = (page: Page, pointer: string, name: string): Locator =>
  port(page, pointer).getByRole('group', { name }).getByRole('button');

/** In Chinese, by night in English, too. */
const words = [
  ['en', 'Offered for Physical port', 'Offered for Bridged ports', 'eth0, in use', 'More', 'Create', 'Port eth0 has another use already.'],
  ['zh', '物理端口可选项', '桥接端口可选项', 'eth0（已用）', '更多', '创建', '端口 eth0 已有其他用途。'],
] as const;

test.each(words.filter(([language]) => thorough || language === 'zh'))(
  'in %s, ports are chosen from those of the device at the site, and what is in use is marked',
  async (language, ofWan, ofLan, used, more, create, repeated) => {
    const page = await arrive('/site/new?start=officeNetwork', language);
    const sn = `AR1200-88000${language === 'zh' ? 1 : 2}`;
    // nobody names its ports: others of its model have them
    await callApi(page, 'POST', devices, { sn, model: 'AR1200' });
    const name = `Ports_${language}`;
    await field(page, '/name').fill(name);
    await open(page, 'networkConfig');
    await page.locator('[id$="/wan"]').click();
    // without a device any text is taken, and nothing is offered
    await field(page, '/wan/0/port').focus();
    expect(await offered(page, '/wan/0/port', ofWan).count()).toBe(0);
    await open(page, 'siteInfo');
    await field(page, '/sn').fill(sn);
    await open(page, 'networkConfig');
    await field(page, '/wan/0/port').focus();
    await expect
      .poll(() => offered(page, '/wan/0/port', ofWan).allInnerTexts(), patient)
      .toEqual(['eth0', 'eth1', 'eth2', 'eth3', 'eth4', 'lte0']);
    await offered(page, '/wan/0/port', ofWan).getByText('eth0').click();
    expect(await field(page, '/wan/0/port').inputValue()).toBe('eth0');
    await page.locator('[id$="/lan"]').click();
    await field(page, '/lan/0/lanIp').fill(language === 'zh' ? '10.248.1.1' : '10.248.2.1');
    await page.locator('[data-pointer="/lan"]').getByText(more, { exact: true }).click();
    await field(page, '/lan/0/bridge').focus();
    await expect
      .poll(() => offered(page, '/lan/0/bridge', ofLan).allInnerTexts(), patient)
      .toEqual([used, 'eth1', 'eth2', 'eth3', 'eth4', 'lte0']);
    await offered(page, '/lan/0/bridge', ofLan).getByText('eth2').click();
    await offered(page, '/lan/0/bridge', ofLan).getByText(used).click();
    await port(page, '/lan/0/bridge').getByText(repeated).waitFor();
    await expectAccessible(page);
    await port(page, '/lan/0/bridge').getByRole('button', { name: 'eth0' }).last().click();
    await port(page, '/lan/0/bridge').getByText(repeated).waitFor({ state: 'hidden' });
    await button(page, create).click();
    await page.waitForURL((address) => address.pathname === '/site');
    expect(await found(page, name)).toMatchObject({ sn, wan: [{ logicName: 'WAN1', port: 'eth0' }], lan: [{ bridge: ['eth2'] }] });
  },
);

test('a port that the device does not have is refused at its field', async () => {
  const page = await arrive('/site/new?start=officeNetwork');
  await callApi(page, 'POST', devices, { sn: 'AR1200-880003', model: 'AR1200' });
  await field(page, '/name').fill('Ports_unknown');
  await field(page, '/sn').fill('AR1200-880003');
  await open(page, 'networkConfig');
  await page.locator('[id$="/wan"]').click();
  await field(page, '/wan/0/port').fill('eth9');
  await button(page, 'Create').click();
  await body(page, 'networkConfig')
    .getByText('The device AR1200-880003 has no port eth9. It has eth0, eth1, eth2, eth3, eth4, lte0.')
    .waitFor();
  expect(await field(page, '/wan/0/port').inputValue()).toBe('eth9');
});
