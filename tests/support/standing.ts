import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { TestServer } from '#tests/server/harness.ts';
import { sharedBrowser } from '#tests/support/browser.ts';
import { nextVisit, type Visitor, type VisitorOptions } from '#tests/support/page.ts';
import { nextPort } from '#tests/support/server.ts';
import { holdSession } from '#tests/support/session.ts';
import { visitorsOfTests } from '#tests/support/stage.ts';

type Standing = {
  /** Somebody who is logged in, at an empty page. */
  enter: (username: string, options?: Omit<VisitorOptions, 'url'>) => Promise<Visitor>;
};

/**
 * A server whose time stands until a test moves it, so that nothing comes and goes by itself, and a browser before it that
 * knows its scripts from the file before.
 */
export function standing(begin: () => Promise<TestServer>): Standing {
  let server: TestServer;
  let browser: Browser;
  let address: Awaited<ReturnType<typeof nextPort>>;
  const visitors = visitorsOfTests();
  beforeAll(async () => {
    server = await begin();
    address = await nextPort();
    await server.app.listen({ port: address.port, host: '127.0.0.1' });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await server?.remove();
    address?.leave();
  });
  return {
    enter: async (username, options = {}) => {
      const visitor = await nextVisit(browser, { url: `http://localhost:${address.port}`, ...options });
      visitors.push(visitor);
      await holdSession(visitor.page, username, await server.services.sessions.create(username));
      return visitor;
    },
  };
}

/** Seconds go by on such a server, and what is due is done, one after the other. */
export async function secondsPass({ clock, services }: TestServer, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    clock.advance(1000);
    await services.jobs.runDue();
  }
}
