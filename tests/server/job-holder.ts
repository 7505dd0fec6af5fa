import { mkdtempSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { boot } from '#server/boot.ts';

/** A process that takes a job, says so, and never ends it. Killed by its parent. */
const { services } = await boot({
  dataDir: mkdtempSync(join(tmpdir(), 'wan-console-holder-')),
  databaseUrl: process.argv[2],
  secretsKey: process.env['SECRETS_KEY'],
  seed: 'examples',
  captcha: false,
  passwordCost: 1024,
});
services.jobs.on('test.hold', [], () => {
  writeSync(1, 'holding\n');
  return new Promise(() => setInterval(() => {}, 1000));
});
await services.jobs.at(Date.now(), 'test.hold', { of: 'the killed' });
await services.jobs.runDue();
