import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, expect, test } from 'vitest';

import { times } from '#tests/support/effort.ts';

const KILLS = times(4, 50);
const root = resolve(import.meta.dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'wan-console-kill-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A writer that tells each name only after the server's promise of it, until it is killed. */
function writer(run: number): Promise<string[]> {
  const child = spawn(process.execPath, ['tests/server/kill-writer.ts', directory, String(run)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((done, fail) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      // the first word comes when it writes: what is killed is always in the middle of writing
      if (text === '') setTimeout(() => child.kill('SIGKILL'), 30 + ((run * 37) % 200));
      text += chunk.toString();
    });
    child.once('exit', (code, signal) =>
      signal === 'SIGKILL' ? done(text.split('\n').slice(0, -1)) : fail(new Error(`ended with ${code}`)),
    );
  });
}

test('kills during writes lose nothing that was acknowledged', { timeout: 600_000 }, async () => {
  const acknowledged: string[] = [];
  for (let run = 0; run < KILLS; run++) acknowledged.push(...(await writer(run)));
  const database = new DatabaseSync(join(directory, 'console.db'));
  const stored = new Set(
    database
      .prepare('select c_name as name from r_tag')
      .all()
      .map((row) => String(row['name'])),
  );
  const revised = new Set(
    database
      .prepare("select label from revisions where resource = 'Tag'")
      .all()
      .map((row) => String(row['label'])),
  );
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
  expect(acknowledged.length).toBeGreaterThan(KILLS * 5);
  expect(acknowledged.filter((name) => !stored.has(name) || !revised.has(name))).toEqual([]);
});
