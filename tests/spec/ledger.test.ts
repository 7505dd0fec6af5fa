import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeAt, root, sharedSpec } from '#tests/spec/contract.ts';
import { navigationFile } from '#tests/spec/contract-parts.ts';
import { isLater, ledgerRows as rows, parseTable, testOf } from '#tests/spec/ledger.ts';
import { titlesOf } from '#tests/spec/test-titles.ts';
import { model } from '#tests/support/model.ts';

type Statement = { id: string; section: string; kind: string };

const shared = sharedSpec('ledger.csv');
const done = rows.filter((row) => !isLater(row));

/**
 * Proofs that read the contract, and why they are more than the contract beside itself. What compares one of its words with
 * the same word in a test is none.
 */
const LISTS = {
  'tests/spec/routes.test.ts > pages of the console': 'the menu that the console makes, against the tables of the specification itself',
  'tests/spec/limits.test.ts': 'compiled validators, at and beyond limits typed from the specification',
  'tests/spec/rules.test.ts > rules of section 5': 'rules and validators that run over documents',
  'tests/spec/permissions.test.ts': 'the tree of permissions against lists typed from section 6',
};

describe('ledger', () => {
  test('each id once', () => {
    const ids = rows.map((row) => row.id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  test.skipIf(shared === undefined)('has every statement of the specification, and no other, in its order', () => {
    expect(rows.map((row) => row.id)).toEqual(parseTable<Statement>(shared ?? '').map((statement) => statement.id));
  });

  test('what is there names its place, and the place exists', () => {
    const lost = done.filter(({ where }) => {
      const [file = '', pointer] = where.split('#');
      return !existsSync(join(root, file)) || (pointer !== undefined && nodeAt(where) === undefined);
    });
    expect(lost).toEqual([]);
  });

  test('what is there names one test by its full title, and the test exists', () => {
    const known = new Map<string, RegExp[]>();
    const lost = done.filter((row) => {
      const { file, title } = testOf(row);
      if (!existsSync(join(root, file))) return true;
      if (!known.has(file)) known.set(file, titlesOf(file));
      return known.get(file)?.some((pattern) => pattern.test(title)) !== true;
    });
    expect(lost.map(({ id, test: name }) => `${id}: ${name}`)).toEqual([]);
  });

  test('a row is proven by what the product does, or by one of the lists that are typed from the specification', () => {
    const inContract = done.filter(({ test: proof }) => proof.startsWith('tests/spec/'));
    const others = inContract.filter(({ test: proof }) => !Object.keys(LISTS).some((list) => proof.startsWith(`${list} > `)));
    expect(others.map(({ id, test: proof }) => `${id}: ${proof}`)).toEqual([]);
    const used = Object.keys(LISTS).filter((list) => inContract.some(({ test: proof }) => proof.startsWith(`${list} > `)));
    expect(used).toEqual(Object.keys(LISTS));
  });

  test('no row is proven by a page that is not built', () => {
    const { groups } = navigationFile();
    const unbuilt = new Set(model.navigation.filter(({ missing }) => missing === true).map(({ path }) => path));
    const pageOf = (where: string): string | undefined => {
      const [, kind, name = ''] = /^openapi\/navigation\.yaml#\/(routes\/path|groups\/name)=([^/]+)/.exec(where) ?? [];
      return kind === 'groups/name' ? groups.find((group) => group.name === name)?.redirect : name.replaceAll('~1', '/');
    };
    expect(done.filter(({ where }) => unbuilt.has(pageOf(where) ?? '')).map(({ id }) => id)).toEqual([]);
  });

  test('what comes later names no test, and the issue that brings it', () => {
    const later = rows.filter(isLater);
    expect(later.filter((row) => row.test !== '' || !/^later:issue-\d+$/.test(row.where))).toEqual([]);
  });

  test.skipIf(shared === undefined)('counts', () => {
    const proven = new Set(done.map((row) => row.id));
    const statements = parseTable<Statement>(shared ?? '');
    const sections = [...new Set(statements.map((statement) => statement.section))];
    const lines = sections.map((section) => {
      const own = statements.filter((statement) => statement.section === section);
      return `section ${section}: ${own.filter(({ id }) => proven.has(id)).length} of ${own.length}`;
    });
    console.log([...lines, `ledger: ${done.length} of ${rows.length} proven`].join('\n'));
    expect(proven.size).toBeLessThanOrEqual(statements.length);
  });
});
