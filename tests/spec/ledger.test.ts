import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { nodeAt, root, sharedSpec } from '#tests/spec/contract.ts';

type Row = { id: string; where: string; test: string };
type Statement = { id: string; section: string; kind: string };

/**
 * Every statement of the specification: where the product has it, and the test that proves it. `where` is a place of the
 * contract (`file#/pointer`, entries of lists as `key=value`), a source file, or the issue that will bring it.
 * `test` is `file > title`.
 */
const rows = table<Row>(readFileSync(join(import.meta.dirname, 'ledger.csv'), 'utf8'));
const shared = sharedSpec('ledger.csv');
const done = rows.filter((row) => !isLater(row));

describe('ledger', () => {
  test('each id once', () => {
    const ids = rows.map((row) => row.id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  test.skipIf(shared === undefined)('has every statement of the specification, and no other, in its order', () => {
    expect(rows.map((row) => row.id)).toEqual(table<Statement>(shared ?? '').map((statement) => statement.id));
  });

  test('what is there names its place, and the place exists', () => {
    const lost = done.filter(({ where }) => {
      const [file = '', pointer] = where.split('#');
      return !existsSync(join(root, file)) || (pointer !== undefined && nodeAt(where) === undefined);
    });
    expect(lost).toEqual([]);
  });

  test('what is there names its test, and the test exists', () => {
    expect(done.filter((row) => !hasTest(row.test))).toEqual([]);
  });

  test('what comes later names no test, and an issue or nothing', () => {
    const later = rows.filter(isLater);
    expect(later.filter((row) => row.test !== '' || !/^later(?::issue-\d+)?$/.test(row.where))).toEqual([]);
  });

  test.skipIf(shared === undefined)('counts', () => {
    const proven = new Set(done.map((row) => row.id));
    const statements = table<Statement>(shared ?? '');
    const sections = [...new Set(statements.map((statement) => statement.section))];
    const lines = sections.map((section) => {
      const own = statements.filter((statement) => statement.section === section);
      return `section ${section}: ${own.filter(({ id }) => proven.has(id)).length} of ${own.length}`;
    });
    console.log([...lines, `ledger: ${done.length} of ${rows.length} proven`].join('\n'));
    expect(proven.size).toBeLessThanOrEqual(statements.length);
  });
});

function isLater(row: Row): boolean {
  return row.where.startsWith('later');
}

function hasTest(name: string): boolean {
  const [file = '', title = ''] = name.split(' > ');
  if (title === '' || !existsSync(join(root, file))) return false;
  const text = readFileSync(join(root, file), 'utf8');
  // the tests of a format stand under its name, which is the file's
  if (text.includes('describeFormat(') && file.endsWith(`/${title}.test.ts`)) return true;
  return ["'", '"', '`'].some((quote) => text.includes(`(${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`));
}

function table<T>(text: string): T[] {
  return Papa.parse<T>(text, { header: true, skipEmptyLines: true }).data;
}
