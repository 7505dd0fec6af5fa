import type { Page } from 'playwright-core';

/** Notes what keeps the main thread for more than 50 ms from now on; gives the longest, in milliseconds. */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
    Object.assign(window, { longTasks: tasks });
  });
  return () =>
    page.evaluate(async () => {
      const { longTasks } = window as unknown as { longTasks: number[] };
      const own = longTasks.length;
      // a task of known length at the end: once it is noted, everything before it is
      setTimeout(() => {
        for (const end = performance.now() + 120; performance.now() < end;);
      }, 0);
      while (longTasks.length === own) await new Promise((done) => setTimeout(done, 50));
      return Math.max(0, ...longTasks.slice(0, -1));
    });
}
