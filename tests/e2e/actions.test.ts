import { expect, test } from 'vitest';
import { callApi } from '#tests/support/api.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();
/** A diagnosis takes its time. */
const patient = { timeout: 30_000 };

type Site = { siteId: string; state: string };

test('a diagnosis shows its progress and output in list and detail while it runs', { timeout: 90_000 }, async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  const { results } = await callApi<{ results: Site[] }>(page, 'GET', '/api/v1/companies/c-huaxin/sites?limit=1000');
  const siteId = results.find(({ state }) => state === 'ONLINE')?.siteId;
  await page.goto('/netDiagnoseTool');
  await page.locator('main tbody tr').first().waitFor();
  // whatever is read now was asked for by nobody: the page is not touched
  const body = { siteId, kind: 'ping', target: 'live.example.com', count: 4 };
  const { id } = await callApi<{ id: string }>(page, 'POST', '/api/v1/companies/c-huaxin/diagnosisTasks', body);
  const link = page.locator(`a[href*="view=${id}"]`).first();
  await link.waitFor(patient);
  const row = page.getByRole('row').filter({ has: link });
  await row.getByText('Running').waitFor(patient);
  await link.click();
  const detail = page.getByRole('dialog');
  await detail.getByText(/icmp_seq=1/).waitFor(patient);
  const seen = await detail.innerText();
  expect(seen).toContain('Running');
  expect(seen).not.toContain('icmp_seq=4');
  await detail.getByText(/4 sent/).waitFor(patient);
  await detail.getByText('100 %').waitFor(patient);
  await page.keyboard.press('Escape');
  await row.getByText('Success').waitFor(patient);
});

test('an action with a form runs on many rows: first what they get, then the question, and back to the form', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  type Rule = { snatRuleId: string; name: string; siteIds?: string[] };
  type Rules = { total: number; results: Rule[] };
  await page.goto('/snat');
  const rows = page.locator('main tbody tr');
  await rows.nth(2).waitFor();
  const before = await callApi<Rules>(page, 'GET', '/api/v1/companies/c-huaxin/snatRules?limit=1000');
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Copy to other sites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy to other sites · 2' });
  // nothing chosen is told at the field
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByRole('combobox').first().click();
  await page.locator('.ant-select-item-option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByText('Run “Copy to other sites” on these items (2)?').waitFor();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Copy to other sites (2)', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  const after = await callApi<Rules>(page, 'GET', '/api/v1/companies/c-huaxin/snatRules?limit=1000');
  expect(after.results).not.toEqual(before.results);
});

test('a bulk action says what it does and how many of the selected it does not fit', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/device?size=100');
  const rows = page.locator('main tbody tr');
  await rows.nth(3).waitFor();
  await rows.filter({ hasText: 'Unconfigured' }).first().getByRole('checkbox').check();
  await rows.filter({ hasText: 'Online' }).first().getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Unregister from the site' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unregister from the site' });
  await dialog.getByText('on these items (2)?').waitFor();
  await dialog.getByText('the site has no traffic without a device').waitFor();
  await dialog.getByText('1 of 2 would fail. Nothing has been changed yet.').waitFor();
  await dialog.getByRole('row').filter({ hasText: 'State is Unconfigured' }).waitFor();
  await dialog.getByRole('row').filter({ hasText: 'Will be changed' }).waitFor();
  await dialog.getByRole('button', { name: 'Go on with the other 1' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('a report says in its drawer what its file will say', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/reportFormPage?tab=ReportConfig');
  await page.locator('main tbody tr').filter({ hasText: 'Circuit quality 4' }).getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  const preview = drawer.getByRole('region', { name: 'Preview (last whole period)' });
  await preview.getByRole('heading', { name: 'Circuit quality' }).first().waitFor();
  await preview.getByRole('columnheader', { name: 'Latency (ms)' }).waitFor();
  await preview.getByText('(Europe/Berlin) · demo network').waitFor();
});

test('a report downloads at once, under its own name', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/reportFormPage?tab=Report&f.state=success');
  const row = page.locator('main tbody tr').first();
  const name = await row.getByRole('link').first().innerText();
  const [download] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toMatch(/\.(pdf|xlsx|csv|html)$/);
  const letters = (text: string): string => text.replaceAll(/[^\p{L}\d]/gu, '');
  expect(letters(download.suggestedFilename())).toContain(letters(name));
});

test('a menu that is open stays open when rights are looked at again and are what they were', async () => {
  const { page } = await enter();
  let told: ((message: string) => void) | undefined;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.connectToServer();
    told = (message) => socket.send(message);
  });
  await signIn(page, 'company@demo.example');
  await page.goto('/site?f.state=ONLINE');
  await page.locator('main tbody tr').first().getByRole('button', { name: 'More' }).click();
  const item = page.getByRole('menuitem', { name: 'Replace a device' });
  const held = await item.elementHandle();
  let looked = 0;
  page.on('response', (answer) => (looked += answer.url().includes('page=login') ? 1 : 0));
  // what is said before the page listens is not heard
  const again = (): number => {
    told?.('42["access",{"code":"changed"}]');
    return looked;
  };
  await expect.poll(again, { interval: 500 }).toBeGreaterThan(0);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  expect(await held?.evaluate((element) => element.isConnected)).toBe(true);
});
