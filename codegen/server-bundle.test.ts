import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { bundleServer } from '#codegen/server-bundle.ts';

const own = resolve(import.meta.dirname, '..');
const root = realpathSync(mkdtempSync(join(tmpdir(), 'wan-console-bundle-')));
const server = join(root, 'server');
const folder = join(root, 'node_modules/.cache/wan-console/server');

beforeAll(() => {
  mkdirSync(server);
  mkdirSync(join(root, 'node_modules/.cache/wan-console'), { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', imports: { '#server/*': './server/*' } }));
  copyFileSync(join(own, 'server/main.mjs'), join(server, 'main.mjs'));
  writeFileSync(join(server, 'word.ts'), 'export const word: string = "one";');
  writeFileSync(join(server, 'first.ts'), 'export function ask(): string { return "first"; }');
  writeFileSync(join(server, 'second.ts'), 'export function ask(): string { return "second"; }');
  writeFileSync(join(server, 'beside.txt'), 'beside');
  writeFileSync(
    join(server, 'start.ts'),
    `import { readFileSync } from 'node:fs';
     import { join } from 'node:path';
     import { word } from '#server/word.ts';
     import { ask } from '#server/first.ts';
     import { ask as askAgain } from '#server/second.ts';
     const text = readFileSync(join(import.meta.dirname, 'beside.txt'), 'utf8');
     const same = readFileSync(new URL('beside.txt', import.meta.url), 'utf8') === text;
     const { later } = await import('#server/later.ts');
     const named = ask.name === 'ask' && askAgain.name === 'ask' && ask() !== askAgain();
     console.log([word, text, same && named, later, String(new Error().stack).includes('.cache') ? 'bundle' : 'sources'].join(' '));`,
  );
  writeFileSync(join(server, 'later.ts'), 'export const later: string = "later";');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const said = () => execFileSync(process.execPath, ['server/main.mjs'], { cwd: root, encoding: 'utf8' }).trim();

test('the server starts from its bundle as long as that is made of what the sources are', async () => {
  expect(said()).toBe('one beside true later sources');
  await bundleServer(root, folder);
  expect(said()).toBe('one beside true later bundle');
  writeFileSync(join(server, 'word.ts'), 'export const word: string = "two";');
  expect(said()).toBe('two beside true later sources');
  await bundleServer(root, folder);
  expect(said()).toBe('two beside true later bundle');
  rmSync(join(server, 'later.ts'));
  expect(said).toThrow('later.ts');
});
