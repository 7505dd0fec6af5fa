import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Message, Outbox } from '#server/kernel/outbox.ts';
import { migrate } from '#server/store/migrate.ts';
import { testServer, type TestServer } from '#tests/server/harness.ts';

const mail = (text: string): Message => ({ channel: 'mail', to: 'operator@demo.example', text });
let server: TestServer;
let taken: string[];
let refuses = false;

beforeAll(async () => {
  taken = [];
  const outbox: Outbox = {
    ready: true,
    send({ text }, id) {
      taken.push(`${text} ${id === undefined ? 'without' : 'with'} id${refuses ? ', refused' : ''}`);
      return refuses ? Promise.reject(new Error('try later')) : Promise.resolve();
    },
  };
  server = await testServer({ seed: 'examples', outbox });
});
afterAll(() => server.remove());

const stored = () => server.services.store.engine.read.selectFrom('outbox').select(['sent_at', 'message']).execute();

test('goes out with the transaction that told it, and once', async () => {
  const { mailQueue, store, jobs } = server.services;
  await store.engine.write((tx) => mailQueue.put(mail('kept'), tx));
  const undone = store.engine.write(async (tx) => {
    await mailQueue.put(mail('undone'), tx);
    throw new Error('on purpose');
  });
  await expect(undone).rejects.toThrow('on purpose');
  expect(taken).toEqual([]);
  await jobs.runDue();
  await jobs.runDue();
  expect(taken).toEqual(['kept with id']);
  expect(await stored()).toEqual([{ sent_at: server.clock.now(), message: '{}' }]);
});

test('what is refused is offered again with growing pauses', async () => {
  const { mailQueue, jobs } = server.services;
  taken.length = 0;
  refuses = true;
  await mailQueue.put(mail('shy'));
  await jobs.runDue();
  await jobs.runDue();
  expect(taken).toEqual(['shy with id, refused']);
  refuses = false;
  server.clock.advance(2000);
  await jobs.runDue();
  expect(taken).toEqual(['shy with id, refused', 'shy with id']);
});

test('what was queued under the name that the job had before goes out too', async () => {
  const { mailQueue, jobs, store } = server.services;
  taken.length = 0;
  await mailQueue.put(mail('of before'));
  await store.engine.write(async (tx) => {
    const renamed = sql`update jobs set kind = 'post.deliver', id = replace(id, 'mail.deliver ', 'post.deliver ') where kind = 'mail.deliver'`;
    await renamed.execute(tx);
    await migrate(tx, store.specs, store.engine.dialect);
  });
  await jobs.runDue();
  expect(taken).toEqual(['of before with id']);
});

test('is forgotten after a while', async () => {
  server.clock.advance(25 * 60 * 60 * 1000);
  await server.services.mailQueue.sweep();
  expect(await stored()).toEqual([]);
});
