import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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
  writeFileSync(join(server, 'later.ts'), 'export const later: string = "später";');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const said = () => execFileSync(process.execPath, ['server/main.mjs'], { cwd: root, encoding: 'utf8' }).trim();

test('the server starts from its bundle as long as that is made of what the sources are', async () => {
  expect(said()).toBe('one beside true später sources');
  await bundleServer(root, folder);
  expect(said()).toBe('one beside true später bundle');
  writeFileSync(join(server, 'word.ts'), 'export const word: string = "two";');
  expect(said()).toBe('two beside true später sources');
  await bundleServer(root, folder);
  expect(said()).toBe('two beside true später bundle');
  rmSync(join(server, 'later.ts'));
  expect(said).toThrow('later.ts');
});

test('no letter of the bundle takes more than one byte, whatever the sources say', async () => {
  writeFileSync(join(server, 'later.ts'), 'const face = "🙂"; export const later: string = `稍后 ${face}`;');
  await bundleServer(root, folder);
  expect(said()).toBe('two beside true 稍后 🙂 bundle');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  expect(texts.join('').match(/[^\0-\x7F]/g)).toBeNull();
});

test('packages that are always loaded are in it, and another version of one makes it out of date', async () => {
  const place = (name: string): string => join(root, 'node_modules', name);
  for (const name of ['lru-cache', 'another']) {
    mkdirSync(place(name), { recursive: true });
    writeFileSync(join(place(name), 'package.json'), '{"type":"module","main":"index.js"}');
    writeFileSync(
      join(place(name), 'index.js'),
      'export const where = String(new Error().stack).split("\\n")[1].includes(".cache") ? "in" : "out";',
    );
  }
  writeFileSync(
    join(server, 'later.ts'),
    `import { where } from 'lru-cache';
     import { where as other } from 'another';
     export const later: string = where + ' ' + other;`,
  );
  await bundleServer(root, folder);
  expect(said()).toBe('two beside true in out bundle');
  writeFileSync(join(place('lru-cache'), 'package.json'), '{"type":"module","main":"index.js","version":"2.0.0"}');
  expect(said()).toBe('two beside true out out sources');
});

test('the process is the one that was started, with what saves memory and all that it was started with', () => {
  writeFileSync(
    join(server, 'start.ts'),
    'console.log(JSON.stringify([process.pid, process.env["MALLOC_ARENA_MAX"], process.execArgv, process.argv.slice(2)]));',
  );
  const { pid, stdout } = spawnSync(process.execPath, ['--no-warnings', 'server/main.mjs', 'word'], { cwd: root, encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual([pid, '2', ['--max-semi-space-size=4', '--no-warnings'], ['word']]);
});
