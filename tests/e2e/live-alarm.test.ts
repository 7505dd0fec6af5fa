import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { there } from '#tests/support/answers.ts';
import { callApi } from '#tests/support/api.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();
/** The server compares every half minute. */
const patient = { timeout: 120_000 };
const OPERATOR = 'company@demo.example';
const CODE = 'system.memory';
const RULE = `/api/v1/alarmConfigurations/ac-${CODE.replace('.', '-')}`;
type Config = { descEn: string; threshold: number; groupId: string; level: string };
type Alerts = { result: { alertId: string; neId: string; attention: string }[] };
type Graph = { nodes: { id: string; name: string; alarms: number }[] };

const firing = async (page: Page): Promise<Alerts['result']> =>
  (await callApi<Alerts>(page, 'GET', `/api/v1/mgr/alerts?companyId=c-huaxin&status=firing&attention=due&code=${CODE}`)).result;
const siteNamed = async (page: Page, id: string): Promise<Graph['nodes'][number]> =>
  there((await callApi<Graph>(page, 'GET', '/api/v1/companies/c-huaxin/topologyGraph')).nodes.find((node) => node.id === id));

test('an alarm that fires in the server stands on bell, alarm page, topology and dashboard without a reload, and goes from all when it clears', async () => {
  const [{ page: admin }, { page: alarms, context }] = [await enter(), await enter()];
  await signIn(admin);
  const [dashboard, topology] = [await context.newPage(), await context.newPage()];
  for (const page of [alarms, dashboard, topology]) await signIn(page, OPERATOR);
  const config = await callApi<Config>(admin, 'GET', RULE);
  const known = new Set((await firing(alarms)).map(({ neId }) => neId));

  await alarms.goto(`/alarm?f.status=firing&f.attention=due&f.code=${CODE}`);
  await dashboard.goto('/dashboard');
  await topology.goto('/topology');
  await topology.locator('canvas[data-painted]').waitFor(patient);
  const causes = dashboard.getByRole('region', { name: 'Alarms by cause' });
  await causes.waitFor(patient);
  const bell = alarms.getByRole('banner').getByRole('link', { name: /^Alarms: / });
  await expect.poll(() => bell.getAttribute('aria-label'), patient).toMatch(/\d\+? firing$/);
  const badge = async (): Promise<number> => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);
  const before = await badge();

  // a memory that is used at all is too much for a while
  await callApi(admin, 'PUT', RULE, { groupId: config.groupId, level: config.level, threshold: 1, duration: 0, clear: 1, clearAfter: 0 });
  const fresh = async (): Promise<Alerts['result']> => (await firing(alarms)).filter(({ neId }) => !known.has(neId));
  await expect.poll(async () => (await fresh()).length, patient).toBeGreaterThan(0);
  const { alertId, neId } = there((await fresh())[0]);
  const row = alarms.locator('tbody tr').filter({ has: alarms.locator(`a[href*="${alertId}"]`) });
  await row.first().waitFor(patient);
  const cause = causes.getByRole('link', { name: config.descEn, exact: true });
  await cause.waitFor(patient);
  await expect.poll(badge, patient).toBeGreaterThan(before);
  const { name } = await siteNamed(alarms, neId);
  await topology.getByRole('searchbox', { name: 'Find a site or POP' }).fill(name);
  const node = topology
    .getByRole('region', { name: 'Nodes', exact: true })
    .getByRole('row')
    .filter({ has: topology.getByRole('button', { name, exact: true }) });
  const alarmsShown = async (): Promise<number> => Number(await node.getByRole('cell').nth(2).textContent());
  await expect.poll(async () => (await alarmsShown()) - (await siteNamed(alarms, neId)).alarms, patient).toBe(0);
  const open = await alarmsShown();
  expect(open).toBeGreaterThan(0);

  await callApi(admin, 'PUT', RULE, {
    groupId: config.groupId,
    level: config.level,
    threshold: config.threshold,
    duration: 0,
    clearAfter: 0,
  });
  await expect.poll(async () => (await firing(alarms)).some((each) => each.alertId === alertId), patient).toBe(false);
  await row.first().waitFor({ state: 'hidden', ...patient });
  if (known.size === 0) await cause.waitFor({ state: 'hidden', ...patient });
  await expect.poll(alarmsShown, patient).toBeLessThan(open);
  await expect.poll(badge, patient).toBeLessThan(before + 5);
});
