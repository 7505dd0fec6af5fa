import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { freePort, waitFor } from '#tests/support/server.ts';
import { covering } from '#tests/support/effort.ts';
import { kindsIn } from '#tests/contract/kinds.ts';
import { actAsBrowser, actWith, contractSuite, operations } from '#tests/contract/suite.ts';

const root = resolve(import.meta.dirname, '../..');

/** As few operations as bring every kind of call, value and answer; by night all. Our own server answers all of them by day. */
describe('every kind of operation against Prism, which knows nothing but the contract', () => {
  let prism: ChildProcess;
  beforeAll(async () => {
    const port = await freePort();
    let output = '';
    prism = spawn(
      process.execPath,
      ['node_modules/@stoplight/prism-cli/dist/index.js', 'mock', 'generated/openapi.json', '-p', String(port), '--errors'],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    prism.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    prism.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    actAsBrowser(`http://127.0.0.1:${port}`);
    actWith('tok-prism');
    await waitFor(`http://127.0.0.1:${port}/healthz`, prism, () => output);
  });
  afterAll(() => void prism.kill());
  contractSuite([...covering(operations, kindsIn)]);
});
