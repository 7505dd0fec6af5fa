import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BuildError } from '../build-error.ts';
import { sentenceOf } from './failure.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'failure-'));
/** Read sooner than ours. */
const SMALL = 'small.yaml';
writeFileSync(join(folder, SMALL), "openapi: 3.1.1\ninfo: { title: Small, version: '1' }\npaths: {}\n");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a command says and how it ends. */
function said(command: string, ...args: string[]): { text: string; status: number | null } {
  const { stderr, stdout, status } = spawnSync(process.execPath, [join(root, 'codegen/commands', `${command}.ts`), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { text: (stdout + stderr).trim(), status };
}

test.each([
  ['generate', ['--contract', '/nowhere/contract.yaml', '--out', '/nowhere/out'], 1, 'There is no file /nowhere/contract.yaml.'],
  ['generate', ['--contracts', 'x'], 1, "Unknown option '--contracts'"],
  ['new', [], 1, 'Name the entity, in camelCase: npm run new -- circuitVendor'],
  ['new', ['circuitVendor', '--grup', 'x'], 1, "Unknown option '--grup'"],
  ['contract-diff', [], 2, 'Name what to compare with'],
  ['contract-diff', ['nowhere', '--contract', SMALL], 2, 'nowhere is no file, no address and no revision of this repository.'],
  ['contract-test', [], 2, 'Name the address of the backend: npm run contract:test -- https://backend.example'],
  ['contract-test', ['backend.example'], 2, 'Name the address of the backend'],
  ['contract-test', ['http://127.0.0.1:9', '--write'], 2, "Unknown option '--write'"],
  ['contract-test', ['http://127.0.0.1:9', '--contract', '/nowhere/contract.yaml'], 2, 'There is no file /nowhere/contract.yaml.'],
  ['contract-diff', ['http://127.0.0.1:9/contract.yaml', '--contract', SMALL], 2, 'http://127.0.0.1:9/contract.yaml does not answer'],
])('%s %j says what is wrong in one line', (command, args, status, sentence) => {
  const found = said(command, ...args);
  expect(found.text).toContain(sentence);
  expect(found.text.split('\n')).toHaveLength(1);
  expect(found.status).toBe(status);
});

test('findings keep their places, anything else its first line', () => {
  const finding = { file: 'a.yaml', line: 3, message: 'It is wrong.', remedy: 'Mend it.' };
  expect(sentenceOf(new BuildError([finding]))).toBe('a.yaml:3: It is wrong.\n  Mend it.');
  expect(sentenceOf(new Error('one\ntwo'))).toBe('one');
  try {
    readFileSync('/nowhere');
  } catch (error) {
    expect(sentenceOf(error)).toBe('There is no file /nowhere.');
  }
});
