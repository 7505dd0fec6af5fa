import { execFileSync, spawn } from 'node:child_process';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const script = `
  const { startCluster } = await import('#tests/support/postgres.ts');
  const cluster = await startCluster();
  cluster.freeze();
  console.log(cluster.url);
  setInterval(() => {}, 1000);
`;

/** Processes whose command line names a port, by what `ps` says of them. */
function processesOf(port: string): string[] {
  const all = execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => line.includes('postgres') && line.includes(`-p ${port}`));
}

test('a cluster that stands still goes with whoever is killed while it does', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((done, fail) => {
    child.stdout.on('data', (chunk: Buffer) => done(new URL(chunk.toString().trim()).port));
    child.once('exit', (code) => fail(new Error(`ended with ${code}`)));
  });
  expect(processesOf(port).map((line) => line.trim().charAt(0))).toEqual(['T']);
  child.kill('SIGKILL');
  await expect.poll(() => processesOf(port), { timeout: 30_000, interval: 500 }).toEqual([]);
});
