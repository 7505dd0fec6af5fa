import { afterAll, beforeAll, expect, test } from 'vitest';
import { asObject, isText } from '#domain/json.ts';
import { handlersOf } from '#server/features/handlers.ts';
import type { Served } from '#server/kernel/contract.ts';
import type { Handler, Read } from '#server/kernel/handler.ts';
import { runCall } from '#server/kernel/pipeline.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import {
  CHANNEL,
  COMPANY,
  companyOf,
  DELEGATE,
  GLOBAL,
  REGIONAL,
  SUPER,
  testServer,
  type TestServer,
  VIEWER,
} from '#tests/server/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.remove());

const QUERIES = [{}, { limit: '1000' }, { limit: '3', skip: '1' }, { access: 'true', limit: '2' }, { keyword: 'a' }];
const ROWS = 3;
/** Rows of every list, as who sees all of them has them: of each some that others do not reach. */
const anybodys = new Map<string, string[]>();

type AtOnce = Read & { now: NonNullable<Read['now']> };
const isAtOnce = (handler: Handler | undefined): handler is AtOnce => handler?.kind === 'read' && handler.now !== undefined;

/** Every stored list and item, as every kind of account, and the same call where all is waited for. */
test.each([SUPER, GLOBAL, CHANNEL, COMPANY, VIEWER, REGIONAL, DELEGATE])(
  'what is answered at once is what is answered when all is waited for: %s',
  async (username) => {
    const { services } = server;
    const { token } = await services.sessions.create(username);
    const company = await companyOf(await server.as(SUPER), 1);
    const handlers = handlersOf(services);
    const seen = { atOnce: 0, waited: 0 };
    const ask = async (served: Served, handler: Handler, path: Record<string, string>, query: Record<string, unknown>) => {
      const request = {
        path,
        query,
        body: undefined,
        headers: { authorization: `Bearer ${token}` },
        requestId: 'r',
        ip: '127.0.0.1',
        secure: false,
      };
      try {
        // a place for what is made of it on the way out is no part of what is said
        return { ...(await runCall(services, served, handler, request)), kept: undefined };
      } catch (error) {
        if (error instanceof ProblemError) return error.problem;
        throw error;
      }
    };
    const both = async (served: Served, path: Record<string, string>, query: Record<string, unknown>) => {
      const handler = handlers.get(served.operation.id);
      if (!isAtOnce(handler)) return undefined;
      const counted: AtOnce = {
        ...handler,
        now: (call) => {
          const answer = handler.now(call);
          seen[answer ? 'atOnce' : 'waited']++;
          return answer;
        },
      };
      const { now: _, ...waiting } = handler;
      const at = `${username} ${served.operation.id} ${JSON.stringify([path, query])}`;
      const waited = await ask(served, waiting, path, query);
      expect([at, await ask(served, counted, path, query)]).toEqual([at, waited]);
      // what was counted once is the same the next time
      expect([at, await ask(served, counted, path, query)]).toEqual([at, waited]);
      return waited;
    };
    for (const served of services.contract.operations.values()) {
      const { operation } = served;
      if (operation.kind !== 'list' || !operation.pathParams.every(({ name }) => name === 'companyId')) continue;
      const path = { companyId: company };
      const ids: string[] = [];
      for (const query of QUERIES) {
        const answer = await both(served, path, query);
        const page = answer && 'text' in answer && isText(answer.text) ? asObject(JSON.parse(answer.text)) : {};
        for (const row of Object.values(page).find(Array.isArray) ?? []) {
          const id = asObject(row)[served.resource?.id ?? ''];
          if (isText(id)) ids.push(id);
        }
      }
      if (username === SUPER) anybodys.set(operation.id, [...new Set(ids)].slice(-ROWS));
      for (const one of services.contract.operations.values())
        if (one.operation.kind === 'get' && one.resource === served.resource)
          for (const id of [...new Set(ids)].slice(0, ROWS).concat(anybodys.get(operation.id) ?? [], 'nobody-has-this')) {
            const last = one.operation.pathParams.at(-1)?.name ?? '';
            await both(one, { ...path, [last]: id }, {});
          }
    }
    if (username === SUPER) expect(seen.atOnce).toBeGreaterThan(300);
    expect(seen.waited).toBeGreaterThan(100);
  },
);
