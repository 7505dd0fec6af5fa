import { expect, test } from 'vitest';

import { formatValue } from '#charts/format.ts';
import { askApi, callApi } from '#tests/support/api.ts';
import { COMPANY, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { secondsPass, standing } from '#tests/support/standing.ts';

/** Longer than any of these tests takes a device (seconds). */
const LONGEST = 20;

let server: TestServer;
const { enter } = standing(async () => (server = await testServer()));

test('the way to a service is walked live, says where it breaks, and stands beside the same way before', async () => {
  const boss = await enter(SUPER);
  const rule = (table: string, body: Record<string, unknown>): Promise<{ id: string }> =>
    callApi(boss.page, 'POST', `/api/v1/companies/c-huaxin/${table}`, { siteIds: [], ...body });
  // no rules but these, which let everything pass
  for (const table of ['advancedFirewallRules', 'aclRules']) {
    const url = `/api/v1/companies/c-huaxin/${table}`;
    const { results } = await callApi<{ results: { ruleId?: string; id?: string }[] }>(boss.page, 'GET', `${url}?limit=1000`);
    for (const { ruleId, id = '' } of results) expect((await askApi(boss.page, 'DELETE', `${url}/${ruleId ?? id}`)).status).toBe(204);
    await rule(table, { name: 'Pass all', strategy: 'ACCEPT', priority: 10 });
  }
  const { page } = await enter(COMPANY);
  await page.goto('/netDiagnosePage');
  const service = page.getByRole('textbox', { name: 'Service (address or host name)' });
  const verdict = page.getByRole('main').getByRole('status');
  const start = async (target: string): Promise<void> => {
    await service.fill(target);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { name: `${target}:443` }).waitFor();
  };
  await start('nobody.invalid');
  // nothing is read again but by what the server tells: what it has come to so far, and what it came to
  await secondsPass(server, 3);
  await page.locator('.walk-way li').first().waitFor();
  expect(await page.getByText('Broken at “Name service”').count()).toBe(0);
  await secondsPass(server, LONGEST);
  await page.getByText('Broken at “Name service”').waitFor();
  expect(await page.locator('.walk-way li').last().getAttribute('data-state')).toBe('broken');
  await start('erp.example.net');
  await secondsPass(server, LONGEST);
  await verdict.filter({ hasText: /in order|lost on the way/ }).waitFor();
  const first = await page.locator('.walk-way li').count();
  await start('erp.example.net');
  await secondsPass(server, LONGEST);
  await page
    .locator('.walk-way li')
    .nth(first - 1)
    .waitFor();
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 1 });
  await expect.poll(() => page.getByText('Then:').count()).toBe(first);
  const rows = page.getByRole('region', { name: 'Last diagnoses' }).last().locator('tbody tr');
  await rows.filter({ hasText: 'nobody.invalid' }).getByRole('button').click();
  await page.getByText('Broken at “Name service”').waitFor();
  const { results } = await callApi<{ results: { target: string; brokenAt?: string }[] }>(
    page,
    'GET',
    '/api/v1/companies/c-huaxin/diagnosisTasks?kind=walk&limit=3&sort=-createdAt',
  );
  expect(results.map(({ target, brokenAt }) => [target, brokenAt])).toEqual([
    ['erp.example.net', undefined],
    ['erp.example.net', undefined],
    ['nobody.invalid', 'name'],
  ]);
  // the port that the form offers, and the ends of what it takes, are those of the contract
  const port = page.getByRole('spinbutton', { name: 'Port' });
  expect([await port.inputValue(), await port.getAttribute('min'), await port.getAttribute('max')]).toEqual(['443', '1', '65535']);
  const stop = await rule('aclRules', { name: 'Stop HTTPS', priority: 1, strategy: 'REJECT', protocol: 6, dstPorts: '443' });
  await start('erp.example.net');
  await secondsPass(server, LONGEST);
  await page.getByText('Broken at “Firewall and ACL rules”').waitFor();
  await page.locator('.walk-way').getByRole('link', { name: 'Stop HTTPS' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe(stop.id);
});

test('two runs of a ping stand beside each other: the drawer of the one has the other, with the difference', async () => {
  const { page } = await enter(COMPANY);
  const at = '/api/v1/companies/c-huaxin';
  const { results } = await callApi<{ results: { siteId: string }[] }>(page, 'GET', `${at}/sites?state=ONLINE&limit=1`);
  type Run = { id: string; state: string; latency: number };
  const run = async (): Promise<Run> => {
    const body = { siteId: results[0]?.siteId, kind: 'ping', target: 'twice.example.com' };
    const { id } = await callApi<Run>(page, 'POST', `${at}/diagnosisTasks`, body);
    await secondsPass(server, LONGEST);
    const done = await callApi<Run>(page, 'GET', `${at}/diagnosisTasks/${id}`);
    expect(done.state).toBe('success');
    return done;
  };
  const [first, second] = [await run(), await run()];
  for (const [shown, other] of [
    [second, first],
    [first, second],
  ] as const) {
    await page.goto(`/netDiagnoseTool?view=${shown.id}`);
    const beside = page.getByRole('dialog').getByRole('region', { name: 'The same test at other times' });
    const cells = beside.getByRole('row').nth(1).getByRole('cell');
    await cells.first().waitFor({ timeout: 30_000 });
    const said = await cells.allTextContents();
    const change = Math.round((other.latency - shown.latency) * 10) / 10;
    expect(said).toContain(formatValue(other.latency, 'ms'));
    expect(said).toContain(formatValue(change, 'ms'));
  }
});

test('a site without a device says so when it is chosen', async () => {
  const { page } = await enter(COMPANY);
  const { results } = await callApi<{ results: { name: string; sn?: string }[] }>(
    page,
    'GET',
    '/api/v1/companies/c-huaxin/sites?limit=1000',
  );
  const name = results.find(({ sn }) => sn === undefined || sn === '')?.name ?? '';
  await page.goto('/netDiagnosePage');
  await page.getByRole('combobox', { name: 'Site' }).click();
  await page.keyboard.type(name);
  await page.getByRole('option', { name }).first().click();
  await page.getByRole('textbox', { name: 'Service (address or host name)' }).fill('erp.example.net');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'The site has no device SN; diagnosis and query are not possible.' }).waitFor();
});
