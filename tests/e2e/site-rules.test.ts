import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Json } from '#domain/model.ts';
import { getPointer, joinPointer, parsePointer } from '#domain/pointer.ts';
import { callApi } from '#tests/support/api.ts';
import { covering, thorough } from '#tests/support/effort.ts';
import { type Chosen, isChosen, type SiteFault, valueOf } from '#tests/support/site-faults/fault.ts';
import { devices, otherSite, soundSite } from '#tests/support/site-faults/world.ts';
import { siteFaults } from '#tests/support/site-rules.ts';
import { body, button, callersOn, choose, type Language, open, sites, step } from '#tests/support/site-wizard.ts';
import { stage } from '#tests/support/stage.ts';

const enter = callersOn(stage());
const patient = { timeout: 10_000 };

/** The step in which a property is filled in, where it has not the property's own name. */
const stepNames: Readonly<Record<string, string>> = {
  wan: 'networkConfig',
  lan: 'networkConfig',
  wifi: 'networkConfig',
  localSubnets: 'networkConfig',
  ntp: 'ntp',
  dns: 'dns',
  dynamicRoute: 'dynamicRoute',
  mobileAccess: 'mobileAccess',
  business: 'businessConfiguration',
  dhcpServer: 'dhcpServerConfig',
  natNet: 'natNet',
};
const stepOf = (pointer: string): string => stepNames[parsePointer(pointer)[0] ?? ''] ?? 'siteInfo';
const cancel = { zh: '取消', en: 'Cancel' } as const;
const save = { zh: '保存', en: 'Save' } as const;

/** What a choice stands at before. */
const chosenBefore: Readonly<Record<string, Chosen>> = {
  gateway: { chosen: 'gateway', en: 'Gateway', zh: '网关' },
  FIA: { chosen: 'FIA', en: 'FIA (through the backbone)', zh: 'FIA（经骨干上网）' },
  DIA: { chosen: 'DIA', en: 'DIA (locally)', zh: 'DIA（本地上网）' },
};

async function go(page: Page, pointer: string): Promise<void> {
  const name = stepOf(pointer);
  if ((await step(page, name).getAttribute('aria-current')) !== 'step') await open(page, name);
  await body(page, name).waitFor();
  // what is seldom needed is folded
  await page.locator('details:not([open]) > summary').evaluateAll((all) => {
    for (const each of all) if (each instanceof HTMLElement && each.closest('.st-body')) each.click();
  });
}

/** Puts a value where an operator would. */
async function put(page: Page, form: string, pointer: string, entry: Json | Chosen, language: Language): Promise<void> {
  await go(page, pointer);
  if (isChosen(entry)) return choose(page, pointer, entry[language]);
  const value = valueOf(entry);
  const control = page.locator(`[id="${form}${pointer}"]`);
  await control.fill(Array.isArray(value) ? value.map(String).join('\n') : typeof value === 'object' ? '' : String(value));
  await control.blur();
}

/** What is said at a field, or at the nearest one above it that says anything. */
async function said(page: Page, form: string, pointer: string): Promise<string> {
  const segments = parsePointer(pointer);
  const places = segments.map((_, index) => joinPointer('', ...segments.slice(0, index + 1)));
  const all = places.flatMap((place) => [`[id="${form}${place}-error"]`, `[id="${place}-cell-error"]`]).join(',');
  return (await page.locator(all).allTextContents()).join('\n');
}

