import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { signIn } from '#tests/support/session.ts';
import type { Stage } from '#tests/support/stage.ts';

export const patient = { timeout: 15_000 };
export const sites = '/api/v1/companies/c-huaxin/sites';

export const words = {
  zh: {
    add: '新建',
    create: '创建',
    start: '开始',
    officeNetwork: '办公网络',
    cloudGateway: '云网关',
    next: '下一步',
    many: '批量新建',
    saved: '已保存',
    gateway: '网关',
    parallel: '旁挂（单臂）',
    series: '串接（透明）',
    vll: '二层专线',
    FIA: 'FIA（经骨干上网）',
    DIA: 'DIA（本地上网）',
  },
  en: {
    add: 'Create',
    create: 'Create',
    start: 'Start',
    officeNetwork: 'Office network',
    cloudGateway: 'Cloud gateway',
    next: 'Next step',
    many: 'Many at once',
    saved: 'Saved',
    gateway: 'Gateway',
    parallel: 'Parallel (single arm)',
    series: 'Series (transparent)',
    vll: 'Layer-2 leased line',
    FIA: 'FIA (through the backbone)',
    DIA: 'DIA (locally)',
  },
} as const;
export type Language = keyof typeof words;

/** Spec section 2, in its words and order; HA among the advanced ones. */
export const steps = [
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
export const flags = [
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

/** Somebody who is logged in and has opened nothing yet: what the first page is to show is made before it is loaded. */
export function callersOn({ enter }: Stage) {
  return async (language: Language = 'en', username = 'company@demo.example'): Promise<Page> => {
    const { page } = await enter({ language });
    await signIn(page, username);
    return page;
  };
}

/** Opens a page as somebody who is logged in. */
export function arrivalsOn(place: Stage) {
  const call = callersOn(place);
  return async (path: string, language?: Language, username?: string): Promise<Page> => {
    const page = await call(language, username);
    await page.goto(path);
    return page;
  };
}

export const step = (page: Page, name: string): Locator => page.locator(`[data-step="${name}"]`);
export const body = (page: Page, name: string): Locator => page.getByTestId(`step-${name}`);
export const field = (page: Page, pointer: string): Locator => page.locator(`[data-pointer="${pointer}"] input`).first();
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const validity = (page: Page): Promise<Record<string, string>> =>
  page
    .locator('[data-flag]')
    .evaluateAll((all) => Object.fromEntries(all.map((each) => [each.getAttribute('data-flag'), each.getAttribute('data-valid')])));

/** Chooses a value by its word, however many there are to choose from. */
export async function choose(page: Page, pointer: string, word: string): Promise<void> {
  const owner = page.locator(`[data-pointer="${pointer}"]`);
  const list = owner.getByRole('combobox');
  await owner.waitFor();
  if ((await list.count()) === 0) return owner.getByRole('radio', { name: word, exact: true }).check();
  await list.click();
  return page.getByRole('option', { name: word, exact: true }).click();
}

export async function open(page: Page, name: string): Promise<void> {
  await step(page, name).click();
  await body(page, name).waitFor();
}

export async function found(page: Page, name: string): Promise<Record<string, unknown>> {
  const list = await callApi<{ results: { siteId: string }[] }>(page, 'GET', `${sites}?keyword=${encodeURIComponent(name)}`);
  expect(list.results).toHaveLength(1);
  return callApi(page, 'GET', `${sites}/${list.results[0]?.siteId}`);
}

/** A site that two people change at once: this one's page, where saving just met what the other one saved. */
export async function contested(place: Stage, name: string): Promise<{ page: Page; siteId: string; conflict: Locator }> {
  const arrive = arrivalsOn(place);
  const page = await callersOn(place)();
  const { siteId } = await callApi<{ siteId: string }>(page, 'POST', sites, { name, deployMode: 'gateway' });
  await page.goto(`/site/${siteId}?step=siteInfo`);
  await field(page, '/location').fill('Mine street 1');
  const other = await arrive(`/site/${siteId}?step=siteInfo`);
  await field(other, '/location').fill('Their street 2');
  await open(other, 'ntp');
  await field(other, '/ntp/primary').fill('ntp.aliyun.com');
  await button(other, 'Save').click();
  await other.waitForURL((address) => address.pathname === '/site');
  await button(page, 'Save').click();
  const conflict = page.getByRole('dialog', { name: 'Modified by somebody else, refresh and retry' });
  await conflict.waitFor();
  return { page, siteId, conflict };
}
