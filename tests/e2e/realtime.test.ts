import { expect, test } from 'vitest';

import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();

test('the realtime monitor goes on every second by the socket, asks nothing again, and goes on after the connection was lost', async () => {
  const { page, problems } = await enter();
  const context = page.context();
  await signIn(page, 'company@demo.example');
  await page.goto('/realtimeMonitor');
  const table = page.locator('.panel-table tbody').first();
  await table.locator('tr').nth(3).waitFor();
  let asked = 0;
  page.on('request', (request) => (asked += request.url().includes('/audit/realtime') ? 1 : 0));
  const seen = new Set<string>();
  await expect.poll(async () => seen.add(await table.innerText()).size, { timeout: 15_000, interval: 300 }).toBeGreaterThan(3);
  expect(asked).toBe(0);
  await context.setOffline(true);
  await page.waitForTimeout(500);
  await context.setOffline(false);
  const after = new Set<string>();
  await expect.poll(async () => after.add(await table.innerText()).size, { timeout: 20_000, interval: 300 }).toBeGreaterThan(2);
  // what was asked in the moment without a network did not come, and is told when its time has come
  problems.splice(0, problems.length, ...problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED')));
});
