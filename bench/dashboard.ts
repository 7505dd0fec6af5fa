import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { seenAt, watchFor, withoutCache } from '#bench/browser.ts';
import { type Area, median, progress, spreadOf } from '#bench/figure.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { visit } from '#tests/support/page.ts';
import { startServer } from '#tests/support/server.ts';
import { signIn } from '#tests/support/session.ts';
import { preparedWorld } from '#bench/world.ts';

const SITES = 10_000;
const RUNS = 5;
/** A machine that is busy takes its time, and says so in the figure. */
const PATIENCE_MS = 120_000;
/** The figures and what is wrong stand there. */
const USABLE = '.dashboard-panels .panel';

/** From the navigation to the dashboard until it can be read, of the company with the most of 10,000 sites; nothing cached. */
export const measureDashboard: Area = async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-dashboard-'));
  cpSync(preparedWorld('sites', { sites: SITES }), folder, { recursive: true });
  const server = await startServer({ DATA_DIR: folder });
  const browser = await launchBrowser();
  try {
    const times: number[] = [];
    for (let run = 0; run <= RUNS; run++) {
      const { page, close } = await visit(browser, { url: server.url });
      page.setDefaultTimeout(PATIENCE_MS);
      await signIn(page, 'company@demo.example');
      await withoutCache(page);
      await watchFor(page, USABLE);
      await page.goto('/dashboard');
      const ms = await seenAt(page);
      progress(`  dashboard: ${ms.toFixed(0)} ms, ${await page.locator('.tile').nth(1).locator('b').first().innerText()} sites`);
      // the first warms the server up
      if (run > 0) times.push(ms);
      // what this visitor asked for is no load that the next one brings along
      await page.waitForLoadState('networkidle');
      await close();
    }
    report('dashboard.usable', median(times), { spread: spreadOf(times) });
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
