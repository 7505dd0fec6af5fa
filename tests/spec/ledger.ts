import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';

/**
 * A statement of the specification: where the product has it, and the one test that proves it. `where` is a place of the
 * contract (`file#/pointer`, entries of lists as `key=value`), a source file, or the issue that will bring it.
 * `test` is the file and the full title of the test, as the runner tells it: `file > describe > … > test`.
 */
export type LedgerRow = { id: string; where: string; test: string };

/** What the runner says of one file. */
export type TestedFile = { name: string; assertionResults: { ancestorTitles: string[]; title: string; status: string }[] };

export const ledgerRows = parseTable<LedgerRow>(readFileSync(join(import.meta.dirname, 'ledger.csv'), 'utf8'));

export function parseTable<T>(text: string): T[] {
  return Papa.parse<T>(text, { header: true, skipEmptyLines: true }).data;
}

export function isLater({ where }: LedgerRow): boolean {
  return where.startsWith('later');
}

export function testOf({ test }: LedgerRow): { file: string; title: string } {
  const at = test.indexOf(' > ');
  return at < 0 ? { file: test, title: '' } : { file: test.slice(0, at), title: test.slice(at + 3) };
}

/**
 * Rows whose test did not run and pass. `files` are those of one run by their path in the repository, each as often as a
 * suite ran it. A file that did not run is a finding where everything was to run.
 */
export function unproven(rows: readonly LedgerRow[], files: readonly TestedFile[], everything: boolean): string[] {
  const results = new Map<string, string[]>();
  const ran = new Set(files.map(({ name }) => name));
  for (const { name, assertionResults } of files)
    for (const { ancestorTitles, title, status } of assertionResults) {
      const key = [name, ...ancestorTitles, title].join(' > ');
      results.set(key, [...(results.get(key) ?? []), status]);
    }
  return rows.flatMap((row) => {
    if (isLater(row)) return [];
    if (!ran.has(testOf(row).file)) return everything ? [`${row.id}: ${testOf(row).file} did not run`] : [];
    const found = results.get(row.test) ?? [];
    if (found.length > 0 && found.every((status) => status === 'passed')) return [];
    return [`${row.id}: ${row.test} ${found.length > 0 ? found.join(', ') : 'did not run'}`];
  });
}
