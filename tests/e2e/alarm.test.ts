import { beforeEach, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { there } from '#tests/support/answers.ts';
import { callApi } from '#tests/support/api.ts';
import { addLastingAlarms, lasts } from '#tests/support/lasting-alarms.ts';
import { liveLineOf } from '#tests/support/live-line.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

const { enter } = stage({}, (dataDir) => addLastingAlarms(dataDir, 'c-huaxin'));
const patient = { timeout: 15_000 };

type Alert = { alertId: string; code: string; name: string; status: string; severity: string; raisedAt: string; companyId: string };

let page: Page;

beforeEach(async () => {
  ({ page } = await enter());
  await signIn(page, 'company@demo.example');
});

const alerts = (query: string): Promise<{ total: number; result: Alert[] }> =>
  callApi(page, 'GET', `/api/v1/mgr/alerts?companyId=c-huaxin&limit=1000&${query}`);
const badge = async (): Promise<number> => Number(/\d+/.exec((await bell().getAttribute('aria-label')) ?? '')?.[0] ?? 0);
const bell = (): Locator => page.getByRole('banner').getByRole('link', { name: /^Alarms: / });
const rows = (): Locator => page.getByRole('table', { name: 'Alert' }).getByRole('row');
const row = (id: string): Locator => rows().filter({ has: page.locator(`a[href*="view=${id}"]`) });

/** What is done with a row, from its menu. */
async function choose(id: string, action: string): Promise<void> {
  await row(id).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** The badge shows what the server counts; alarms of the demo network come and go meanwhile. */
async function expectTrueBadge(): Promise<number> {
  await expect.poll(async () => (await badge()) - (await alerts('status=firing&attention=due')).total, patient).toBe(0);
  return badge();
}

/** Of alarms that were firing, those that still are. */
async function stillFiring(ids: string[]): Promise<string[]> {
  const { result } = await alerts('status=firing');
  return ids.filter((id) => result.some(({ alertId }) => alertId === id));
}

test('the badge counts the firing alarms of the company and follows them without a reload', async () => {
  await page.goto('/site');
  const before = await expectTrueBadge();
  expect(before).toBeGreaterThan(4);
  expect(await bell().innerText()).toBe(String(before));
  const { result } = await alerts('status=firing&attention=due');
  expect(new Set(result.map(({ companyId }) => companyId))).toEqual(new Set(['c-huaxin']));

  const ids = result.filter(lasts).map(({ alertId }) => alertId);
  for (const id of ids.slice(0, 3)) await callApi(page, 'POST', `/api/v1/mgr/alerts/${id}/resolve`);
  await expect.poll(badge, patient).toBeLessThan(before);
  await expectTrueBadge();

  await bell().click();
  await page.waitForURL('**/alarm?*');
  await rows().nth(1).waitFor();
});

test('alarms are resolved in a row, and several at once', async () => {
  await page.goto('/alarm?f.status=firing&f.attention=due');
  await rows().nth(3).waitFor();
  const { result } = await alerts('status=firing&attention=due');
  const [first, second, third] = result.filter(lasts).map(({ alertId }) => alertId) as [string, string, string];
  const before = await expectTrueBadge();

  await choose(first, 'Resolve');
  const dialog = page.getByRole('dialog', { name: 'Resolve' });
  await dialog.getByText('Run “Resolve” on these items (1)?').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await stillFiring([first])).toEqual([first]);
  await choose(first, 'Resolve');
  await dialog.getByRole('button', { name: 'Resolve', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row(first).waitFor({ state: 'hidden' });
  expect(await stillFiring([first])).toEqual([]);

  for (const id of [second, third]) await row(id).getByRole('checkbox').check();
  const toolbar = page.getByRole('toolbar', { name: 'Selected: 2' });
  await toolbar.getByRole('button', { name: 'Resolve', exact: true }).click();
  await dialog.getByText('Run “Resolve” on these items (2)?').waitFor();
  await dialog.getByRole('button', { name: 'Resolve (2)', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row(third).waitFor({ state: 'hidden' });
  expect(await stillFiring([second, third])).toEqual([]);
  await expect.poll(badge, patient).toBeLessThan(before - 1);
  await expectTrueBadge();

  // what is resolved says by whom, and cannot be resolved again
  await follow(page, `/alarm?view=${second}`);
  await page.getByRole('dialog').getByText('company@demo.example').waitFor();
  await follow(page, '/alarm?f.status=resolved&sort=-resolvedAt');
  await row(second).waitFor();
  expect(await row(second).getByRole('button', { name: 'More' }).count()).toBe(0);
});

test('alarms are acknowledged with a note, several at once, and go on firing', async () => {
  await page.goto('/alarm?f.status=firing&f.acknowledged=false');
  await rows().nth(2).waitFor();
  const ids = (await alerts('status=firing&acknowledged=false')).result.slice(0, 2).map(({ alertId }) => alertId) as [string, string];
  for (const id of ids) await row(id).getByRole('checkbox').check();
  await page.getByRole('toolbar', { name: 'Selected: 2' }).getByRole('button', { name: 'Acknowledge', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Acknowledge' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Ticket 4711');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: /^Acknowledge \(\d+\)$/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  for (const id of ids) await row(id).waitFor({ state: 'hidden' });
  expect(await stillFiring(ids)).toEqual(ids);
  await expectTrueBadge();

  await follow(page, `/alarm?view=${ids[0]}`);
  const detail = page.getByRole('dialog');
  await detail.getByText('Ticket 4711').waitFor();
  await detail.getByText('company@demo.example').first().waitFor();
});

test('filters and the time range are in the address, and the address brings them back', async () => {
  await page.goto('/alarm');
  await rows().nth(1).waitFor();
  const filters = page.getByRole('search');
  await filters.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('checkbox', { name: 'Resolved', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).searchParams.get('f.status'), patient).toBe('resolved');
  // any alarm that fires is shown until one says otherwise
  const time = filters.getByRole('group', { name: 'Raised' }).getByRole('combobox');
  expect(await time.inputValue()).toBe('any');
  await time.selectOption({ label: 'Last 24 hours' });
  await expect.poll(() => new URL(page.url()).searchParams.get('f.option'), patient).toBe('5');

  const expected = await alerts('status=resolved&option=5');
  const everything = await alerts('');
  expect(expected.total).toBeGreaterThan(0);
  expect(expected.total).toBeLessThan(everything.total);
  const total = page.getByText(/^Total: \d+/);
  await expect.poll(() => total.innerText(), patient).toBe(`Total: ${expected.total}`);
  expect(await rows().getByText('Firing', { exact: false }).count()).toBe(0);

  await page.reload();
  await expect.poll(() => total.innerText(), patient).toBe(`Total: ${expected.total}`);
  // explicit times win over the preset
  const start = new Date(Date.now() - 86_400_000).toISOString();
  const end = new Date(Date.parse(start) + 12 * 3_600_000).toISOString();
  await follow(page, `/alarm?f.startTime=${start}&f.endTime=${end}&f.option=0`);
  const part = await alerts(`startTime=${encodeURIComponent(start)}&endTime=${encodeURIComponent(end)}`);
  await expect.poll(() => total.innerText(), patient).toBe(`Total: ${part.total}`);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect.poll(() => new URL(page.url()).search, patient).toBe('');
  await expect.poll(() => total.innerText(), patient).toBe(`Total: ${everything.total}`);
});

test('the filter rule of the company is kept on the page of alarms, and thins list and badge alike, not for super administrators', async () => {
  const [{ severity } = { severity: '' }] = (await alerts('status=firing&attention=due')).result;
  expect(severity).not.toBe('');
  await page.goto('/alarm');
  const firing = await expectTrueBadge();
  await page.getByRole('tab', { name: 'Alert filter rule' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit Alert filter rule' });
  await form.getByRole('switch', { name: 'Filter on' }).click();
  await form.getByRole('checkbox', { name: severity, exact: true }).check();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  await page.locator('dd').getByText(severity, { exact: true }).waitFor();

  await expect.poll(badge, patient).toBeLessThan(firing);
  await expectTrueBadge();
  await page.getByRole('tab', { name: 'Alerts', exact: true }).click();
  await rows().nth(1).waitFor();
  await expect.poll(() => rows().getByText(severity, { exact: true }).count(), patient).toBe(0);
  expect((await alerts(`severity=${severity}`)).total).toBe(0);

  const boss = await enter();
  await signIn(boss.page);
  const seen = await callApi<{ total: number }>(boss.page, 'GET', `/api/v1/mgr/alerts?companyId=c-huaxin&severity=${severity}`);
  expect(seen.total).toBeGreaterThan(0);
  await callApi(page, 'PUT', '/api/v1/updateFilterRule/c-huaxin', { enable: false });
  await expect.poll(badge, patient).toBeGreaterThan(0);
});

test('an alarm is muted for a time from its row: badge and page agree, and it is found among the muted', async () => {
  await page.goto('/alarm?f.status=firing&f.attention=due');
  await rows().nth(3).waitFor();
  await expectTrueBadge();
  // all that fire may be what explains others at this hour: those take its place then
  const due = (await alerts('status=firing&attention=due')).result;
  const { alertId: id } = there(due.find(lasts) ?? due[0]);
  await choose(id, 'Mute');
  const dialog = page.getByRole('dialog', { name: 'Mute' });
  await dialog.getByRole('button', { name: 'Mute', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row(id).waitFor({ state: 'hidden' });
  expect((await alerts('status=firing&attention=due')).result.map(({ alertId }) => alertId)).not.toContain(id);
  await expectTrueBadge();
  await follow(page, '/alarm?f.status=firing&f.attention=muted');
  await row(id).getByText('Muted').waitFor();
  await choose(id, 'Unmute');
  await page.getByRole('dialog').getByRole('button', { name: 'Unmute', exact: true }).click();
  await row(id).waitFor({ state: 'hidden' });
  await expectTrueBadge();
});

test('the socket dies, alarms change, it comes back: no stale badge and no stale row', async () => {
  const line = await liveLineOf(page);
  await page.goto('/alarm?f.status=firing&f.attention=due');
  await rows().nth(2).waitFor();
  await expectTrueBadge();
  const { alertId: id } = there((await alerts('status=firing&attention=due')).result.find(lasts));
  await row(id).waitFor();
  await line.cut();
  await page.getByText('The live connection was lost; connecting again.').waitFor();
  // a number that nobody keeps is not that there are none, for those who see and those who hear
  expect(await bell().getAttribute('aria-label')).toBe('Alarms: not known');
  expect(await bell().innerText()).toBe('?');
  await callApi(page, 'POST', `/api/v1/mgr/alerts/${id}/resolve`);
  line.mend();
  await page.getByText('The live connection is back.').waitFor();
  await row(id).waitFor({ state: 'hidden' });
  await expectTrueBadge();
});

test('alarms stand together by cause, as many as their list is long, and follow what is resolved', async () => {
  await page.goto('/alarm');
  await page.getByRole('tab', { name: 'Alarm causes', exact: true }).click();
  const causes = page.getByRole('table', { name: 'Alarm cause' }).getByRole('row');
  await causes.nth(1).waitFor();
  const { result } = await alerts('status=firing&attention=due');
  const { code } = there(result.filter(lasts).toSorted((a, b) => a.code.localeCompare(b.code))[0]);
  const own = result.filter((alert) => alert.code === code);
  expect(own.length).toBeGreaterThan(4);
  const cause = causes.filter({ has: page.locator(`a[href*="f.code=${code}"]`) });
  await expect.poll(async () => (await cause.getByRole('link').allInnerTexts()).includes(String(own.length)), patient).toBe(true);
  await callApi(page, 'POST', `/api/v1/mgr/alerts/${there(own.find(lasts)).alertId}/resolve`);
  const left = own.length - 1;
  await expect.poll(async () => (await cause.getByRole('link').allInnerTexts()).includes(String(left)), patient).toBe(true);
  await cause.locator(`a[href*="f.code=${code}"]`).first().click();
  await expect.poll(() => new URL(page.url()).searchParams.get('f.code'), patient).toBe(code);
  await expect.poll(() => page.getByText(/^Total: \d+/).innerText(), patient).toBe(`Total: ${left}`);
});
