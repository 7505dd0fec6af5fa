import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { sharedBrowser } from './browser.ts';
import { nextVisit, type Visitor, type VisitorOptions } from './page.ts';
import { nextServer, type RunningServer } from './server.ts';

export type Stage = { url: () => string; server: () => RunningServer; enter: (options?: Omit<VisitorOptions, 'url'>) => Promise<Visitor> };

/**
 * One server for a file of tests, at the address of that of the file before it: the browser of them all knows its scripts.
 * After each test every visitor must have met a clean console, and leaves.
 */
export function stage(env: Record<string, string> = {}, prepare?: (dataDir: string) => Promise<void>): Stage {
  let server: RunningServer;
  let browser: Browser;
  const visitors = visitorsOfTests();
  beforeAll(async () => {
    [server, browser] = await Promise.all([nextServer(env, prepare), sharedBrowser()]);
  });
  afterAll(async () => {
    await server?.stop();
  });
  return {
    url: () => server.url,
    server: () => server,
    enter: async (options = {}) => {
      const visitor = await nextVisit(browser, { url: server.url, ...options });
      visitors.push(visitor);
      return visitor;
    },
  };
}

/** Whoever comes in a test: after it each must have met a clean console, and leaves. */
export function visitorsOfTests(): Visitor[] {
  const visitors: Visitor[] = [];
  afterEach(async ({ task }) => {
    const gone = visitors.splice(0);
    if (task.result?.state === 'fail') for (const { page } of gone) console.log(await lastShown(page));
    await Promise.all(gone.map((visitor) => visitor.close()));
    expect(gone.flatMap(({ problems }) => problems)).toEqual([]);
  });
  return visitors;
}

/** What stood there when a test failed: it may not fail a second time. */
async function lastShown(page: Page): Promise<string> {
  const text = await page.locator('body').innerText({ timeout: 2000 }).catch(String);
  return `${page.url()}\n${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 4000)}`;
}
