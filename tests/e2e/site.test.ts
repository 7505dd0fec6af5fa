import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();
const patient = { timeout: 15_000 };

const sites = '/api/v1/companies/c-huaxin/sites';
const name = 'E2E_Branch';

type Site = {
  siteId: string;
  name: string;
  hubSite: string;
  siteTag: string[];
  wan: Record<string, unknown>[];
  lan: Record<string, unknown>[];
};

const form = (page: Page): Locator => page.getByRole('region', { name: /^(Create|Edit) Site ·/ });
/** The n-th card of a list of ports; the list itself is a group named "WAN ports 3 / 16". */
const port = (page: Page, kind: 'WAN' | 'LAN', place: number): Locator =>
  form(page).getByRole('group', { name: new RegExp(`^${kind} ports ${place}(?! /)`) });
const text = (owner: Locator, label: string): Locator => owner.getByRole('textbox', { name: label, exact: true });
const step = (page: Page, label: string): Locator => form(page).getByRole('button', { name: new RegExp(`^${label} `) });
const openStep = (page: Page, label: string): Promise<void> => step(page, label).click();

/** What steps say of themselves. */
const stateOf = (page: Page, labels: string[]): Promise<string[]> =>
  Promise.all(labels.map((label) => step(page, label).locator('small').innerText()));

async function pick(page: Page, label: string, options: string[], typed?: string): Promise<void> {
  const box = form(page).getByRole('combobox', { name: label, exact: true });
  await box.click();
  if (typed !== undefined) await box.fill(typed);
  for (const option of options) await page.getByRole('option', { name: option, exact: true }).click();
  // a picker of one closes by itself
  if ((await box.getAttribute('aria-expanded')) === 'true') await page.keyboard.press('Escape');
}

async function addPorts(page: Page): Promise<void> {
  for (const kind of ['WAN', 'WAN', 'WAN', 'LAN', 'LAN', 'LAN'])
    await form(page)
      .getByRole('button', { name: `Add to ${kind} ports` })
      .click();
}

async function openSite(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Edit' }).click();
  await form(page).waitFor();
}

async function stored(page: Page): Promise<Site> {
  const list = await callApi<{ total: number; results: { siteId: string }[] }>(page, 'GET', `${sites}?keyword=${name}`);
  expect(list.total).toBe(1);
  return callApi<Site>(page, 'GET', `${sites}/${list.results[0]?.siteId}`);
}

