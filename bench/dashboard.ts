import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

import { seenAt, watchFor, withoutCache } from '#bench/browser.ts';
import { type Area, median, progress, spreadOf } from '#bench/figure.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { visit } from '#tests/support/page.ts';
import { startServer } from '#tests/support/server.ts';
import { signIn } from '#tests/support/session.ts';
import { largeNetwork } from '#bench/world.ts';

const PEER = 'hand-written page of plain ECharts';
const RUNS = 5;
/** A machine that is busy takes its time, and says so in the figure. */
const PATIENCE_MS = 120_000;
/** The figures and what is wrong stand there. */
const USABLE = '.dashboard-panels .panel';

/**
 * From the navigation to the dashboard until it can be read, of the company with the most of 10,000 sites; nothing cached. Beside it
 * a page by hand on the same server, which asks the same two questions and draws their answers, whoever may see what.
 */
export const measureDashboard: Area = async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-dashboard-'));
  cpSync(largeNetwork(), folder, { recursive: true });
  const server = await startServer({ DATA_DIR: folder });
  const browser = await launchBrowser();
  const found: Record<'own' | 'peer', number[]> = { own: [], peer: [] };
  try {
    for (let run = 0; run <= RUNS; run++) {
      for (const who of ['own', 'peer'] as const) {
        const { page, close } = await visit(browser, { url: server.url });
        page.setDefaultTimeout(PATIENCE_MS);
        await signIn(page, 'company@demo.example');
        await withoutCache(page);
        await watchFor(page, USABLE);
        if (who === 'peer') await byHand(page);
        await page.goto(who === 'own' ? '/dashboard' : BY_HAND);
        const ms = await seenAt(page);
        const [sites] = (await page.locator('.tile').nth(1).innerText()).match(/\d+/) ?? [];
        progress(`  ${who}: ${ms.toFixed(0)} ms, ${sites} sites`);
        // the first warms the server up
        if (run > 0) found[who].push(ms);
        // what this visitor asked for is no load that the next one brings along
        await page.waitForLoadState('networkidle');
        await close();
      }
    }
    report('dashboard.usable', median(found.own), { spread: spreadOf(found.own), live: { peer: PEER, value: median(found.peer) } });
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const BY_HAND = '/by-hand/';
const echarts = readFileSync(createRequire(import.meta.url).resolve('echarts/dist/echarts.min.js'));

/** A page that somebody would write for this alone: whose company it is stands in it, its log-in and its words are one language's. */
async function byHand(page: Page): Promise<void> {
  await page.route(`**${BY_HAND}*`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: echarts })
      : route.fulfill({ contentType: 'text/html', body: PAGE }),
  );
}

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Dashboard</title>
<script src="${BY_HAND}echarts.js" defer></script>
<body><div class="tiles"></div><div class="dashboard-panels"></div><script type="module">
const { token } = JSON.parse(sessionStorage.getItem('wan.session'));
const ask = async (path) => (await fetch(path + '?locale=en', { headers: { authorization: 'Bearer ' + token } })).json();
const make = (tag, text = '') => Object.assign(document.createElement(tag), { textContent: text });
const panels = document.querySelector('.dashboard-panels');
const panel = (title, ...parts) => {
  const own = make('section');
  own.className = 'panel';
  own.append(make('h2', title), ...parts);
  panels.append(own);
};
const table = (rows) => {
  const own = make('table');
  for (const row of rows) {
    const line = own.insertRow();
    for (const value of Object.values(row)) if (typeof value !== 'object') line.insertCell().textContent = value;
  }
  return own;
};
const company = '/api/v1/companies/c-huaxin/monitor';
const measured = ask(company + '/dashboard');
const state = await ask(company + '/state');
for (const [title, counts] of ['alerts', 'sites', 'devices'].map((name) => [name, state[name]])) {
  const tile = make('section');
  tile.className = 'tile';
  tile.append(make('h2', title));
  for (const [name, count] of Object.entries(counts)) tile.append(make('p', count + ' ' + name));
  document.querySelector('.tiles').append(tile);
}
panel('Alarms by cause', table(state.causes));
const { series, worst, topSites, topApplications } = await measured;
panel('Worst', table(worst));
const place = make('div');
place.style.height = '240px';
panel('Traffic', place);
echarts.init(place).setOption({
  xAxis: { type: 'category' },
  yAxis: {},
  legend: {},
  tooltip: { trigger: 'axis' },
  series: series.map(({ name, values }) => ({ name, type: 'line', data: values })),
});
panel('Sites', table(topSites));
panel('Applications', table(topApplications));
</script></body></html>`;
