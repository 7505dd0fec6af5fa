import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { writeOutput } from '#codegen/emit/output.ts';
import { generateServed } from '#codegen/generate.ts';

const root = resolve(import.meta.dirname, '../..');
const SOURCES = ['openapi', 'schemas', 'locales'];

export type ChangedContract = { generated: string; remove: () => void };

/** What codegen writes of our contract with one of its files changed: texts that stand in it, and what stands there then. */
export async function changedContract(file: string, changes: readonly (readonly [from: string, to: string])[]): Promise<ChangedContract> {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-changed-'));
  for (const source of SOURCES) cpSync(join(root, source), join(folder, source), { recursive: true });
  let text = readFileSync(join(folder, file), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  writeFileSync(join(folder, file), text);
  const generated = join(folder, 'generated');
  mkdirSync(generated);
  writeOutput(generated, (await generateServed(folder, join(folder, 'openapi/openapi.yaml'))).output);
  return { generated, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
