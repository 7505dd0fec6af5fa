import { keyTimes, longestTask } from '#bench/forms/measure.ts';
import { median, percentile, progress, spreadOf, type Area } from '#bench/figure.ts';
import { callApi } from '#tests/support/api.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { visit } from '#tests/support/page.ts';
import { startServer } from '#tests/support/server.ts';
import { signIn } from '#tests/support/session.ts';

const [WANS, LANS] = [8, 16];
const TEXT = 'thequickbrownfoxjumpsoverthelazydogandrunsawayagain';
const SETTLE_MS = 1500;
/** Once is an accident of what else the machine does. */
const COMMITS = 5;

/** The largest site there is, in its form as it is served: with its picture, its steps, and every rule over its ports. */
export const measureSiteForm: Area = async (report) => {
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    const { page, close } = await visit(browser, { url: server.url });
    await signIn(page, 'company@demo.example');
    const { siteId } = await callApi<{ siteId: string }>(page, 'POST', '/api/v1/companies/c-huaxin/sites', largestSite());
    await page.goto(`/site/${siteId}?step=networkConfig`);
    // every port is open, as far as a page of them is ever open
    const folded = page.locator('.wf-fold[aria-expanded="false"]');
    await folded.first().waitFor();
    while ((await folded.count()) > 0) await folded.first().click();
    await page.waitForTimeout(SETTLE_MS);
    progress(`  site: ${await page.locator('.st-body input').count()} inputs in the step`);
    const name = page.locator(`[data-pointer="/lan/${LANS / 2}/name"] input`);
    await name.click();
    const keys = await keyTimes(page, TEXT);
    report('site.key.p95', percentile(keys, 0.95), { spread: spreadOf(keys) });
    const commit = async (): Promise<void> => {
      await page.keyboard.type('x');
      await page.keyboard.press('Tab');
      await page.waitForTimeout(SETTLE_MS);
    };
    const tasks: number[] = [];
    for (let run = 0; run < COMMITS; run++) {
      await name.click();
      tasks.push(await longestTask(page, commit));
    }
    report('site.task', median(tasks), { spread: spreadOf(tasks) });
    await close();
  } finally {
    await browser.close();
    await server.stop();
  }
};

function largestSite(): Record<string, unknown> {
  return {
    name: 'Bench_largest',
    deployMode: 'gateway',
    wan: Array.from({ length: WANS }, (_, index) => ({
      logicName: `WAN${index + 1}`,
      ipmode: 'static',
      ip: `192.0.${index}.2`,
      mask: 24,
      gateway: `192.0.${index}.1`,
      metric: index + 1,
    })),
    lan: Array.from({ length: LANS }, (_, index) => ({
      name: `LAN${index + 1}`,
      lanIp: `10.244.${index}.1`,
      mask: 24,
      ipmode: index === 0 ? 'FIA' : 'DIA',
      dhcp: { mode: 'server', poolStart: `10.244.${index}.10`, poolEnd: `10.244.${index}.200` },
    })),
  };
}
