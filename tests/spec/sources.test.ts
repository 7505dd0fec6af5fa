import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourcesOf } from '#codegen/emit/rules-doc.ts';
import { ruleUses } from '#codegen/read/rules-source.ts';
import { readRulesSource } from '#codegen/read/rules-source.ts';

const root = resolve(import.meta.dirname, '../..');
const source = readRulesSource(root);
if (!source) throw new Error('tests/spec/ledger.csv is missing');
const { problems, schemas } = source;
const ledger = new Map(source.ledger.map((row) => [row.id, row]));

/** Every rule and problem of the contract says which statement asks for it, so that the contract is compared with the specification. */
describe('sources', () => {
  test('every rule of a schema names its statements (`source: 5.site.sn-differ`), or says `source: ours`', () => {
    const uses = ruleUses(schemas).map(({ file, rule }): [string, string[]] => [
      `${file} ${String(rule['use'])} over ${JSON.stringify(rule['over'])}`,
      sourcesOf(rule),
    ]);
    expect(uses.filter(([, ids]) => !areKnown(ids))).toEqual([]);
  });

  test('every problem of problems.yaml too', () => {
    expect(
      Object.entries(problems)
        .filter(([, entry]) => !areKnown(sourcesOf(entry)))
        .map(([code]) => code),
    ).toEqual([]);
  });

  test('every problem of problems.yaml is provoked by a test that names its code; those of service-codes.yaml have one of their own', () => {
    const tests = globSync(['tests/{server,e2e,contract}/**/*.ts', 'server/**/*.test.ts'], { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    const named = new Set(tests.match(/(?<=['" ])[a-z][\w.-]*(?=['"])/g));
    const codes = readFileSync(join(root, 'openapi/problems.yaml'), 'utf8').match(/^[a-z][\w.-]*(?=:$)/gm) ?? [];
    expect(codes.length).toBeGreaterThan(80);
    expect(codes.filter((code) => !named.has(code))).toEqual([]);
  });
});

function areKnown(ids: readonly string[]): boolean {
  return ids.length > 0 && ids.every((id) => id === 'ours' || ledger.has(id));
}
