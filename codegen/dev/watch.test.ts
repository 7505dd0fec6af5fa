import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchFolders } from './watch.ts';

let root = '';
let seen = 0;
let stop = (): void => {};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watch-'));
  for (const folder of ['schemas/entities', 'openapi/ui-model', 'locales/zh', 'other']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'schemas/entities/tag.yaml'), '0');
  seen = 0;
  stop = watchFolders(root, ['openapi', 'schemas', 'locales'], () => seen++, ['openapi/ui-model']);
});
afterEach(() => {
  stop();
  rmSync(root, { recursive: true, force: true });
});

/** What is done is seen, once, within the time in which a person sees nothing yet. */
async function expectSeen(work: () => void): Promise<void> {
  const before = seen;
  work();
  await expect.poll(() => seen, { timeout: 3000, interval: 5 }).toBeGreaterThan(before);
  await new Promise((done) => setTimeout(done, 60));
}

async function expectUnseen(work: () => void): Promise<void> {
  const before = seen;
  work();
  await new Promise((done) => setTimeout(done, 150));
  expect(seen).toBe(before);
}

/** As most editors save: beside the file, then over it. */
function replace(file: string, text: string): void {
  writeFileSync(join(root, `${file}~`), text);
  renameSync(join(root, `${file}~`), join(root, file));
}

test('a file that is renamed over the old one is seen each time, as one that is written in place is', async () => {
  const file = 'schemas/entities/tag.yaml';
  for (const text of ['1', '2', '3']) await expectSeen(() => replace(file, text));
  for (const text of ['4', '5']) await expectSeen(() => writeFileSync(join(root, file), text));
});

test('a checkout that takes folders away and brings others is seen, and so is what is saved there afterwards', async () => {
  await expectSeen(() => {
    rmSync(join(root, 'schemas'), { recursive: true });
    mkdirSync(join(root, 'schemas/entities'), { recursive: true });
    writeFileSync(join(root, 'schemas/entities/tag.yaml'), '6');
  });
  await expectSeen(() => replace('schemas/entities/tag.yaml', '7'));
  await expectSeen(() => mkdirSync(join(root, 'schemas/values')));
  await expectSeen(() => writeFileSync(join(root, 'schemas/values/id.yaml'), '8'));
  await expectSeen(() => rmSync(join(root, 'schemas/values'), { recursive: true }));
});

test('what we write ourselves, and what is no part of it, is not seen', async () => {
  await expectUnseen(() => writeFileSync(join(root, 'openapi/ui-model/tag.json'), '{}'));
  await expectUnseen(() => writeFileSync(join(root, 'other/file'), '1'));
  await expectUnseen(() => writeFileSync(join(root, 'file'), '1'));
});
