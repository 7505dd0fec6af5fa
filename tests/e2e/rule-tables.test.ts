import { there } from '#tests/support/answers.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow, workIn } from '#tests/support/work-place.ts';

/** What an operator does with rules that are there already. */
const { enter } = stage();
const patient = { timeout: 15_000 };
const company = '/api/v1/companies/c-huaxin';

let page: Page;

beforeEach(async () => {
  ({ page } = await enter());
  await signIn(page, 'company@demo.example');
});

const row = (name: string): Locator => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

/** A rule table is ready when its rows can be moved. */
async function open(path: string): Promise<void> {
  await page.goto(path);
  await page
    .getByRole('button', { name: /^Move / })
    .first()
    .waitFor({ timeout: 60_000 });
}

type Rule = { [property: string]: unknown; name: string; revision: number };

async function ruleNamed(path: string, name: string): Promise<Rule | undefined> {
  const { results } = await callApi<{ results: Rule[] }>(page, 'GET', `${company}/${path}?keyword=${encodeURIComponent(name)}`);
  return results.find((rule) => rule.name === name);
}

test('a rule is duplicated: all but what is its own, under a name of its own', async () => {
  await open('/acl');
  await row('VoIP').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const form = page.getByRole('dialog', { name: 'Duplicate ACL rule' });
  const name = form.getByRole('textbox', { name: 'Name', exact: true });
  await name.waitFor();
  expect(await name.inputValue()).toBe('VoIP copy');
  // a reload keeps the copy open: it is in the address
  expect(new URL(page.url()).searchParams.get('copy')).toBe(String((await ruleNamed('aclRules', 'VoIP'))?.['id']));
  await expectAccessible(page, 'dialog[open]');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  const [first, second] = [await ruleNamed('aclRules', 'VoIP'), await ruleNamed('aclRules', 'VoIP copy')];
  const same = ({ strategy, protocol, source, destination, srcZone, dstZone, priority, siteIds }: Rule): unknown => ({
    strategy,
    protocol,
    source,
    destination,
    srcZone,
    dstZone,
    priority,
    siteIds,
  });
  expect(second && same(second)).toEqual(first && same(first));
  expect(second).toMatchObject({ revision: 1 });
  expect(second?.['hits'] ?? 0).toBe(0);

  // the copy of a copy counts on, and what is taken is said at its field
  await follow(page, `/acl?copy=${String(first?.['id'])}`);
  await name.waitFor();
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect.poll(() => name.getAttribute('aria-invalid'), patient).toBe('true');
  await page.goto(`/acl?copy=${String(second?.['id'])}`);
  await expect.poll(() => name.inputValue(), patient).toBe('VoIP copy 2');
});

test('rules are enabled and disabled: in the row and many at once, taken back, and not over somebody else’s change', async () => {
  await open('/advancedFirewall');
  const names = await page.getByRole('table').locator('a[data-open]').allInnerTexts();
  const [first, second, third] = names as [string, string, string];
  const enabled = (name: string): Locator => page.getByRole('switch', { name: `Enabled: ${name}`, exact: true });
  const stored = async (): Promise<unknown[]> => {
    const { results } = await callApi<{ results: Rule[] }>(page, 'GET', `${company}/advancedFirewallRules?limit=1000`);
    return [first, second, third].map((name) => results.find((rule) => rule.name === name)?.['enable']);
  };
  const before = await stored();
  await enabled(first).setChecked(before[0] !== true);
  await page.getByText(`“${first}” is switched ${before[0] === true ? 'off' : 'on'}`).waitFor();
  expect((await stored())[0]).toBe(before[0] !== true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => enabled(first).isChecked(), patient).toBe(before[0]);
  await expect.poll(stored, patient).toEqual(before);

  for (const name of [first, second, third]) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
  const bar = page.getByRole('toolbar', { name: 'Selected: 3' });
  // the first rule that fits decides, so it is said first what would change
  const ask = async (verb: 'Enable' | 'Disable'): Promise<Locator> => {
    await bar.getByRole('button', { name: verb, exact: true }).click();
    return page.getByRole('dialog', { name: new RegExp(`^${verb} .*: 3 selected`) });
  };
  const off = await ask('Disable');
  const on = before.filter((each) => each === true).length;
  await off.getByText(`Would be changed: ${on}. So already: ${3 - on}. Refused: 0.`).waitFor();
  await expectAccessible(page, 'dialog[open]');
  expect(await stored()).toEqual(before);
  await off.getByRole('button', { name: `Disable (${on})` }).click();
  await off.waitFor({ state: 'hidden' });
  await expect.poll(stored, patient).toEqual([false, false, false]);
  await expect.poll(() => enabled(third).isChecked(), patient).toBe(false);
  const again = await ask('Disable');
  await again.getByText('They are all so already: nothing would be changed.').waitFor();
  for (const name of [first, second, third]) await again.getByRole('row', { name: `${name} So already` }).waitFor();
  expect(await again.getByRole('button', { name: /^Disable/ }).count()).toBe(0);
  await again.getByRole('button', { name: 'Cancel' }).click();

  // somebody else changes the first one meanwhile: what is set is set on top of theirs
  const theirs = there(await ruleNamed('advancedFirewallRules', first));
  const given = ['name', 'priority', 'strategy', 'enable', 'siteIds', 'protocol', 'source', 'destination', 'timeRange', 'log'];
  const body = Object.fromEntries(Object.entries(theirs).filter(([name]) => given.includes(name)));
  const path = `${company}/advancedFirewallRules/${String(theirs['ruleId'])}`;
  await callApi(page, 'PUT', path, { ...body, remark: 'Changed meanwhile' });
  await (await ask('Enable')).getByRole('button', { name: 'Enable (3)' }).click();
  await expect.poll(stored, patient).toEqual([true, true, true]);
  expect(await ruleNamed('advancedFirewallRules', first)).toMatchObject({ remark: 'Changed meanwhile' });
});

