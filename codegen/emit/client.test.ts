import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { childrenOf } from '#tests/support/dev-place.ts';
import { clientInput, makeClient } from './client.ts';

/** One that has ended and that nobody has asked how is there too, without its command. */
const helpers = (): number[] =>
  childrenOf(process.pid)
    .map(({ pid }) => pid)
    .filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('esbuild'));

test('the client of a contract is made, and no process of its tool is left behind', async () => {
  const before = helpers();
  const operation = { operationId: 'readJournal', 'x-platform': 'history', responses: { 200: { description: 'It' } } };
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/journal': { get: operation } } };
  const files = await makeClient(JSON.stringify(clientInput(document)));
  expect(Object.values(files).join('\n')).toContain('readJournal');
  expect(helpers().filter((pid) => !before.includes(pid))).toEqual([]);
});
