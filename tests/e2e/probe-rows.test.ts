import { expect, test } from 'vitest';

import { systemClock } from '#server/store/clock.ts';
import { beforeStart } from '#tests/support/lasting-alarms.ts';
import { addProbeReports } from '#tests/support/probe-reports.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { watchTasks } from '#tests/support/watch-tasks.ts';

const patient = { timeout: 60_000 };
const ROWS = 100_000;
/** So many rows are read and taken in at once; nothing of it keeps somebody waiting for longer (milliseconds, on a busy machine). */
const LONGEST = 2000;
/** Only the rows that are seen are drawn. */
const MOST_ELEMENTS = 6000;
/** A week has them all. */
const WEEK = 'f.option=6';

const { enter } = stage({}, (dataDir) =>
  beforeStart(dataDir, systemClock, async (services) => void (await addProbeReports(services, 'c-huaxin', ROWS))),
);

test('a hundred thousand reports of probes are one list: the first and the last are there at once, and the page answers', async () => {
  const { page } = await enter();
  await signIn(page, 'company@demo.example');
  await page.goto(`/sla?tab=SlaReport&${WEEK}`);
  const table = page.getByRole('table', { name: 'SLA report' });
  await table.getByRole('row').nth(2).waitFor(patient);
  const longest = await watchTasks(page);
  await page.getByRole('combobox', { name: 'Per page' }).selectOption(String(ROWS));
  // the table says how many it has, whatever is drawn of it
  await expect.poll(async () => Number(await table.getAttribute('aria-rowcount')), { timeout: 60_000 }).toBeGreaterThan(ROWS);
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(MOST_ELEMENTS);
  const last = table.locator(`[aria-rowindex="${ROWS + 1}"]`);
  expect(await last.count()).toBe(0);
  await table.evaluate((element) => {
    const scroller = element.closest('.rt-scroll');
    scroller?.scrollTo({ top: scroller.scrollHeight });
  });
  await last.waitFor(patient);
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(MOST_ELEMENTS);
  expect(await longest()).toBeLessThan(LONGEST);
});
