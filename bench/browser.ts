import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** Notes when an element that matches first stands on the page, in the page's own clock, and what ran long. */
export async function watchFor(page: Page, selector: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const look = (): void => {
      if (document.querySelector(wanted)) document.documentElement.dataset['benchSeen'] = String(performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, selector);
}

const SEEN_WITHIN_MS = 60_000;
const LOOK_MS = 50;

/**
 * Milliseconds from the start of the navigation to the element of `watchFor`. Asked without a locator: what the driver brings into a
 * page for one, 330 kB of text and its code, would count as the page's own memory.
 */
export async function seenAt(page: Page): Promise<number> {
  for (const until = performance.now() + SEEN_WITHIN_MS; performance.now() < until; await page.waitForTimeout(LOOK_MS)) {
    const seen = await page.evaluate(() => document.documentElement.dataset['benchSeen']);
    if (seen !== undefined) return Number(seen);
  }
  throw new Error('What the page was watched for was not seen');
}

/** Scripts that the page asked for within a span of its clock, with their sizes as gzip sends them. `except`: of no interest. */
export async function scriptsBetween(page: Page, from: number, to: number, except?: RegExp): Promise<{ kilobytes: number; count: number }> {
  const urls = await page.evaluate(
    ([start, end]) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry.startTime >= start && entry.startTime <= end && new URL(entry.name).pathname.endsWith('.js'))
        .map((entry) => entry.name),
    [from, to] as const,
  );
  const sizes = await Promise.all(
    [...new Set(urls)]
      .filter((url) => !except?.test(url))
      .map(async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length),
  );
  return { kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000, count: sizes.length };
}

export function pageClock(page: Page): Promise<number> {
  return page.evaluate(() => performance.now());
}

/** What scripts hold after a collection, in MB. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1e6;
}

export async function withoutCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
}
