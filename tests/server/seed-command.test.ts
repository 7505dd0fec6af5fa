import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'wan-console-seed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm run seed`: what it ends with and says. */
function seed(...options: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/simulator/seed-command.ts', ...options], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: undefined, NODE_OPTIONS: undefined },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('a demo network of as many sites as are asked for is made in an empty folder, and not over another one', () => {
  expect(seed('--sites', '90')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^90 sites in .*data \([\d.]+ s\)\n$/) });
  expect(seed('--sites', '90')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/data holds data already \(90 sites\)\. Empty it, or name another one\.\n$/),
  });
});