test('who may not change rules sees no switch and no way to duplicate', async () => {
  const { page: other } = await enter();
  await signIn(other, 'viewer@demo.example');
  await other.goto('/qos');
  await other.getByRole('table').locator('a[data-open]').first().waitFor();
  expect(await other.getByRole('switch').count()).toBe(0);
  expect(await other.getByRole('table').getByRole('button', { name: 'More', exact: true }).count()).toBe(0);
});

/** A rule of ACL for one network, behind the first page so that the way there is tested too. */
async function ruleFor(name: string, priority: number, strategy: string, network: string): Promise<void> {
  const source = { kind: 'address', addresses: [network] };
  await callApi(page, 'POST', `${company}/aclRules`, { name, priority, strategy, source, destination: { kind: 'any' } });
}

test('which rule matches a packet', async () => {
  await ruleFor('E2E tested', 1900, 'REJECT', '10.77.0.0/16');
  await open('/acl');
  await page.getByRole('button', { name: 'Which rule matches this packet' }).click();
  const drawer = page.getByRole('dialog', { name: 'Which rule matches this packet' });
  const fill = (label: string, text: string): Promise<void> => drawer.getByRole('textbox', { name: label, exact: true }).fill(text);
  await fill('Source address', '10.77.1.300');
  await fill('Destination address', '203.0.113.9');
  await drawer.getByRole('button', { name: 'Ask' }).click();
  await expect.poll(() => drawer.getByRole('textbox', { name: 'Source address' }).getAttribute('aria-invalid'), patient).toBe('true');
  await fill('Source address', '10.77.1.3');
  await drawer.getByRole('button', { name: 'Ask' }).click();
  const answer = drawer.getByRole('region', { name: 'Answer' });
  const trace = answer.getByRole('article').filter({ has: page.getByRole('heading', { name: 'ACL rule' }) });
  await trace.getByRole('link', { name: 'E2E tested' }).waitFor();
  expect(await trace.innerText()).toMatch(/Reject[\s\S]*priority 1900[\s\S]*rules tried in vain/);
  await trace.getByText('rules tried in vain').click();
  await trace
    .getByRole('listitem')
    .filter({ hasText: /100VoIP$|100VoIPOther/ })
    .getByText('Other source zone')
    .waitFor();
  await expectAccessible(page, 'dialog[open]');

  // nothing fits elsewhere: denied by default
  await fill('Source address', '10.78.1.3');
  await drawer.getByRole('button', { name: 'Ask' }).click();
  await trace.getByText('No rule fits; the default decides.').waitFor();
  await fill('Source address', '10.77.1.3');
  await drawer.getByRole('button', { name: 'Ask' }).click();
  await trace.getByRole('link', { name: 'E2E tested' }).click();
  await drawer.waitFor({ state: 'hidden' });
  await page.locator('tr[data-marked]').filter({ hasText: 'E2E tested' }).waitFor();
  expect(new URL(page.url()).searchParams.get('page')).toBe('2');
});