test('a site with three WANs and three LANs: wrong values are told where they are, what is saved is there again', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/site');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();

  await text(form(page), 'Name').fill('E2E  Branch');
  await pick(page, 'Hub site', ['上海总部'], '上海');
  await pick(page, 'Site tags', ['VIP', '门店']);

  await openStep(page, 'Network');
  await addPorts(page);
  const [wan1, wan2, wan3] = [port(page, 'WAN', 1), port(page, 'WAN', 2), port(page, 'WAN', 3)];
  const [lan1, lan2, lan3] = [port(page, 'LAN', 1), port(page, 'LAN', 2), port(page, 'LAN', 3)];

  // the fields of a branch are there only while it holds
  await text(wan1, 'Name').fill('WAN1');
  expect(await text(wan1, 'IP address').count()).toBe(0);
  await wan1.getByRole('radio', { name: 'Static' }).check();
  await text(wan1, 'IP address').fill('203.0.113.10');
  await text(wan1, 'Gateway').fill('198.51.100.1');
  expect(await text(wan1, 'Mask').inputValue()).toBe('24');
  await wan1.getByText('More').click();
  await text(wan1, 'Metric').fill('100');

  await text(wan2, 'Name').fill('WAN1');
  await wan2.getByRole('radio', { name: 'Static' }).check();
  await text(wan2, 'Gateway').waitFor();
  await wan2.getByRole('radio', { name: 'PPPoE' }).check();
  await text(wan2, 'PPPoE account').fill('branch@isp.example');
  await text(wan2, 'PPPoE password').fill('s3cret-line');
  expect(await text(wan2, 'Gateway').count()).toBe(0);

  await text(wan3, 'Name').fill('WAN3');
  await wan3.getByRole('radio', { name: 'PPPoE' }).check();
  await text(wan3, 'PPPoE account').waitFor();
  await wan3.getByRole('radio', { name: 'DHCP' }).check();
  expect(await text(wan3, 'PPPoE account').count()).toBe(0);

  for (const [lan, [label, ip]] of [
    [lan1, ['LAN1', '10.77.1.1']],
    [lan2, ['LAN1', '10.77.1.129']],
    [lan3, ['LAN3', '10.77.3.1']],
  ] as const) {
    await text(lan, 'Name').fill(label);
    await text(lan, 'LAN IP').fill(ip);
  }
  await lan3.getByRole('combobox', { name: 'Internet access' }).click();
  await page.getByRole('option', { name: /^DIA/ }).click();

  await form(page).getByRole('button', { name: 'Create', exact: true }).click();
  const summary = form(page).getByRole('alert');
  await summary.getByText('6 places need a change:').waitFor();
  await expect.poll(() => stateOf(page, ['Site info', 'Network', 'DNS']), patient).toEqual(['has errors', 'has errors', 'optional']);
  // the first place has the focus, the summary leads to the others
  await expect.poll(() => text(form(page), 'Name').evaluate((input) => input === document.activeElement), patient).toBe(true);
  await summary.getByRole('button', { name: 'WAN ports 1 › Gateway' }).click();
  await expect.poll(() => text(wan1, 'Gateway').evaluate((input) => input === document.activeElement), patient).toBe(true);
  for (const [owner, label, message] of [
    [wan1, 'Gateway', '"198.51.100.1" is not in the subnet 203.0.113.0/24.'],
    [wan1, 'Metric', '"100" is reserved.'],
    [wan2, 'Name', '"WAN1" is the same as entry 1.'],
    [lan2, 'Name', '"LAN1" is the same as entry 1.'],
    [lan2, 'LAN IP', 'overlaps 10.77.1.0/24.'],
  ] as const) {
    const field = text(owner, label);
    expect(await field.getAttribute('aria-invalid'), label).toBe('true');
    const description = (await field.getAttribute('aria-describedby')) ?? '';
    const said = await Promise.all(description.split(' ').map((id) => page.locator(`[id="${id}"]`).innerText()));
    expect(said.join(' '), label).toContain(message);
  }

  // nothing is lost; each correction takes its error away
  expect(await text(wan2, 'PPPoE password').inputValue()).toBe('s3cret-line');
  await text(wan1, 'Gateway').fill('203.0.113.1');
  await text(wan1, 'Metric').fill('10');
  await text(wan2, 'Name').fill('WAN2');
  await text(lan2, 'Name').fill('LAN2');
  await text(lan2, 'LAN IP').fill('10.77.2.1');
  await text(lan2, 'LAN IP').blur();
  await expect.poll(() => stateOf(page, ['Site info', 'Network', 'DNS']), patient).toEqual(['has errors', 'done', 'optional']);
  await openStep(page, 'Site info');
  await text(form(page), 'Name').fill(name);
  await form(page).getByRole('button', { name: 'Create', exact: true }).click();
  await form(page).waitFor({ state: 'hidden' });
  await page.getByText('Saved').waitFor();

  const created = await stored(page);
  expect(created).toMatchObject({
    name,
    hubSite: 's-huaxin-001',
    wan: [
      { logicName: 'WAN1', ipmode: 'static', ip: '203.0.113.10', mask: 24, gateway: '203.0.113.1', metric: 10 },
      { logicName: 'WAN2', ipmode: 'pppoe', pppoeAccount: 'branch@isp.example' },
      { logicName: 'WAN3', ipmode: 'dhcp' },
    ],
    lan: [
      { name: 'LAN1', lanIp: '10.77.1.1', mask: 24, ipmode: 'FIA' },
      { name: 'LAN2', lanIp: '10.77.2.1', mask: 24, ipmode: 'FIA' },
      { name: 'LAN3', lanIp: '10.77.3.1', mask: 24, ipmode: 'DIA' },
    ],
  });
  expect(created.siteTag).toHaveLength(2);
  // a secret is never told, and a branch that was left leaves nothing
  expect(JSON.stringify(created)).not.toContain('s3cret-line');
  expect(created.wan[2]).not.toHaveProperty('pppoeAccount');

  // reopened: everything is there, names instead of ids
  await openSite(page);
  await form(page).getByText('上海总部').waitFor();
  for (const label of ['VIP', '门店']) await form(page).getByText(label, { exact: true }).waitFor();
  await openStep(page, 'Network');
  expect(await text(wan1, 'Gateway').inputValue()).toBe('203.0.113.1');
  expect(await wan2.getByRole('radio', { name: 'PPPoE' }).isChecked()).toBe(true);
  expect(await text(wan2, 'PPPoE account').inputValue()).toBe('branch@isp.example');
  await wan2.getByText('Set, not shown').waitFor();
  expect(await wan3.getByRole('radio', { name: 'DHCP' }).isChecked()).toBe(true);
  expect(await Promise.all([lan1, lan2, lan3].map((lan) => text(lan, 'LAN IP').inputValue()))).toEqual([
    '10.77.1.1',
    '10.77.2.1',
    '10.77.3.1',
  ]);

  // edited: one WAN less, another order, another address
  await wan3.getByRole('button', { name: /^Remove/ }).click();
  await wan2.getByRole('button', { name: /^Move .* up$/ }).click();
  await text(lan3, 'LAN IP').fill('10.77.30.1');
  await form(page).getByRole('button', { name: 'Save', exact: true }).click();
  await form(page).waitFor({ state: 'hidden' });
  const changed = await stored(page);
  expect(changed.wan.map((wan) => [wan['logicName'], wan['ipmode']])).toEqual([
    ['WAN2', 'pppoe'],
    ['WAN1', 'static'],
  ]);
  expect(changed.lan.map((lan) => lan['lanIp'])).toEqual(['10.77.1.1', '10.77.2.1', '10.77.30.1']);
  expect(changed).toMatchObject({ hubSite: 's-huaxin-001', siteTag: created.siteTag });
});
