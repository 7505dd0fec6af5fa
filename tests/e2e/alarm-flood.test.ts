import { beforeEach, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { there } from '#tests/support/answers.ts';
import { callApi } from '#tests/support/api.ts';
import { addFlood, FLOOD, floodId } from '#tests/support/flood.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

/** Ten thousand alarms fire when the server starts: who looks at them finds, narrows, acknowledges and mutes them as if they were ten. */
const { enter } = stage({}, (dataDir) => addFlood(dataDir, 'c-huaxin'));
const patient = { timeout: 20_000 };
const SIZE = 20;
const DUE = '/alarm?f.status=firing&f.attention=due';
/** A page of a thousand rows draws those that are seen. */
const MOST_ELEMENTS = 6000;

let page: Page;

beforeEach(async () => {
  ({ page } = await enter());
  await signIn(page, 'company@demo.example');
  await page.goto(DUE);
  await rows().nth(10).waitFor(patient);
});

type Alert = { alertId: string; code: string; severity: string; status: string; attention?: string; neId?: string };
const alerts = (query: string): Promise<{ total: number; result: Alert[] }> =>
  callApi(page, 'GET', `/api/v1/mgr/alerts?companyId=c-huaxin&${query}`);
const table = (): Locator => page.getByRole('table', { name: 'Alert' });
const rows = (): Locator => table().getByRole('row');
const row = (id: string): Locator => rows().filter({ has: page.locator(`a[href*="view=${id}"]`) });
const total = async (): Promise<number> => Number((await page.getByText(/^Total: /).innerText()).replaceAll(/\D/g, ''));
const due = async (more = ''): Promise<number> => (await alerts(`status=firing&attention=due&limit=1${more}`)).total;
const badge = (): Promise<string> =>
  page
    .getByRole('banner')
    .getByRole('link', { name: /^Alarms: / })
    .innerText();

/** What is listed is what the server counts; those of the demo network come and go meanwhile. */
async function expectTotal(count: () => Promise<number>): Promise<void> {
  await expect.poll(async () => (await total()) - (await count()), patient).toBe(0);
}

async function scrollToEnd(): Promise<void> {
  await page
    .locator('main .rt-scroll')
    .first()
    .evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
}

/** What is done with a row, from its menu. */
async function choose(id: string, action: string): Promise<void> {
  await row(id).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** For how long a page of them does not hear who works on it is measured by `bench/alarms.ts`. */
async function expectLight(): Promise<void> {
  expect(await page.locator('*').count()).toBeLessThan(MOST_ELEMENTS);
}

test('the bell counts them, the page has the newest first, its last page, and a thousand rows at once', async () => {
  await expect.poll(badge, patient).toBe('99+');
  await expectTotal(due);
  expect((await alerts('status=firing&limit=1')).total).toBeGreaterThanOrEqual(FLOOD);
  // a site that went down since quiets its own
  expect(await total()).toBeGreaterThan(0.9 * FLOOD);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('page'), patient).toBe('2');
  const last = Math.ceil((await total()) / SIZE);
  await page.getByRole('textbox', { name: 'Page' }).fill(String(last));
  await page.getByRole('textbox', { name: 'Page' }).press('Enter');
  const { result } = await alerts(`status=firing&attention=due&skip=${(last - 1) * SIZE}&limit=${SIZE}`);
  await row(result[0]?.alertId ?? '').waitFor(patient);
  await page.goto(`${DUE}&size=1000`);
  await rows().nth(10).waitFor(patient);
  const { result: thousand } = await alerts('status=firing&attention=due&limit=1000');
  await scrollToEnd();
  await row(thousand.at(-1)?.alertId ?? '').waitFor(patient);
  await expectLight();

  // what is typed while another thousand come in is there when they have come, and goes on
  let arrive = (): void => {};
  const arrived = new Promise<void>((done) => (arrive = done));
  await page.route(/\/alerts\?.*skip=1000/, async (route) => {
    await arrived;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/alerts\?.*skip=1000/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await asked;
  const typed = page.getByRole('textbox', { name: 'Page' });
  await typed.press('ControlOrMeta+A');
  await page.keyboard.type('0');
  arrive();
  await row(thousand.at(-1)?.alertId ?? '').waitFor({ state: 'hidden' });
  await page.keyboard.type('4');
  expect(await typed.inputValue()).toBe('04');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('page'), patient).toBe('4');
  await rows().nth(10).waitFor(patient);
  await expectLight();
});

test('they are narrowed by severity, site and name, and stand together by cause', async () => {
  const filters = page.getByRole('search');
  await filters.getByRole('combobox', { name: 'Severity' }).click();
  await page.getByRole('checkbox', { name: 'Critical', exact: true }).check();
  await page.keyboard.press('Escape');
  await expectTotal(() => due('&severity=Critical'));
  expect(await total()).toBeLessThan(FLOOD);
  expect(await rows().getByText('Warning', { exact: true }).count()).toBe(0);
  await expectLight();
  const { alertId = '', neId = '' } = (await alerts('status=firing&attention=due&code=system.cpu&limit=1')).result[0] ?? {};
  await page.goto(`${DUE}&f.name=cpu&f.neId=${neId}`);
  await row(alertId).waitFor(patient);
  await expectTotal(() => due(`&name=cpu&neId=${neId}`));
  expect(await total()).toBeLessThan(FLOOD / 4);

  await page.getByRole('tab', { name: 'Alarm causes', exact: true }).click();
  const { total: lost } = await alerts('status=firing&attention=due&code=link.loss&limit=1');
  const cause = page.getByRole('table', { name: 'Alarm cause' }).getByRole('row').filter({ hasText: 'Packet loss' });
  await cause.getByRole('link', { name: lost.toLocaleString('en'), exact: true }).click(patient);
  await expect.poll(() => new URL(page.url()).searchParams.get('f.code'), patient).toBe('link.loss');
  await expectTotal(() => due('&code=link.loss'));
  await page.getByRole('list', { name: 'Active filters' }).getByRole('listitem').filter({ hasText: 'Code Packet loss' }).waitFor();
  await expectLight();
});

test('one is acknowledged and one muted, then a thousand together, and the bell and the page follow', async () => {
  const [first, second] = [floodId(7), floodId(8)];
  // those that began to fire since stand above them
  await page.goto(`${DUE}&size=100`);
  await choose(first, 'Acknowledge');
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await expect
    .poll(async () => (await alerts('acknowledged=true&limit=1000')).result.map(({ alertId }) => alertId), patient)
    .toContain(first);
  await choose(second, 'Mute');
  await page.getByRole('dialog').getByRole('button', { name: 'Mute', exact: true }).click();
  await row(second).waitFor({ state: 'hidden' });
  await expectTotal(due);
  await expectLight();

  await page.goto(`${DUE}&f.acknowledged=false&size=1000`);
  await rows().nth(10).waitFor(patient);
  await page.getByRole('list', { name: 'Active filters' }).getByText('Acknowledged No').waitFor();
  const before = await total();
  await page.getByRole('checkbox', { name: 'Select the whole page' }).check();
  await page.getByRole('toolbar', { name: 'Selected: 1000' }).getByRole('button', { name: 'Acknowledge', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Acknowledge' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Carrier is down');
  await dialog.getByRole('button', { name: 'Next' }).click();
  const last = dialog.getByRole('button', { name: 'Acknowledge (1000)', exact: true });
  await last.waitFor({ timeout: 60_000 });
  // one is over meanwhile, as those of the demo network among them may be: the others are done, and which one is not is said
  await callApi(page, 'POST', `/api/v1/mgr/alerts/${floodId(20)}/resolve`);
  await last.click();
  await dialog.getByText(/^Done: 99\d of 1000/).waitFor({ timeout: 60_000 });
  await dialog.getByText('"Acknowledge" is not possible while Status is Resolved.').first().waitFor();
  await dialog.locator('.rb-buttons').getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(total, patient).toBeLessThanOrEqual(before - 900);
  await expectTotal(() => due('&acknowledged=false'));
  await expectLight();
});

test('what begins to fire meanwhile stands among them without a reload', { timeout: 180_000 }, async () => {
  await page.goto(`${DUE}&f.code=device.temperature`);
  await expect.poll(total, patient).toBe(await due('&code=device.temperature'));
  const before = await total();
  const boss = await enter();
  await signIn(boss.page);
  const found = await callApi<{ results: { id: string; groupId: string; level: string }[] }>(
    boss.page,
    'GET',
    '/api/v1/alarmConfigurations?keyword=device.temperature',
  );
  const { id, groupId, level } = there(found.results[0]);
  const low = { groupId, level, threshold: 1, clear: 1, duration: 0 };
  await callApi(boss.page, 'PUT', `/api/v1/alarmConfigurations/${id}`, low);
  await expect.poll(total, { timeout: 90_000 }).toBeGreaterThan(before);
  await expectTotal(() => due('&code=device.temperature'));
  await expectLight();
});
