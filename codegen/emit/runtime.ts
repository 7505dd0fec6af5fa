import { join } from 'node:path';
import { build } from 'rolldown';
import { banner, type Output } from './output.ts';

/**
 * What every validators module imports, bundled once to one ES module: the formats of `domain/formats` as predicates
 * and Ajv's two run-time functions. One copy for all resources, cached by the browser.
 */
export async function emitRuntime(): Promise<Output> {
  const result = await build({
    input: join(import.meta.dirname, 'runtime-entry.ts'),
    write: false,
    platform: 'browser',
    logLevel: 'silent',
    output: { format: 'esm', minify: true, comments: false, codeSplitting: false },
  });
  return new Map([['model/runtime.js', banner('//') + result.output[0].code]]);
}
