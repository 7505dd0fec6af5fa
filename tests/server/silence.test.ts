import { objects, there } from '#tests/support/answers.ts';
import { asObject } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, COMPANY, companyOf, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';

type Row = Record<string, unknown>;

let server: TestServer;
let client: Client;
let at: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  at = `/api/v1/companies/${await companyOf(client)}`;
});
afterAll(() => server.remove());

/** Rows of which nothing came back, and what they say of the time that it took. */
const times = (rows: readonly Row[], loss: string): unknown[] =>
  rows
    .filter((row) => row[loss] === 100)
    .flatMap(({ latency, latencyMin, latencyMax, jitter }) => [latency, latencyMin, latencyMax, jitter]);

describe('where nothing answered there is no time, not one of 0 ms', () => {
  test.each(['DialingResult', 'SlaReport', 'DialingTask', 'SlaTask'])('%s of the demo', async (name) => {
    const spec = there(server.services.store.specNamed(name));
    const { rows } = await server.services.system.list(spec, { skip: 0, limit: 100_000 });
    const found = times(
      rows.map((row) => asObject(JSON.parse(row.text))),
      'lossRate',
    );
    if (name === 'DialingResult' || name === 'SlaReport') expect(found.length).toBeGreaterThan(0);
    expect(found.filter((value) => value !== undefined)).toEqual([]);
  });

  test('circuits that were silent', async () => {
    const { body } = await client.get(`${at}/monitor/quality`, { query: { limit: '1000' } });
    const found = times(objects(body['results']), 'loss');
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((value) => value !== undefined)).toEqual([]);
  });

  test('and none is the fastest for it', async () => {
    const ranked = resultsOf(await client.get(`${at}/monitor/ranking`, { query: { metric: 'latency', n: '100' } }));
    expect(ranked.length).toBeGreaterThan(0);
    expect(ranked.filter((row) => row['value'] === 0)).toEqual([]);
  });
});
