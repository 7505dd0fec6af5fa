import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { TestServer } from '#tests/server/harness.ts';
import { portOf } from '#tests/support/answers.ts';
import { sharedBrowser } from '#tests/support/browser.ts';
import { type Visitor, type VisitorOptions, visit } from '#tests/support/page.ts';
import { holdSession } from '#tests/support/session.ts';
import { visitorsOfTests } from '#tests/support/stage.ts';

type Standing = {
  /** Somebody who is logged in, at an empty page. */
  enter: (username: string, options?: Omit<VisitorOptions, 'url'>) => Promise<Visitor>;
};

/** A server whose time stands until a test moves it, so that nothing comes and goes by itself, and a browser before it. */
export function standing(begin: () => Promise<TestServer>): Standing {
  let server: TestServer;
  let browser: Browser;
  const visitors = visitorsOfTests();
  beforeAll(async () => {
    server = await begin();
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await server?.remove();
  });
  return {
    enter: async (username, options = {}) => {
      const visitor = await visit(browser, { url: `http://localhost:${portOf(server.app.server)}`, ...options });
      visitors.push(visitor);
      await holdSession(visitor.page, username, await server.services.sessions.create(username));
      return visitor;
    },
  };
}
