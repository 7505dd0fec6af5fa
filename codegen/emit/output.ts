import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What an output folder was made of, as whoever ordered the pass notes it there. Whoever writes there afterwards takes the note away first. */
export const MADE_OF = '.made-of';

/** Files of one pass: path below the output folder to text. */
export type Output = Map<string, string>;

export const banner = (comment: '//' | '#'): string => `${comment} Written by \`npm run generate\`. Change the contract, not this file.\n`;

export function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

/** Writes what differs and removes what the pass no longer makes, so that watchers see only real changes. */
export function writeOutput(folder: string, output: Output): number {
  const written = writeChanged(folder, output);
  const stale = filesBelow(folder).filter((path) => !output.has(path));
  if (stale.length > 0) forgetMadeOf(folder);
  for (const path of stale) rmSync(join(folder, path));
  return written;
}

/** Writes what differs; how many files that were. */
export function writeChanged(folder: string, output: Output): number {
  let written = 0;
  for (const [path, text] of output) {
    const file = join(folder, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    if (written === 0) forgetMadeOf(folder);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    written++;
  }
  return written;
}

/** Writes what differs from what was `known` to stand there, and knows it from then on; which files of these are other ones. */
export function writeDiffering(folder: string, output: Output, known: Output): string[] {
  const differing = [...output].filter(([path, text]) => known.get(path) !== text);
  const other = differing.filter(([path, text]) => writeChanged(folder, new Map([[path, text]])) > 0);
  for (const [path, text] of differing) known.set(path, text);
  return other.map(([path]) => path);
}

/** Paths whose text on disk is not what the pass makes. */
export function compareOutput(folder: string, output: Output): string[] {
  const different = [...output]
    .filter(([path, text]) => !existsSync(join(folder, path)) || readFileSync(join(folder, path), 'utf8') !== text)
    .map(([path]) => path);
  return [...different, ...filesBelow(folder).filter((path) => !output.has(path))];
}

function forgetMadeOf(folder: string): void {
  rmSync(join(folder, MADE_OF), { force: true });
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true }).map(String).toSorted();
  return names.filter((name) => name !== MADE_OF && statSync(join(folder, name)).isFile());
}
