import { expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { callApi } from '#tests/support/api.ts';
import { SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { secondsPass, standing } from '#tests/support/standing.ts';
import { workIn } from '#tests/support/work-place.ts';

/** After how many seconds the server looks at a policy again. */
const LOOK = 10;

let server: TestServer;
const { enter } = standing(async () => (server = await testServer()));

test('an operator sees the rings of a running upgrade go on, pauses it and lets it go on', async () => {
  const { page } = await enter(SUPER);
  await workIn(page, { mode: 'global' });
  type Policies = { results: { id: string; windowStart?: string }[] };
  const { results } = await callApi<Policies>(page, 'GET', '/api/v1/upgradePolicies?state=draft&limit=100');
  // one that waits for no hour of the night
  const policy = results.find(({ windowStart }) => windowStart === undefined);
  await page.goto(`/policyMananger?f.state=draft&view=${policy?.id}`);
  const detail = page.getByRole('dialog').first();
  await detail.getByRole('button', { name: 'Start', exact: true }).click();
  const start = page.getByRole('dialog', { name: 'Start' });
  await start.getByText('its site is away for that time').waitFor();
  await start.getByRole('button', { name: 'Start', exact: true }).click();
  const first = detail.getByRole('table', { name: 'Progress by ring' }).getByRole('row').nth(1);
  await first.waitFor();
  const atWork = async (): Promise<number> => Number(await first.getByRole('cell').nth(2).innerText());
  expect(await atWork()).toBe(0);
  // nobody touches the page: the next look of the server changes what it shows
  await secondsPass(server, LOOK);
  await expect.poll(atWork).toBeGreaterThan(0);

  await detail.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  const ask = page.getByRole('dialog', { name: 'Pause' });
  await ask.getByText('What is being upgraded ends; nothing more begins.').waitFor();
  await ask.getByRole('button', { name: 'Pause', exact: true }).click();
  await detail.getByText('Paused', { exact: true }).waitFor();
  await detail.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Go on' }).click();
  await page.getByRole('dialog', { name: 'Go on' }).getByRole('button', { name: 'Go on', exact: true }).click();
  await detail.getByText('Paused', { exact: true }).waitFor({ state: 'hidden' });
  await secondsPass(server, LOOK);
  await expect.poll(atWork).toBeGreaterThan(0);
});

test('devices of an upgrade say what they wait for; several are held and let go at once', async () => {
  const { page } = await enter(SUPER);
  await workIn(page, { mode: 'global' });
  type Rows = { results: { id: string; waitsFor?: string }[] };
  const { results } = await callApi<Rows>(page, 'GET', '/api/v1/deviceUpgrades?state=pending&paused=false&limit=2');
  await page.goto('/deviceUpgrade?f.state=pending');
  const rowOf = (id = ''): Locator => page.getByRole('row').filter({ has: page.locator(`a[href*="view=${id}"]`) });
  await rowOf(results[0]?.id)
    .getByText(/^(Device|Turn)$/)
    .waitFor();
  for (const { id } of results) await rowOf(id).getByRole('checkbox').check();
  const toolbar = page.getByRole('toolbar');
  await toolbar.getByRole('button', { name: 'Hold' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hold' });
  await dialog.getByText('It does not begin until it is let go.').waitFor();
  await dialog.getByRole('button', { name: /^Hold \(\d+\)$/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await toolbar.getByRole('button', { name: 'Let go' }).click();
  const letGo = page.getByRole('dialog', { name: 'Let go' });
  await letGo.getByRole('button', { name: /^Let go \(\d+\)$/ }).click();
  await letGo.waitFor({ state: 'hidden' });
});
