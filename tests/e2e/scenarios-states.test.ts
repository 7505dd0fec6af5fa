import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callApi } from '#tests/support/api.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow, workIn } from '#tests/support/work-place.ts';

const { enter } = stage();

/** What stands behind the name of the row's first cell, which leads to its detail. */
async function first(page: Page, table: string): Promise<{ name: string; row: Locator }> {
  const rows = page.getByRole('table', { name: table, exact: true }).locator('tbody tr[data-index]');
  const name = await rows.first().getByRole('link').first().innerText();
  return { name, row: rows.filter({ has: page.getByRole('link', { name, exact: true }) }) };
}

async function act(page: Page, row: Locator, action: string): Promise<void> {
  const named = row.getByRole('button', { name: action, exact: true });
  if ((await named.count()) > 0) return named.click();
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function confirm(page: Page, action: string, sentence?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: action, exact: true });
  if (sentence !== undefined) await dialog.getByText(sentence).waitFor();
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('a site is sent its e-mail again, a device leaves its site, a MAC address is refused', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');

  type Site = { siteId: string; name: string; ztpStatus?: string };
  const sites = async (): Promise<Site[]> =>
    (await callApi<{ results: Site[] }>(page, 'GET', '/api/v1/sites?companyId=c-huaxin&limit=100')).results;
  const failed = (await sites()).find(({ ztpStatus }) => ztpStatus === 'fail');
  expect(failed).toBeDefined();
  await page.goto(`/site?keyword=${encodeURIComponent(failed?.name ?? '')}`);
  const site = await first(page, 'Sites');
  await act(page, site.row, 'Send the ZTP e-mail');
  await confirm(page, 'Send the ZTP e-mail');
  const statusOf = async (): Promise<string | undefined> => (await sites()).find(({ siteId }) => siteId === failed?.siteId)?.ztpStatus;
  await expect.poll(statusOf).toMatch(/^(sending|success)$/);

  await follow(page, '/device?f.state=ONLINE');
  const device = await first(page, 'Devices');
  await act(page, device.row, 'Unregister from the site');
  await confirm(page, 'Unregister from the site', 'the site has no traffic without a device');
  await device.row.waitFor({ state: 'detached' });
  await follow(page, `/device?keyword=${device.name}`);
  await device.row.getByText('Unconfigured', { exact: true }).waitFor();
  expect(await device.row.getByRole('button', { name: 'Unregister from the site' }).count()).toBe(0);

  await follow(page, '/wirelessAccount?tab=MacApproval&f.state=pending');
  const address = await first(page, 'MAC approvals');
  await act(page, address.row, 'Reject');
  await confirm(page, 'Reject');
  await address.row.waitFor({ state: 'detached' });
});

test('a release is published and withdrawn; a service goes back to normal only by way of maintenance; a report is made now', async () => {
  const { page } = await enter();
  await signIn(page);
  await workIn(page, { mode: 'global' });
  await page.goto('/releaseManager?f.state=draft');
  const release = await first(page, 'Releases');
  await act(page, release.row, 'Publish');
  await confirm(page, 'Publish');
  await release.row.waitFor({ state: 'detached' });
  await follow(page, '/releaseManager?f.state=published');
  await release.row.first().waitFor();
  await act(page, release.row.first(), 'Withdraw');
  await confirm(page, 'Withdraw');
  await release.row.waitFor({ state: 'detached' });

  await follow(page, '/service?f.serviceStatus=abnormal');
  const service = await first(page, 'Services');
  await service.row.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  const save = form.getByRole('button', { name: 'Save', exact: true });
  const state = form.getByRole('radiogroup', { name: /^Service status/ });
  await state.getByRole('radio', { name: 'Normal', exact: true }).check();
  await save.click();
  await form
    .getByText(/cannot become|cannot go|not possible/)
    .first()
    .waitFor();
  await state.getByRole('radio', { name: 'Maintenance' }).check();
  await save.click();
  await form.waitFor({ state: 'hidden' });
  await service.row.waitFor({ state: 'detached' });
  await follow(page, '/service?f.serviceStatus=maintenance');
  await service.row.waitFor();

  await workIn(page, { mode: 'company' });
  const reports = (): Promise<{ total: number }> => callApi(page, 'GET', '/api/v1/companies/c-huaxin/reports?limit=1');
  const { total } = await reports();
  await page.goto('/reportFormPage?tab=ReportConfig');
  const config = await first(page, 'Report configurations');
  await act(page, config.row, 'Make the report now');
  await confirm(page, 'Make the report now');
  await expect.poll(async () => (await reports()).total).toBe(total + 1);
  await follow(page, '/reportFormPage');
  await page.getByText(`Total: ${total + 1}`).waitFor();
});
