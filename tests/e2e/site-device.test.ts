import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { thorough } from '#tests/support/effort.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { button, callersOn, field, found, patient, sites } from '#tests/support/site-wizard.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

const enter = callersOn(stage());
const devices = '/api/v1/companies/c-huaxin/devices';

/** Devices in stock, the first of them at a site of its own where one is named. */
async function prepare(page: Page, serials: readonly string[], site?: string): Promise<void> {
  for (const sn of serials) await callApi(page, 'POST', devices, { sn, model: sn.split('-')[0] });
  if (site !== undefined)
    await callApi(page, 'POST', sites, { name: site, deployMode: 'gateway', sn: serials[0], ztpMail: 'it@huaxin.example' });
}

const rowOf = (page: Page, name: string): Locator => page.locator('main tbody tr[data-index]').filter({ hasText: name });
async function act(page: Page, name: string, action: string): Promise<void> {
  await rowOf(page, name).waitFor();
  const own = rowOf(page, name).getByRole('button', { name: action, exact: true });
  if ((await own.count()) > 0) return own.click();
  await rowOf(page, name)
    .getByRole('button', { name: /^(More|更多)$/ })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

describe('devices of a site', () => {
  test('a free device is offered where its serial is asked for; two of one model are a pair with settings of its own', async () => {
    const page = await enter();
    await prepare(page, ['AR3100-1', 'AR3100-2', 'AR3200-1']);
    await page.goto('/site/new?start=officeNetwork');
    await field(page, '/name').fill('Device_pair');
    await field(page, '/sn').fill('AR31');
    const offered = page.getByRole('group', { name: 'Offered for Primary device SN' });
    await expect
      .poll(async () => (await offered.getByRole('button').allInnerTexts()).toSorted(), patient)
      .toEqual(['AR3100-1', 'AR3100-2']);
    await expectAccessible(page);
    await offered.getByRole('button', { name: 'AR3100-1' }).click();
    expect(await field(page, '/sn').inputValue()).toBe('AR3100-1');
    await field(page, '/haSn').fill('AR3200-1');
    await button(page, 'Create').click();
    await page.getByText('Model inconsistent: AR3200-1 is a AR3200, it must be a AR3100.').first().waitFor();
    await field(page, '/haSn').fill('AR3100-2');
    await page.locator('[data-step="haConfig"]').click();
    await page.getByRole('radio', { name: 'Active standby' }).check();
    await page.locator('[data-pointer="/haConfig/virtualIp"] input').fill('10.240.60.254');
    await button(page, 'Create').click();
    await page.waitForURL((address) => address.pathname === '/site');
    expect(await found(page, 'Device_pair')).toMatchObject({ sn: 'AR3100-1', haSn: 'AR3100-2', haConfig: { virtualIp: '10.240.60.254' } });
  });

  test.each([
    [
      'en',
      'Replace a device',
      'SN of the new device',
      {
        '': 'This is required.',
        'AR3300-404': 'Device AR3300-404 does not exist.',
        'AR3300-1': 'AR3300-1 is the present device. Choose another.',
        'AR3400-1': 'Model inconsistent: AR3400-1 is a AR3400, it must be a AR3300.',
        'AR3300-3': 'Device AR3300-3 is already registered by site Replace_other_en.',
      },
    ],
    [
      'zh',
      '更换设备',
      '新设备序列号',
      {
        '': '此项必填。',
        'AR3500-404': '设备 AR3500-404 不存在。',
        'AR3500-1': 'AR3500-1 就是当前设备，请选择其他设备。',
        'AR3600-1': '型号不一致：AR3600-1 是 AR3600，应为 AR3500。',
        'AR3500-3': '设备 AR3500-3 已被站点“Replace_other_zh”注册。',
      },
    ],
  ] as const)(
    'in %s a replacement says at its field what is wrong, and takes the place of the present one',
    async (language, action, label, refusals) => {
      const page = await enter(language);
      const [model, other] = language === 'en' ? ['AR3300', 'AR3400'] : ['AR3500', 'AR3600'];
      await prepare(page, [`${model}-1`, `${model}-2`, `${other}-1`], `Replace_here_${language}`);
      await prepare(page, [`${model}-3`], `Replace_other_${language}`);
      await page.goto(`/site?keyword=Replace_here_${language}`);
      await act(page, `Replace_here_${language}`, action);
      const form = page.getByRole('dialog', { name: new RegExp(`^${action}`) });
      const serial = form.getByRole('textbox', { name: label });
      // each refusal in one of the languages, by night in both
      const own = Object.entries(refusals).filter((_, index) => thorough || index % 2 === ['en', 'zh'].indexOf(language));
      for (const [sn, refusal] of own) {
        await serial.fill(sn);
        await form.getByRole('button', { name: action, exact: true }).click();
        await form.locator('.wf-errors').getByText(refusal).waitFor();
      }
      if (thorough || language === 'en') await expectAccessible(page, 'dialog[open]');
      await serial.fill(model);
      await form
        .getByRole('group')
        .getByRole('button', { name: `${model}-2` })
        .click();
      await form.getByRole('button', { name: action, exact: true }).click();
      await form.waitFor({ state: 'hidden' });
      expect(await found(page, `Replace_here_${language}`)).toMatchObject({ sn: `${model}-2` });
    },
  );

  test('bound by its own form, unregistered from its row: the site follows', async () => {
    const page = await enter();
    await prepare(page, ['AR3700-1', 'AR3700-2']);
    const { siteId } = await callApi<{ siteId: string }>(page, 'POST', sites, { name: 'Bound_by_device', deployMode: 'gateway' });
    await page.goto('/device?keyword=AR3700');
    for (const sn of ['AR3700-1', 'AR3700-2']) {
      await act(page, sn, 'Edit');
      const form = page.getByRole('dialog', { name: /^Edit Device/ });
      const site = form.getByRole('combobox', { name: 'Site', exact: true });
      await site.click();
      await site.fill('Bound_by_device');
      await page.getByRole('option', { name: 'Bound_by_device' }).click();
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      if (sn === 'AR3700-2') {
        await form.locator('.wf-errors').getByText('Site Bound_by_device has the device AR3700-1 in this place.').waitFor();
        await form.getByRole('button', { name: 'Cancel' }).click();
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: /Leave|Discard/ })
          .click();
      }
      await form.waitFor({ state: 'hidden' });
    }
    expect(await callApi(page, 'GET', `${sites}/${siteId}`)).toMatchObject({ sn: 'AR3700-1', association: 'associated' });
    await follow(page, '/device?keyword=AR3700-1');
    await rowOf(page, 'AR3700-2').waitFor({ state: 'detached' });
    await act(page, 'AR3700-1', 'Unregister from the site');
    const question = page.getByRole('dialog', { name: 'Unregister from the site' });
    await question.getByText('the site has no traffic without a device').waitFor();
    await question.getByRole('button', { name: 'Unregister from the site', exact: true }).click();
    await question.waitFor({ state: 'hidden' });
    await expect
      .poll(() => callApi<Record<string, unknown>>(page, 'GET', `${sites}/${siteId}`), patient)
      .toMatchObject({ association: 'unassociated' });
  });

  test('the e-mail of a start-up is sent, and why it cannot be is said', async () => {
    const page = await enter();
    await prepare(page, ['AR3800-1'], 'Mailed_site');
    await callApi(page, 'POST', sites, { name: 'Mailed_without', deployMode: 'gateway' });
    await page.goto('/site?keyword=Mailed');
    for (const [name, said] of [
      ['Mailed_without', 'The site has no device SN'],
      ['Mailed_site', undefined],
    ] as const) {
      await act(page, name, 'Send the ZTP e-mail');
      const question = page.getByRole('dialog', { name: 'Send the ZTP e-mail' });
      await question.getByRole('button', { name: 'Send the ZTP e-mail', exact: true }).click();
      if (said !== undefined) {
        await question.getByText(said).first().waitFor();
        await page.keyboard.press('Escape');
      }
      await question.waitFor({ state: 'hidden' });
    }
    await expect.poll(async () => (await found(page, 'Mailed_site'))['ztpStatus'], patient).toBe('success');
  });
});
