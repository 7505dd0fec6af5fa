import type { Page } from 'playwright-core';

import { longestTask } from '#bench/forms/measure.ts';
import { type Area, median, progress, spreadOf } from '#bench/figure.ts';
import { paceOfScripts } from '#bench/pace.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { addFlood } from '#tests/support/flood.ts';
import { visit } from '#tests/support/page.ts';
import { startServer } from '#tests/support/server.ts';
import { signIn } from '#tests/support/session.ts';

const PEER = 'hand-written page of a plain table';
const RUNS = 3;
const SETTLE_MS = 1500;
const PATIENCE_MS = 120_000;
const OWN = '/alarm?f.status=firing&f.attention=due&size=1000';
const BY_HAND = '/by-hand/';
const ROW = 'main .rt-scroll tbody tr';

/**
 * For how long a page does not hear who works on it while the next thousand of ten thousand alarms come in and are gone through to
 * the last of them. Beside it a page by hand on the same server, which asks the same and draws a row for each.
 */
export const measureAlarms: Area = async (report) => {
  const server = await startServer({}, (dataDir) => addFlood(dataDir, 'c-huaxin'));
  const browser = await launchBrowser();
  const found: Record<'own' | 'peer', number[]> = { own: [], peer: [] };
  try {
    const pace = await paceOfScripts();
    for (let run = 0; run < RUNS; run++) {
      for (const who of ['own', 'peer'] as const) {
        const { page, close } = await visit(browser, { url: server.url });
        page.setDefaultTimeout(PATIENCE_MS);
        await signIn(page, 'company@demo.example');
        await page.route(`**${BY_HAND}`, (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
        await page.goto(who === 'own' ? OWN : BY_HAND);
        await page.locator(ROW).nth(10).waitFor();
        await page.waitForTimeout(SETTLE_MS);
        found[who].push(await longestTask(page, () => goThroughNext(page)));
        progress(`  ${who}: ${found[who].at(-1)?.toFixed(0)} ms`);
        await close();
      }
    }
    report('alarms.task', median(found.own), { spread: spreadOf(found.own), pace, live: { peer: PEER, value: median(found.peer) } });
  } finally {
    await browser.close();
    await server.stop();
  }
};

async function goThroughNext(page: Page): Promise<void> {
  const first = await page.evaluate((rows) => document.querySelector(rows)?.textContent, ROW);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.waitForFunction(([rows, before]) => (document.querySelector(rows)?.textContent ?? before) !== before, [
    ROW,
    first ?? '',
  ] as const);
  await page.evaluate(() => {
    const frame = document.querySelector('main .rt-scroll');
    frame?.scrollTo(0, frame.scrollHeight);
  });
  await page.waitForTimeout(SETTLE_MS);
}

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Alarms</title>
<style>.rt-scroll { height: 600px; overflow: auto }</style>
<body><button>Next page</button><main><div class="rt-scroll"><table><tbody></tbody></table></div></main><script type="module">
const { token } = JSON.parse(sessionStorage.getItem('wan.session'));
const columns = ['severity', 'name', 'code', 'neId', 'deviceId', 'status', 'attention', 'raisedAt', 'resolvedAt', 'acknowledged'];
let skip = 0;
async function show() {
  const query = 'companyId=c-huaxin&status=firing&attention=due&limit=1000&skip=' + skip;
  const answer = await fetch('/api/v1/mgr/alerts?' + query, { headers: { authorization: 'Bearer ' + token } });
  const { result } = await answer.json();
  const body = document.createElement('tbody');
  for (const row of result) {
    const line = body.insertRow();
    for (const column of columns) line.insertCell().textContent = row[column] ?? '';
    line.insertCell().append(Object.assign(document.createElement('button'), { textContent: 'More' }));
  }
  document.querySelector('tbody').replaceWith(body);
}
document.querySelector('button').onclick = () => { skip += 1000; void show(); };
void show();
</script></body></html>`;