async function provoke(page: Page, form: string, fault: SiteFault, language: Language): Promise<string | undefined> {
  for (const [pointer, entry] of Object.entries(fault.set)) await put(page, form, pointer, entry, language);
  await button(page, save[language]).click();
  const wanted = (fault.inForm ?? fault)[language];
  try {
    if (fault.level === 'confirm') {
      const asked = page.getByRole('alertdialog');
      await asked.getByText(wanted).waitFor(patient);
      await asked.getByRole('button', { name: cancel[language] }).click();
      await asked.waitFor({ state: 'detached' });
    } else {
      await page.getByRole('alert').first().waitFor(patient);
      // what has no cell in its row stands in the drawer of the row, which opens at it
      const drawer = page.locator('.drawer-mask');
      const inDrawer = fault.at.endsWith('/egressWan');
      if (inDrawer) await drawer.waitFor(patient);
      else await go(page, fault.at);
      await expect.poll(() => said(page, form, fault.at), patient).toContain(wanted);
      if (inDrawer) await page.keyboard.press('Escape');
      if (inDrawer) await drawer.waitFor({ state: 'detached' });
    }
  } catch (error) {
    return `${fault.title}: ${wanted}: ${(await said(page, form, fault.at)) || String(error).slice(0, 300)}`;
  }
  for (const pointer of Object.keys(fault.set)) {
    const before = getPointer(soundSite(fault.base), pointer) ?? null;
    await put(page, form, pointer, (typeof before === 'string' ? chosenBefore[before] : undefined) ?? before, language);
  }
  return undefined;
}

/**
 * As few as stand at every kind of place, each that only the form says, and each that may be so all the same: a place of the form is
 * found by the pointer of what is wrong, whatever that is. That the server says each of them, and where, is seen of all
 * (`tests/server/site-rules.test.ts`). By night all.
 */
const reachable = [
  ...covering(
    siteFaults.filter(({ unreachable }) => unreachable === undefined),
    ({ base, at, code, level, inForm }) => [
      `${base} ${level ?? 'error'} ${at.replaceAll(/\/\d+/g, '/0')}`,
      ...(inForm ? [`${base} ${at} ${code}`] : []),
    ],
  ),
];
const languages = ['zh', 'en'] as const;

/**
 * Each in one of the languages, those of one sentence by turns in both: which field an error stands at does not depend on its
 * words, and the words of either language are the server's, too, which says each of them (`tests/server/site-rules.test.ts`).
 * By night all in both.
 */
const ownLanguage = new Map(
  reachable
    .toSorted((a, b) => a.base.localeCompare(b.base) || a.code.localeCompare(b.code))
    .map((fault, index) => [fault, languages[index % languages.length]]),
);

test.each([
  ['zh', 'ospf'],
  ['en', 'ospf'],
  ['zh', 'bgp'],
  ['en', 'bgp'],
] as const)('in %s, with %s: each rule of a site is told at its field', async (language, base) => {
  const page = await enter(language);
  const { results } = await callApi<{ results: { name: string; siteId: string }[] }>(page, 'GET', `${sites}?keyword=Rule`);
  if (results.length === 0) {
    for (const device of Object.values(devices)) await callApi(page, 'POST', sites.replace('sites', 'devices'), device);
    await callApi(page, 'POST', sites, otherSite);
    for (const each of ['ospf', 'bgp'] as const) await callApi(page, 'POST', sites, soundSite(each));
  }
  const own = await callApi<{ results: { siteId: string }[] }>(page, 'GET', `${sites}?keyword=Rules_${base}`);
  await page.goto(`/site/${own.results[0]?.siteId}?step=siteInfo`);
  await body(page, 'siteInfo').waitFor();
  const label = await page.locator('[data-pointer="/name"] label').getAttribute('for');
  const form = (label ?? '').replace(/\/name$/, '');
  const wrong: string[] = [];
  // what the form alone says, nobody says elsewhere
  const isTried = (fault: SiteFault): boolean => thorough || fault.inForm !== undefined || ownLanguage.get(fault) === language;
  for (const fault of reachable.filter((each) => each.base === base && isTried(each))) {
    const missed = await provoke(page, form, fault, language);
    if (missed !== undefined) {
      wrong.push(missed);
      await page.goto(`/site/${own.results[0]?.siteId}?step=siteInfo`);
      const discard = page.getByRole('button', { name: language === 'zh' ? '丢弃' : 'Discard' });
      await body(page, 'siteInfo').waitFor();
      await page.waitForTimeout(500);
      if (await discard.isVisible()) await discard.click();
    }
  }
  expect(wrong).toEqual([]);
});
