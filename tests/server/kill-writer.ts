import { writeSync } from 'node:fs';

import { boot } from '#server/boot.ts';

/** Creates tags as fast as it can, and says each name once its create was answered with 201. Ended by its parent. */
const [directory = '', run = ''] = process.argv.slice(2);
const { app, services } = await boot({ dataDir: directory, seed: 'examples', captcha: false, passwordCost: 1024 });
const { token } = await services.sessions.create('super@demo.example');

let next = 0;
await Promise.all(Array.from({ length: 8 }, () => writeOn()));

async function writeOn(): Promise<void> {
  for (;;) {
    const name = `kill ${run} ${next++}`;
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/companies/c-acme/tags',
      headers: { authorization: `Bearer ${token}` },
      payload: { name, type: 'site' },
    });
    if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`);
    writeSync(1, `${name}\n`);
  }
}
