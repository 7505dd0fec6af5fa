import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRecordOf, isText } from '#domain/json.ts';

/** Where it stands: to measure what a pass takes that finds nothing made. */
export const keptIn = resolve(import.meta.dirname, '../../node_modules/.cache/wan-console/made');
/** Of each output: two branches, and what is tried on them. */
const MOST = 6;

/** What a slow tool made of the same input before, else what it makes now. Files by name to text. */
export async function kept(
  name: string,
  input: readonly string[],
  make: () => Promise<Record<string, string>>,
): Promise<Record<string, string>> {
  const hash = createHash('sha256');
  for (const part of input) hash.update(part).update('\0');
  const file = join(keptIn, `${name}-${hash.digest('hex')}.json`);
  const known: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (isRecordOf(known, isText)) return known;
  const made = await make();
  mkdirSync(keptIn, { recursive: true });
  // whole or not at all: several passes may run beside each other
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(made));
  renameSync(unfinished, file);
  forgetOld(name);
  return made;
}

function forgetOld(name: string): void {
  const files = readdirSync(keptIn)
    .filter((each) => each.startsWith(`${name}-`) && each.endsWith('.json'))
    .map((each) => join(keptIn, each));
  const byAge = files.map((file) => ({ file, at: statSync(file).mtimeMs })).toSorted((a, b) => b.at - a.at);
  for (const { file } of byAge.slice(MOST)) rmSync(file, { force: true });
}
