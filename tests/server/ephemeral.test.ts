import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Ephemeral } from '#server/store/platform/ephemeral.ts';
import { testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
let kept: Ephemeral;
beforeAll(async () => {
  server = await testServer({ seed: 'examples' });
  kept = server.services.store.ephemeral;
});
afterAll(() => server.remove());

test('a value is there until its time is over', async () => {
  await kept.put('code', 'a', { code: '123456', tries: 0 }, 1000);
  expect(await kept.get('code', 'a')).toEqual({ code: '123456', tries: 0 });
  expect(await kept.get('picture', 'a')).toBeUndefined();
  await kept.put('code', 'a', { code: '654321', tries: 1 }, 2000);
  server.clock.advance(1500);
  expect(await kept.get('code', 'a')).toEqual({ code: '654321', tries: 1 });
  server.clock.advance(500);
  expect(await kept.get('code', 'a')).toBeUndefined();
  expect(await kept.take('code', 'a')).toBeUndefined();
});

test('of ten who take it one gets it', async () => {
  await kept.put('picture', 'p', 'ABCD', 1000);
  const taken = await Promise.all(Array.from({ length: 10 }, () => kept.take('picture', 'p')));
  expect(taken.filter((value) => value !== undefined)).toEqual(['ABCD']);
});

test('what is over is swept away, what is not stays', async () => {
  await kept.put('sweep', 'old', 1, 1000);
  await kept.put('sweep', 'new', 2, 10_000_000);
  server.clock.advance(2000);
  await kept.sweep();
  const rows = await server.services.store.engine.read.selectFrom('ephemeral').select('key').where('kind', '=', 'sweep').execute();
  expect(rows).toEqual([{ key: 'new' }]);
});
