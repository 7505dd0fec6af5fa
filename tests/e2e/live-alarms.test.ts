import { afterAll, expect, test } from 'vitest';
import { callApi } from '#tests/support/api.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { startMetricsStore } from '#tests/support/victoria-metrics.ts';

const store = await startMetricsStore();
const { enter } = stage({ TELEMETRY_URL: store.url });
afterAll(() => store.stop());

const SITE = 's-huaxin-002';
const MINUTE = 60_000;

test('what passes its threshold in the server appears on bell, page and dashboard without a reload, in both languages', async () => {
  const [english, chinese] = [await enter(), await enter({ language: 'zh' })];
  for (const { page } of [english, chinese]) await signIn(page, 'company@demo.example');
  const alerts = (query: string) =>
    callApi<{ total: number; result: { alertId: string }[] }>(
      english.page,
      'GET',
      `/api/v1/mgr/alerts?companyId=c-huaxin&limit=1000&${query}`,
    );
  await english.page.goto(`/alarm?f.status=firing&f.neId=${SITE}`);
  await chinese.page.goto('/dashboard');
  await chinese.page.getByRole('heading', { level: 1 }).waitFor();
  const name = { en: 'Latency', zh: '线路时延过高' };
  const row = english.page.getByRole('table', { name: 'Alert' }).getByRole('row').filter({ hasText: name.en });
  const cause = chinese.page.getByRole('row').filter({ hasText: name.zh });
  expect([await row.count(), await cause.count()]).toEqual([0, 0]);

  const now = Date.now();
  const lines: string[] = [];
  for (let at = now - 4 * MINUTE; at <= now + 5 * MINUTE; at += 15_000)
    lines.push(`wan_link_latency_seconds{site="${SITE}",interface="WAN1"} 0.3 ${at}`);
  await store.feed(lines);

  const patient = { timeout: 150_000 };
  await row.first().waitFor(patient);
  await cause.first().waitFor(patient);
  const due = (await alerts('status=firing&attention=due')).total;
  const shown = due > 99 ? '99+' : String(due);
  for (const { page } of [english, chinese])
    await expect.poll(() => page.locator('.bell .badge').innerText(), { timeout: 15_000 }).toBe(shown);

  // it opens beside the values that it came from
  await row.first().getByRole('link', { name: name.en }).click();
  const drawer = english.page.getByRole('dialog');
  await drawer.getByRole('heading', { name: 'Measured around it' }).first().waitFor();
  await drawer.locator('canvas').first().waitFor();
  await drawer.getByText(/^Latency \d\d-\d\d \d\d:\d\d – /).waitFor();
}, 240_000);

test('a page that lost its connection shows no stale badge once it is back', async () => {
  const { page, context, problems } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto('/alarm?f.status=firing&f.attention=due');
  const badge = page.locator('.bell .badge');
  await badge.waitFor();
  const before = Number(await badge.innerText());
  const other = await enter();
  await signIn(other.page, 'company@demo.example');
  await context.setOffline(true);
  await badge.waitFor({ state: 'hidden' });
  const { result } = await callApi<{ result: { alertId: string; code: string }[] }>(
    other.page,
    'GET',
    '/api/v1/mgr/alerts?companyId=c-huaxin&status=firing&attention=due&limit=1000',
  );
  const [one] = result.filter(({ code }) => code !== 'device.offline' && code !== 'link.down');
  await callApi(other.page, 'POST', `/api/v1/mgr/alerts/${one?.alertId ?? ''}/resolve`);
  await context.setOffline(false);
  await expect.poll(async () => ((await badge.count()) === 0 ? 0 : Number(await badge.innerText())), { timeout: 60_000 }).toBe(before - 1);
  await page
    .getByRole('row')
    .filter({ has: page.locator(`a[href*="view=${one?.alertId ?? ''}"]`) })
    .waitFor({ state: 'hidden' });
  problems.length = 0;
}, 120_000);
