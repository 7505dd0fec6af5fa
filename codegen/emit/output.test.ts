import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { whenChanged } from '../commands/inputs.ts';
import { compareOutput, MADE_OF, type Output, writeChanged, writeDiffering, writeOutput } from './output.ts';

const folder = mkdtempSync(join(tmpdir(), 'wan-console-output-'));
const note = join(folder, MADE_OF);
const output: Output = new Map([
  ['a.json', 'one'],
  ['b/c.json', 'two'],
]);
const other: Output = new Map([...output, ['a.json', 'another']]);

afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  writeOutput(folder, output);
  writeFileSync(note, 'inputs');
});

test('what a folder was made of stands there until something else is written, and is no part of what is compared', () => {
  expect([writeOutput(folder, output), writeChanged(folder, output), compareOutput(folder, output)]).toEqual([0, 0, []]);
  expect(readFileSync(note, 'utf8')).toBe('inputs');
});

test.each<[string, () => unknown]>([
  ['a pass that changes a file', () => writeOutput(folder, other)],
  ['a pass that makes a file less', () => writeOutput(folder, new Map([['a.json', 'one']]))],
  ['some files of a pass', () => writeChanged(folder, other)],
  ['what differs from what was known', () => writeDiffering(folder, other, new Map(output))],
])('what was written since is not what it was made of: %s', (_, write) => {
  write();
  expect(existsSync(note)).toBe(false);
});

test('of inputs that were taken back, a folder that was written in meanwhile is made again', () => {
  let made = 0;
  const make = (): void => {
    made++;
    writeOutput(folder, output);
  };
  const ready = (): void => whenChanged(note, join(folder, 'a.json'), 'inputs', make);
  ready();
  expect(made).toBe(0);
  writeDiffering(folder, other, new Map(output));
  ready();
  expect([made, readFileSync(join(folder, 'a.json'), 'utf8')]).toEqual([1, 'one']);
  ready();
  expect(made).toBe(1);
});
