import type { Browser } from 'playwright-core';
import { heapOf, pageClock, scriptsBetween, seenAt, watchFor, withoutCache } from '#bench/browser.ts';
import { median, progress, spreadOf, type Area } from '#bench/figure.ts';
import { paceOfScripts } from '#bench/pace.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { logIn, visit } from '#tests/support/page.ts';
import { startServer } from '#tests/support/server.ts';

const RUNS = 5;
const SETTLE_MS = 700;
/** What comes when the page is at rest, with a form or without one. */
const NO_FORM = /\/(live|palette|alarm-sound|alert-severity|tones)-/;
const ROW = 'table tbody tr[role="row"]:not(.rt-message) td';

/** First load of the log-in page, of a list page by its address, and what its form adds; nothing cached, CPU as it is. */
export const measurePages: Area = async (report) => {
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    const pace = await paceOfScripts();
    const logins = await runs(() => openLogin(browser, server.url));
    report('login.js', median(logins.map(({ js }) => js)));
    report('login.usable', median(logins.map(({ ms }) => ms)), { spread: spreadOf(logins.map(({ ms }) => ms)), pace });

    const lists = await runs(() => openList(browser, server.url));
    report('list.js', median(lists.map(({ js }) => js)));
    report('list.rows', median(lists.map(({ ms }) => ms)), { spread: spreadOf(lists.map(({ ms }) => ms)), pace });
    report('list.heap', median(lists.map(({ heap }) => heap)), { spread: spreadOf(lists.map(({ heap }) => heap)) });
    report('form.js', median(lists.map(({ formJs }) => formJs)));
  } finally {
    await browser.close();
    await server.stop();
  }
};

async function openLogin(browser: Browser, url: string): Promise<{ js: number; ms: number }> {
  const { page, close } = await visit(browser, { url });
  await watchFor(page, 'input[autocomplete="current-password"]:enabled');
  await page.goto('/login');
  const ms = await seenAt(page);
  const { kilobytes, count } = await scriptsBetween(page, 0, ms);
  progress(`  login: ${ms.toFixed(0)} ms, ${kilobytes.toFixed(0)} kB in ${count} scripts`);
  await close();
  return { js: kilobytes, ms };
}

async function openList(browser: Browser, url: string): Promise<{ js: number; ms: number; heap: number; formJs: number }> {
  const { page, close } = await visit(browser, { url });
  await logIn(page);
  await withoutCache(page);
  await watchFor(page, ROW);
  await page.goto('/tag');
  const ms = await seenAt(page);
  const { kilobytes, count } = await scriptsBetween(page, 0, ms);
  await page.waitForTimeout(SETTLE_MS);
  const heap = await heapOf(page);
  await page.getByRole('button', { name: /^(?:New|Create)/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).last().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  // what is fetched ahead once the rows stand counts for the form
  const form = await scriptsBetween(page, ms, await pageClock(page), NO_FORM);
  progress(
    `  list: ${ms.toFixed(0)} ms, ${kilobytes.toFixed(0)} kB in ${count} scripts, ${heap.toFixed(1)} MB; form: ${form.kilobytes.toFixed(0)} kB more`,
  );
  await close();
  return { js: kilobytes, ms, heap, formJs: form.kilobytes };
}

async function runs<T>(work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let run = 0; run < RUNS; run++) results.push(await work());
  return results;
}
