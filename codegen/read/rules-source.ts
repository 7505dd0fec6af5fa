import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { parse } from 'yaml';
import { asArray, asObject, folded, isText, type JsonObject } from '#domain/json.ts';
import { SHARED } from './shared-fields.ts';

export type LedgerRow = { id: string; where: string; test: string };
export type RulesSource = {
  /** Schemas by file (`schemas/entities/site.yaml`). */
  schemas: ReadonlyMap<string, JsonObject>;
  problems: JsonObject;
  ledger: readonly LedgerRow[];
  /** Sentences by code, per language. */
  sentences: { zh: Record<string, string>; en: Record<string, string> };
  /** Test files with their text: the place where a code is provoked. */
  tests: ReadonlyMap<string, string>;
};

/** What docs/rules.md is made of, read from the repository. Undefined where the ledger is not there (a packed copy). */
export function readRulesSource(root: string): RulesSource | undefined {
  const ledger = join(root, 'tests/spec/ledger.csv');
  if (!existsSync(ledger)) return undefined;
  const json = (path: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(asObject(JSON.parse(readFileSync(join(root, path), 'utf8')))).filter((entry): entry is [string, string] =>
        isText(entry[1]),
      ),
    );
  return {
    schemas: new Map(
      ['schemas/entities', SHARED, 'schemas/values'].flatMap((folder) =>
        filesBelow(root, folder).map((file): [string, JsonObject] => [file, asObject(parse(readFileSync(join(root, file), 'utf8')))]),
      ),
    ),
    problems: folded(
      ['problems', 'service-codes'].map((name) => asObject(parse(readFileSync(join(root, `openapi/${name}.yaml`), 'utf8')))),
    ),
    ledger: Papa.parse<LedgerRow>(readFileSync(ledger, 'utf8'), { header: true, skipEmptyLines: true }).data,
    sentences: { zh: json('locales/zh/validation.json'), en: json('locales/en/validation.json') },
    tests: new Map(
      ['domain', 'server', 'src', 'tests']
        .flatMap((folder) => filesBelow(root, folder))
        .filter((file) => /\.test\.tsx?$/.test(file))
        .map((file): [string, string] => [file, readFileSync(join(root, file), 'utf8')]),
    ),
  };
}

/** Files in all depths, in one order on every machine. */
function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}

/** Every `x-ui.rules` entry of the schemas, with its file. */
export function ruleUses(schemas: RulesSource['schemas']): { file: string; rule: JsonObject }[] {
  return [...schemas].flatMap(([file, schema]) =>
    asArray(asObject(schema['x-ui'])['rules']).map((rule) => ({ file, rule: asObject(rule) })),
  );
}
