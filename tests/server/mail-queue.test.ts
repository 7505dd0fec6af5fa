import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Message, Outbox } from '#server/kernel/outbox.ts';
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

test('is forgotten after a while', async () => {
  server.clock.advance(25 * 60 * 60 * 1000);
  await server.services.mailQueue.sweep();
  expect(await stored()).toEqual([]);
});
