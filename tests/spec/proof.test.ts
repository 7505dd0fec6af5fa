import { describe, expect, test } from 'vitest';
import { unproven, type TestedFile } from '#tests/spec/ledger.ts';
import { titlesOf } from '#tests/spec/test-titles.ts';

/** How the ledger is held to its tests: by the syntax of their files, and by what a run says. */
describe('titles that a file declares', () => {
  const declares = (file: string, title: string): boolean => titlesOf(file).some((pattern) => pattern.test(title));

  test('whole, with the groups above', () => {
    expect(declares('tests/spec/proof.test.ts', 'titles that a file declares > whole, with the groups above')).toBe(true);
    expect(declares('tests/spec/proof.test.ts', 'whole, with the groups above')).toBe(false);
    expect(declares('tests/spec/proof.test.ts', 'titles that a file declares > whole')).toBe(false);
  });

  test('each row of a table that is written down, and no other', () => {
    const title = (name: string): string => `enumerations of sections 3, 4 and 6 > ${name}`;
    expect(declares('tests/server/section3.test.ts', title('alert-level'))).toBe(true);
    expect(declares('tests/server/section3.test.ts', title('alert-colour'))).toBe(false);
  });

  test('those of a function that declares them, wherever it stands', () => {
    expect(declares('domain/formats/port.test.ts', 'port > refuses "65536" with invalid')).toBe(true);
    expect(declares('domain/formats/port.test.ts', 'port > likes "65536"')).toBe(false);
    expect(declares('tests/e2e/resources.test.ts', 'the lifecycle of a row > Tag')).toBe(true);
  });
});

describe('a run and the rows that it proves', () => {
  const row = { id: '2.x', where: 'a.ts', test: 'a.test.ts > group > works' };
  const file = (status: string, title = 'works'): TestedFile => ({
    name: 'a.test.ts',
    assertionResults: [{ ancestorTitles: ['group'], title, status }],
  });

  test('a test that passed proves its row', () => {
    expect(unproven([row], [file('passed')], true)).toEqual([]);
  });

  test.each([
    ['failed', [file('failed')], '2.x: a.test.ts > group > works failed'],
    ['was skipped', [file('skipped')], '2.x: a.test.ts > group > works skipped'],
    ['failed in one suite of two', [file('passed'), file('failed')], '2.x: a.test.ts > group > works passed, failed'],
    ['has another name', [file('passed', 'works well')], '2.x: a.test.ts > group > works did not run'],
    ['did not run', [], '2.x: a.test.ts did not run'],
  ])('one that %s does not', (_, files, finding) => {
    expect(unproven([row], files, true)).toEqual([finding]);
  });

  test('files that were not asked for are not missed, nor is what comes later', () => {
    expect(unproven([row], [], false)).toEqual([]);
    expect(unproven([{ id: '2.y', where: 'later:issue-13', test: '' }], [], true)).toEqual([]);
  });
});
