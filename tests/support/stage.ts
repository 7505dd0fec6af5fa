import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { type Visitor, type VisitorOptions, visitorsOf } from './page.ts';
import { startServer, type RunningServer } from './server.ts';

export type Stage = { url: () => string; server: () => RunningServer; enter: (options?: Omit<VisitorOptions, 'url'>) => Promise<Visitor> };

/** One server and one browser for a file of tests. After each test every visitor must have met a clean console, and leaves. */
export function stage(env: Record<string, string> = {}, prepare?: (dataDir: string) => Promise<void>): Stage {
  let server: RunningServer;
  let browser: Browser;
  let arrive: ReturnType<typeof visitorsOf>;
  const visitors: Visitor[] = [];
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(env, prepare), launchBrowser()]);
    arrive = visitorsOf(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  afterEach(async () => {
    const gone = visitors.splice(0);
    await Promise.all(gone.map((visitor) => visitor.close()));
    expect(gone.flatMap(({ problems }) => problems)).toEqual([]);
  });
  return {
    url: () => server.url,
    server: () => server,
    enter: async (options = {}) => {
      const visitor = await arrive({ url: server.url, ...options });
      visitors.push(visitor);
      return visitor;
    },
  };
}
