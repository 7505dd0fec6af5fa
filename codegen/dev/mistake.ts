import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BuildError, describeFinding } from '../build-error.ts';
import { sentenceOf } from '../commands/failure.ts';

/** What Vite draws over the page. */
export type Mistake = {
  message: string;
  stack: string;
  plugin: string;
  id?: string;
  loc?: { file: string; line: number; column: number };
  frame?: string;
};

const AROUND = 2;

/** What is wrong, where, and what to do about it; with the lines of the first place, which opens in the editor by a click. */
export function mistakeOf(root: string, error: unknown): Mistake {
  const plugin = 'contract';
  if (!(error instanceof BuildError)) return { message: sentenceOf(error), stack: '', plugin };
  const message = error.findings.map(describeFinding).join('\n\n');
  const [first] = error.findings;
  if (first?.line === undefined) return { message, stack: '', plugin };
  const file = resolve(root, first.file);
  const frame = linesAround(file, first.line);
  return { message, stack: '', plugin, id: file, loc: { file, line: first.line, column: 0 }, ...(frame === undefined ? {} : { frame }) };
}

function linesAround(file: string, line: number): string | undefined {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const from = Math.max(1, line - AROUND);
    return lines
      .slice(from - 1, line + AROUND)
      .map((text, index) => `${from + index === line ? '>' : ' '} ${String(from + index).padStart(4)} | ${text}`)
      .join('\n');
  } catch {
    return undefined;
  }
}
