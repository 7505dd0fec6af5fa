import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { watchAlarms } from '#server/features/alarm/index.ts';
import { placesOf } from '#server/features/site/index.ts';
import { inParts } from '#server/telemetry/beside.ts';
import { type Client, COMPANY, companyOf, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';

// What goes over everything a company has lets others go first in between. No test here takes the time: by a clock that
// strides every look at it says that the slice is over, and what is counted is how often others had their turn.

let server: TestServer;
let client: Client;
let companyId: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  companyId = await companyOf(client);
});
afterAll(() => server.remove());
afterEach(() => vi.restoreAllMocks());

/** It never goes back: what it said stays said. */
let strides = performance.now();

/** How often others had their turn while something was done. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  vi.spyOn(performance, 'now').mockImplementation(() => (strides += 1000));
  let [turns, isDone] = [0, false];
  const turn = (): void => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  return turns;
}

const placesHere = () => placesOf(server.services, server.services.system, companyId);

describe('others have their turn', () => {
  test('while the places of a company are read', async () => {
    const places = await placesHere();
    expect(places.length).toBeGreaterThan(50);
    expect(await turnsOf(placesHere)).toBeGreaterThan(places.length);
  });

  test('while measured values are compared with every threshold', async () => {
    await watchAlarms(server.services);
    await server.services.jobs.runDue();
    server.clock.advance(30_000);
    const places = await placesHere();
    // beside reading the places and writing the alarms
    const { telemetry } = server.services;
    const asked = vi.spyOn(telemetry, 'series');
    const turns = await turnsOf(() => server.services.jobs.runDue());
    expect(asked).toHaveBeenCalled();
    expect(turns).toBeGreaterThan(2 * places.length + 10);
  });

  test.each(['circuitQuality', 'networkBandwidth', 'dashboard'])('while %s of every site is answered', async (page) => {
    const places = await placesHere();
    const path = `/api/v1/companies/${companyId}/monitor/${page}?points=12`;
    const links = places.reduce((sum, { links: own }) => sum + own.length, 0);
    const turns = await turnsOf(async () => expect((await client.get(path)).status).toBe(200));
    // the places once, and once more what was measured at each of them
    expect(turns).toBeGreaterThan(2 * places.length + links);
  });
});

test('a long page is read beside the server even where an index has it in order', async () => {
  const { store, system } = server.services;
  const spec = store.spec('LanUser');
  const slow = vi.spyOn(store.engine, 'slow');
  const list = (limit: number) => system.list(spec, { among: [{ path: 'companyId', in: [companyId] }], skip: 0, limit });
  const { total } = await list(10);
  if (total <= 5000)
    await system.write(async (tx) => {
      const [site] = resultsOf(await client.get(`/api/v1/companies/${companyId}/sites`));
      for (let index = 0; index <= 5000; index++)
        await tx.insert(spec, { id: `long-${index}`, companyId, siteId: String(site?.['siteId']), mac: '00:00:00:00:00:01', tx: 0, rx: 0 });
    });
  await list(1000);
  expect(slow).not.toHaveBeenCalled();
  const { rows } = await list(20_000);
  expect(rows.length).toBeGreaterThan(5000);
  expect(slow).toHaveBeenCalled();
});

test('of very many places some are asked at a time, in order', async () => {
  const [place] = await placesHere();
  if (!place) throw new Error('no place');
  const places = Array.from({ length: 1234 }, (_, index) => ({ ...place, siteId: `s-${index}` }));
  const sizes: number[] = [];
  const answer = await inParts(
    (asked) => {
      sizes.push(asked.places.length);
      return Promise.resolve(asked.places.map(({ siteId }) => siteId));
    },
    { places },
  );
  expect(sizes).toEqual([500, 500, 234]);
  expect(answer).toEqual(places.map(({ siteId }) => siteId));
});