test('rules that never decide are told over the table, in their rows, and as soon as they come to be', async () => {
  await ruleFor('E2E hiding', 1910, 'REJECT', '10.79.0.0/16');
  await ruleFor('E2E hidden', 1911, 'ACCEPT', '10.79.1.0/24');
  await open('/acl?page=2');
  await row('E2E hidden').getByRole('img', { name: 'Never decides: “E2E hiding” (priority 1910) says otherwise first' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Rules that never decide: ' }).getByRole('button', { name: 'Show' }).click();
  const list = page.getByRole('dialog', { name: 'Rules that never decide' });
  await list.getByText('Conflict: an earlier rule says otherwise').waitFor();
  await expectAccessible(page);
  await list.getByRole('button', { name: 'E2E hidden' }).click();
  await page.locator('tr[data-marked]').filter({ hasText: 'E2E hidden' }).waitFor();

  // who turns a rule on that hides others is told at once
  const hiding = page.getByRole('switch', { name: 'Enabled: E2E hiding', exact: true });
  await hiding.uncheck();
  await row('E2E hidden')
    .getByRole('img', { name: /^Never decides/ })
    .waitFor({ state: 'hidden' });
  await hiding.check();
  await page.getByText('“E2E hidden” will never decide').waitFor();
});

test('policy routes and route tables share a page; routes move together to any place, and not over somebody else’s order', async () => {
  await open('/routerConfig');
  const stored = async (): Promise<Rule[]> =>
    (await callApi<{ results: Rule[] }>(page, 'GET', `${company}/policyRoutes?limit=1000`)).results;
  const before = await stored();
  const names = before.map(({ name }) => name);
  const [first, second, third, fourth] = names as [string, string, string, string];
  for (const name of [second, fourth]) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
  await page.getByRole('toolbar', { name: 'Selected: 2' }).getByRole('button', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 rows' });
  const place = dialog.getByRole('textbox', { name: 'Place in the list' });
  await place.fill('none');
  expect(await dialog.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true);
  await expectAccessible(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'To the end' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const rest = names.filter((name) => name !== second && name !== fourth);
  await expect.poll(async () => (await stored()).map(({ name }) => name), patient).toEqual([...rest, second, fourth]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await stored()).map(({ name, priority }) => [name, priority]), patient)
    .toEqual(before.map(({ name, priority }) => [name, priority]));

  // somebody else moves the third one to the top while this page still shows the old order
  await page.getByRole('button', { name: `Move ${first}`, exact: true }).waitFor();
  const given = ['name', 'enable', 'siteIds', 'protocol', 'source', 'destination', 'dstInterface', 'nextHop', 'metric'];
  const theirs = Object.fromEntries(Object.entries(there(before[2])).filter(([name]) => given.includes(name)));
  await callApi(page, 'PUT', `${company}/policyRoutes/${String(before[2]?.['id'])}`, { ...theirs, priority: 1, remark: 'Theirs' });
  await page.getByRole('button', { name: `Move ${first}`, exact: true }).focus();
  await page.keyboard.press('Space');
  await page.getByText(`${first} is over position 1`).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.getByText(`${first} is over position 3`).waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page.getByRole('alert').filter({ hasText: 'The order could not be saved; nothing was changed' }).waitFor();
  expect((await stored()).find(({ name }) => name === third)).toMatchObject({ priority: 1, remark: 'Theirs' });
  expect((await stored()).find(({ name }) => name === first)?.['priority']).toBe(before[0]?.['priority']);

  await page.getByRole('tab', { name: 'Route table' }).click();
  await page.getByRole('table', { name: 'Route table' }).locator('a[data-open]').first().waitFor();
  expect(new URL(page.url()).searchParams.get('tab')).toBe('RouteTable');
});

test('what is everybody’s has no addresses of single sites: not in its form, not in a file', async () => {
  const { page: boss } = await enter();
  await signIn(boss, 'global@demo.example');
  await workIn(boss, { mode: 'global', username: 'global@demo.example' });
  await boss.goto('/addressSet');
  await boss.getByRole('columnheader', { name: 'Company', exact: true }).waitFor();
  await boss.getByRole('button', { name: 'Create', exact: true }).click();
  const form = boss.getByRole('dialog', { name: 'Create Address set' });
  await form.getByRole('group', { name: 'Addresses', exact: true }).waitFor();
  expect(await form.getByText('Addresses of single sites').count()).toBe(0);
  await form.getByRole('button', { name: 'Cancel', exact: true }).click();
  await boss.getByRole('button', { name: 'Import', exact: true }).click();
  await boss.getByRole('textbox', { name: 'Or paste rows' }).fill('Name,siteRules\nbranches,[]');
  await boss.getByRole('button', { name: 'Next', exact: true }).click();
  expect(await boss.getByRole('combobox', { name: 'What Name fills' }).inputValue()).toBe('name');
  expect(await boss.getByRole('combobox', { name: 'What siteRules fills' }).inputValue()).toBe('');

  // in a company it is there
  await page.goto('/addressSet?new=1');
  await page.getByRole('dialog', { name: 'Create Address set' }).getByText('Addresses of single sites').first().waitFor();
});
