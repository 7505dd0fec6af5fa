import { join } from 'node:path';
import { build } from 'rolldown';
import { banner, type Output } from './output.ts';

/**
 * What validators modules import, each bundled once to one ES module that the browser caches: the formats of
 * `domain/formats` as predicates and Ajv's two run-time functions, and apart from them the formats of a library, which
 * are loaded only by contracts that name one.
 */
export async function emitRuntime(): Promise<Output> {
  const [runtime, standard] = await Promise.all([bundled('runtime-entry.ts'), bundled('standard-entry.ts')]);
  return new Map([
    ['model/runtime.js', runtime],
    ['model/standard-formats.js', standard],
  ]);
}

async function bundled(entry: string): Promise<string> {
  const result = await build({
    input: join(import.meta.dirname, entry),
    write: false,
    platform: 'browser',
    logLevel: 'silent',
    output: { format: 'esm', minify: true, comments: false, codeSplitting: false },
  });
  return banner('//') + result.output[0].code;
}
