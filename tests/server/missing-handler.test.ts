import { afterAll, beforeAll, expect, test } from 'vitest';

import { handlersOf } from '#server/features/handlers.ts';
import type { Served } from '#server/kernel/contract.ts';
import { StartError } from '#server/store/start-error.ts';
import { there } from '#tests/support/answers.ts';
import { testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ seed: 'empty' });
});
afterAll(() => server.remove());

/** What stops a start whose contract has one operation more. */
function stopped(served: Served): unknown {
  const { contract, store } = server.services;
  const operations = new Map([...contract.operations, [served.operation.id, served]]);
  try {
    handlersOf({ contract: { ...contract, operations }, store });
  } catch (error) {
    return error;
  }
  return undefined;
}

// what is a StartError leaves by its sentence alone, without a stack (`server/start.ts`)
test('an operation that nothing answers stops the start with one sentence, which says what to do', () => {
  const { operations } = server.services.contract;
  const known = there(operations.get('getCaptcha'));
  const error = stopped({ ...known, operation: { ...known.operation, id: 'getWeather' } });
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toMatch(/^Error: No handler for getWeather \(GET \/[^)]+\)\. Write one in [^\n]+$/);
});

test('so does a filter of a stored list that nothing knows', () => {
  const known = there(server.services.contract.operations.get('listTags'));
  const [first] = known.query.values();
  const error = stopped({ ...known, query: new Map([...known.query, ['weather', there(first)]]) });
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toMatch(/^Error: listTags: nothing answers its query parameters weather\. [^\n]+$/);
});
