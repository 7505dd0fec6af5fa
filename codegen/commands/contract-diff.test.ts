import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asArray, asObject, asText } from '#domain/json.ts';

/** The command as a pipeline calls it: what it prints and writes, and how it ends. */
const command = resolve(import.meta.dirname, 'contract-diff.ts');
let folder = '';
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'contract-diff-'));
  writeFileSync(at('before.yaml'), contractWith('name, colour', 'colour: { type: string }'));
  writeFileSync(at('after.yaml'), contractWith('name', ''));
  writeFileSync(at('words.yaml'), contractWith('name, colour', 'colour: { type: string, title: Shade }'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function contractWith(required: string, property: string): string {
  return `openapi: 3.1.0
info: { title: Lines, version: '1' }
paths:
  /lines:
    get:
      operationId: listLines
      responses:
        '200': { description: Lines, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Line' } } } } }
components:
  schemas:
    Line:
      type: object
      required: [lineId, ${required}]
      properties:
        lineId: { type: string }
        name: { type: string }
        ${property}
`;
}

function run(after: string, ...args: string[]): { status: number | null; out: string; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, at('before.yaml'), '--contract', at(after), ...args], {
    encoding: 'utf8',
  });
  return { status, out: stdout, said: stderr };
}

test('nothing that breaks lets a pipeline go on', () => {
  expect(run('before.yaml')).toMatchObject({ status: 0, said: '' });
  const { status, out } = run('words.yaml');
  expect(status).toBe(0);
  expect(out).toContain('Shade');
});

test('what breaks stops it until somebody says why it is right', () => {
  const stopped = run('after.yaml', '--json');
  expect(stopped.status).toBe(1);
  const breaks = asArray(asObject(JSON.parse(stopped.out))['changes'])
    .map(asObject)
    .filter(({ kind }) => kind === 'BREAK');
  expect(breaks.length).toBeGreaterThan(0);
  const fingerprints = breaks.map(({ fingerprint }) => asText(fingerprint) ?? '');
  for (const fingerprint of fingerprints) expect(stopped.said).toContain(fingerprint);
  writeFileSync(at('approved.yaml'), fingerprints.map((each) => `- { fingerprint: ${each}, reason: nobody asked for colours }`).join('\n'));
  const approved = run('after.yaml', '--approvals', at('approved.yaml'));
  expect(approved).toMatchObject({ status: 0, said: '' });
  expect(approved.out).toContain('nobody asked for colours');
  writeFileSync(at('approved.yaml'), `- { fingerprint: ${fingerprints[0]} }`);
  expect(run('after.yaml', '--approvals', at('approved.yaml'))).toMatchObject({ status: 1, said: expect.stringContaining('no reason') });
});

test('files are written where they are wanted, and say the same', () => {
  const { out, status } = run('after.yaml', '--out', at('report'));
  expect(status).toBe(1);
  expect(readdirSync(at('report')).toSorted()).toEqual(['changes.html', 'changes.json', 'changes.md']);
  expect(readFileSync(at('report/changes.md'), 'utf8')).toBe(out);
  expect(readFileSync(at('report/changes.json'), 'utf8')).toBe(run('after.yaml', '--json').out);
});

test('who reads the first lines only hears of no error', () => {
  const { stderr } = spawnSync(
    'sh',
    ['-c', '"$0" "$1" "$2" --contract "$3" | true', process.execPath, command, at('before.yaml'), at('after.yaml')],
    {
      encoding: 'utf8',
    },
  );
  expect(stderr).not.toMatch(/EPIPE|node:/);
});
