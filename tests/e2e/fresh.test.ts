import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Mode } from '#domain/model.ts';
import { callApi } from '#tests/support/api.ts';
import { firstOfItsKind, times } from '#tests/support/effort.ts';
import { labelsOf, resourceOf } from '#tests/support/model.ts';
import { listsOf, neededBy, type Needed } from '#tests/support/needed.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

const { enter, server } = stage({ DEMO: 'off' });

/** What the lists said before there was a company. */
let withoutCompany: Walked | undefined;

test('from the printed password to the first site, by what the screen says alone', async () => {
  const { page } = await enter();
  const [, name = '', password = ''] = /Log in as (\S+) with the password (\S+)/.exec(server().output()) ?? [];
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Username' }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();

  // name and password of one's own, and nothing before
  const dialog = page.getByRole('dialog', { name: 'Choose your username' });
  await dialog.getByLabel('Username').fill('first@demo.example');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.getByText('initial username changed successfully').waitFor();

  const own = page.getByRole('dialog', { name: 'Set your own password' });
  await own.getByLabel('One-time password').fill(password);
  await own.getByLabel('New password', { exact: true }).fill('Own4Password');
  await own.getByLabel('Confirm new password').fill('Own4Password');
  await expectAccessible(page);
  await own.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('status').filter({ hasText: 'Password changed successfully, please log in again' }).waitFor();
  await page.getByRole('textbox', { name: 'Username' }).fill('first@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('Own4Password');
  await page.getByRole('button', { name: 'Log in' }).click();

  // the page that opens says what comes first, and leads there
  await page.getByText('No Site yet').waitFor();
  await page.getByText('It needs the following first: Company.').waitFor();
  await expectAccessible(page);
  withoutCompany = await walk(page, 'global', {});
  await follow(page, '/site');
  await page.getByRole('link', { name: 'Create Company' }).click();
  const company = page.getByRole('dialog', { name: 'Create Company' });
  await company.getByRole('textbox', { name: 'Name', exact: true }).fill('First company');
  await company.getByRole('button', { name: 'Create' }).click();
  await company.waitFor({ state: 'hidden' });

  // back at the sites the page says how to go on
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Sites' }).click();
  await page.getByText('This is set for each company. Choose a company in the bar at the top.').waitFor();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /All companies/ })
    .click();
  await page.getByRole('option', { name: 'First company' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Create Site' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const site = page.getByRole('region', { name: /^Create Site/ });
  await site.getByRole('textbox', { name: 'Name', exact: true }).fill('First_site');
  // a serial that nobody registered is told where it was typed
  await site.getByRole('textbox', { name: 'Primary device SN' }).fill('AR9999-404');
  await site.getByRole('button', { name: 'Create', exact: true }).click();
  await site.getByText('Device AR9999-404 is not registered.').first().waitFor();
  await site.getByRole('textbox', { name: 'Primary device SN' }).fill('');
  await site.getByRole('button', { name: 'Create', exact: true }).click();
  await site.waitFor({ state: 'hidden' });
  const row = page.getByRole('row').filter({ hasText: 'First_site' });
  await row.getByText('Never delivered').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

/** `said` by pages that were looked at, `needed` by all empty lists of the mode: each list with what it needs first. */
type Walked = { said: string[]; needed: string[]; wrong: string[] };

/**
 * Looks at the empty lists of a mode, and at what each says comes first: by day at one of those that need the same. What each of
 * them needs by the console's own reading of the contract is seen without a browser (`src/list/prerequisites.test.ts`).
 */
async function walk(page: Page, mode: Mode, params: Record<string, string>): Promise<Walked> {
  const said: string[] = [];
  const all: string[] = [];
  const wrong: string[] = [];
  const isFirst = firstOfItsKind();
  const known = new Map<string, Promise<boolean>>();
  const isEmpty = (name: string): Promise<boolean> => {
    const answer = known.get(name) ?? ask(name);
    known.set(name, answer);
    return answer;
  };
  const ask = async (name: string): Promise<boolean> => {
    const lists = resourceOf(name).operations.list.map(({ path }) => path.replace('{companyId}', params['companyId'] ?? '{companyId}'));
    const path = lists.toSorted((a, b) => b.length - a.length).find((each) => !each.includes('{'));
    return path !== undefined && (await callApi<{ total: number }>(page, 'GET', `${path}?limit=1`)).total === 0;
  };
  for (const { address, name } of listsOf(mode)) {
    if (!(await isEmpty(name))) continue;
    const needed: Needed[] = [];
    for (const each of neededBy(name, params)) if (await isEmpty(each.name)) needed.push(each);
    const titles = needed.map((each) => labelsOf(each.name, 'en').title);
    if (titles[0] !== undefined) all.push(`${name}: ${titles[0]}`);
    if (!isFirst(JSON.stringify(needed))) continue;
    const { title } = labelsOf(name, 'en');
    await follow(page, address);
    const empty = page.getByRole('main').getByText(`No ${title} yet`, { exact: true });
    await empty.waitFor({ timeout: 10_000 }).catch(() => wrong.push(`${address}: nothing says that there is no ${title} yet`));
    const first = /It needs the following first: (.+)\./.exec(await page.getByRole('main').innerText())?.[1];
    if (first === undefined ? needed.some(({ always }) => always) : !titles.includes(first))
      wrong.push(`${address}: needs ${titles.join(' or ') || 'nothing'}, says ${first ?? 'nothing'}`);
    if (first !== undefined) said.push(`${name}: ${first}`);
  }
  return { said, needed: all, wrong };
}

test('every empty list says what comes first: in a company that has one site only', async () => {
  const { page } = await enter();
  await signIn(page, 'first@demo.example', 'Own4Password');
  await page.goto('/site');
  await page.getByRole('row').filter({ hasText: 'First_site' }).waitFor();
  const [company] = (await callApi<{ results: { companyId: string }[] }>(page, 'GET', '/api/v1/companies?view=list')).results;
  const { said, needed, wrong } = await walk(page, 'company', { companyId: company?.companyId ?? '' });
  expect(wrong).toEqual([]);
  expect(said.length).toBeGreaterThan(times(0, 3));
  expect(needed.length).toBeGreaterThan(3);
});

test('every empty list says what comes first: where there is not even a company', () => {
  expect(withoutCompany?.wrong).toEqual([]);
  expect(withoutCompany?.said).toContainEqual(expect.stringMatching(/: Company$/));
  expect(withoutCompany?.needed.filter((each) => each.endsWith(': Company')).length).toBeGreaterThan(6);
});
