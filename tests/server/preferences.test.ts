import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Client, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await testServer({ seed: 'examples' });
  client = await server.as(SUPER);
});
afterAll(() => server.remove());

test('preferences of an account have room for so many, and to take one away makes room', async () => {
  const put = (key: string, value: unknown): ReturnType<typeof client.put> => client.put(`/api/v1/preferences/${key}`, { value });
  const large = 'x'.repeat(60_000);
  const answers = [];
  for (let index = 0; index < 20; index++) answers.push((await put(`large.${index}`, large)).status);
  expect(answers).toEqual([...Array.from({ length: 17 }, () => 200), 413, 413, 413]);
  expect((await put('large.0', `${large}y`)).status).toBe(200);
  for (let index = 0; index < 17; index++) expect((await put(`large.${index}`, null)).status).toBe(200);
  let kept = 0;
  while (kept < 600 && (await put(`small.${kept}`, 1)).status === 200) kept++;
  expect(kept).toBeGreaterThan(490);
  expect(kept).toBeLessThanOrEqual(500);
  const full = await client.put('/api/v1/preferences/one.more', { value: 1 }, { query: { locale: 'en' } });
  expect(full.body).toMatchObject({ code: 'preferences-full', detail: expect.stringContaining('500 settings') });
  expect((await put('small.1', 2)).status).toBe(200);
  for (let index = 0; index < kept; index++) await put(`small.${index}`, null);
  expect((await put('one.more', null)).status).toBe(200);
});
