import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createJobs, type Jobs } from '#server/kernel/jobs.ts';
import { testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
/** As two processes have them: nothing in common but the database and the time. */
let here: Jobs;
let there: Jobs;
let ran: string[];

beforeAll(async () => {
  server = await testServer({ seed: 'examples' });
});
beforeEach(() => {
  ran = [];
  const { store } = server.services;
  const begin = (name: string): Jobs => {
    const jobs = createJobs(store, server.clock);
    jobs.on('test', ['name'], async (payload) => {
      ran.push(`${name} ${payload.name}`);
      await Promise.resolve();
    });
    return jobs;
  };
  [here, there] = [begin('here'), begin('there')];
});
afterAll(() => server.remove());

const left = async () =>
  (
    await server.services.store.engine.read.selectFrom('jobs').select(['id', 'tries']).where('id', 'like', 't %').orderBy('id').execute()
  ).map(({ id, tries }) => `${id} ${tries}`);

test('what is due runs once, whichever process looks first', async () => {
  const now = server.clock.now();
  for (let index = 0; index < 20; index++) await here.at(now, 'test', { name: String(index) }, { id: `t ${index}` });
  await here.at(now + 1000, 'test', { name: 'later' }, { id: 't later' });
  const counts = await Promise.all([here.runDue(), there.runDue()]);
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(20);
  expect(new Set(ran.map((each) => each.split(' ')[1])).size).toBe(20);
  expect(ran).toHaveLength(20);
  expect(await left()).toEqual(['t later 0']);
  await here.cancel('t later');
});

test('what fails is told and done again, later each time', async () => {
  const told: string[] = [];
  let fail = true;
  here.on('test.shaky', [], () => {
    ran.push('tried');
    return fail ? Promise.reject(new Error('on purpose')) : Promise.resolve();
  });
  here.start((error, kind) => told.push(`${kind}: ${String(error)}`));
  await here.at(server.clock.now(), 'test.shaky', {}, { id: 't shaky' });
  await here.runDue();
  await here.runDue();
  expect(ran).toEqual(['tried']);
  expect(told).toEqual(['test.shaky: Error: on purpose']);
  expect(await left()).toEqual(['t shaky 1']);
  server.clock.advance(1000);
  await here.runDue();
  server.clock.advance(1000);
  await here.runDue();
  expect(ran).toEqual(['tried', 'tried']);
  fail = false;
  server.clock.advance(1000);
  await here.runDue();
  expect(ran).toEqual(['tried', 'tried', 'tried']);
  expect(await left()).toEqual([]);
  await here.stop();
});

test('a job that takes long stays with its process; one whose process is gone is taken over', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  here.on('test', ['name'], () => held);
  await here.at(server.clock.now(), 'test', { name: 'long' }, { id: 't long' });
  const running = here.runDue();
  await expect.poll(left).toEqual(['t long 1']);
  for (let minutes = 0; minutes < 3; minutes++) {
    for (let third = 0; third < 3; third++) {
      server.clock.advance(20_000);
      await expect.poll(leaseLeft).toBeGreaterThan(40_000);
    }
    expect(await there.runDue()).toBe(0);
  }
  release();
  await running;
  expect(await left()).toEqual([]);
  // leased by somebody who is not there any more
  const lease = {
    id: 't orphan',
    due: server.clock.now(),
    kind: 'test',
    payload: '{"name":"orphan"}',
    lease_until: server.clock.now() + 60_000,
    tries: 1,
  };
  await server.services.store.engine.write((tx) => tx.insertInto('jobs').values(lease).execute());
  expect(await there.runDue()).toBe(0);
  server.clock.advance(60_000);
  expect(await there.runDue()).toBe(1);
  expect(ran).toEqual(['there orphan']);
});

test('a job that is to be kept is not set anew', async () => {
  await here.at(server.clock.now() + 5000, 'test', { name: 'first' }, { id: 't kept' });
  await there.at(server.clock.now(), 'test', { name: 'second' }, { id: 't kept', keep: true });
  expect(await there.runDue()).toBe(0);
  server.clock.advance(5000);
  await there.runDue();
  expect(ran).toEqual(['there first']);
});

async function leaseLeft(): Promise<number> {
  const row = await server.services.store.engine.read
    .selectFrom('jobs')
    .select('lease_until')
    .where('id', '=', 't long')
    .executeTakeFirst();
  return (row?.lease_until ?? 0) - server.clock.now();
}
