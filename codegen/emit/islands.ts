import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Built } from '../built.ts';
import type { Islands } from '../island/convert.ts';
import { kept } from './kept.ts';
import { banner, type Output } from './output.ts';

/** Before the name of a file in what is kept: why its schemas could not be compiled. */
const FAILED = 'failed ';

/** Beside each resource and form that needs them, the schemas that are drawn as they are. */
export async function emitIslands({ islands }: Built): Promise<{ output: Output; guesses: string[] }> {
  const output: Output = new Map();
  const guesses: string[] = [];
  if (islands.size === 0) return { output, guesses };
  const made = await kept('islands', [JSON.stringify([...islands]), tool()], () => compiled(islands));
  for (const [file, found] of islands) {
    const { [file]: code = uncompiled(found), [FAILED + file]: failure } = made;
    if (failure !== undefined) guesses.push(`${file}: what its forms draw by the schema cannot be compiled (${failure})`);
    output.set(`model/${file}.islands.js`, banner('//') + code);
  }
  return { output, guesses };
}

async function compiled(islands: Built['islands']): Promise<Record<string, string>> {
  // the compiler comes with a library that takes its time: most passes find what it made before
  const { compileIslands } = await import('./compile-islands.ts');
  const entries = [...islands].map(([file, found]): [string, string] => {
    try {
      return [file, compileIslands(found, file.includes('/') ? '..' : '.')];
    } catch (error) {
      return [FAILED + file, error instanceof Error ? error.message : String(error)];
    }
  });
  return Object.fromEntries(entries);
}

/** What makes them: another version of it makes others. */
function tool(): string {
  const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');
  const own = ['compile-islands.ts', 'imports.ts'].map(read);
  const formats = ['ajv', 'registry', 'standard'].map((name) => read(`../../domain/formats/${name}.ts`));
  const libraries = ['@rjsf/validator-ajv8', 'ajv', 'rolldown'].map((name) => read(`../../node_modules/${name}/package.json`));
  return [...own, ...formats, ...libraries].join('');
}

/** Everything is drawn, and what tells alternatives apart is how well they fit. */
function uncompiled({ roots, definitions }: Islands): string {
  return `export const roots = ${JSON.stringify(roots)};\nexport const definitions = ${JSON.stringify(definitions)};\nexport const validators = { islands: () => true };\n`;
}
