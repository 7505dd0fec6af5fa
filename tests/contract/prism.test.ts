import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { freePort, waitFor } from '#tests/support/server.ts';
import { actAsBrowser, contractSuite, actWith } from '#tests/contract/suite.ts';

const root = resolve(import.meta.dirname, '../..');

describe('every operation against Prism, which knows nothing but the contract', () => {
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
  contractSuite();
});
