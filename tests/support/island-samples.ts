import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '#domain/model.ts';

/** A schema and documents that fit it. */
export type Sample = { schema: Json; documents: Json[] };
type Group = Sample & { description: string };

/**
 * The samples of the playground of react-jsonschema-form (https://github.com/rjsf-team/react-jsonschema-form, Apache-2.0,
 * packages/playground/src/samples), in the dialect of OpenAPI 3.1: `dependencies`, `definitions` and lists of `items` are
 * `dependentSchemas`, `$defs` and `prefixItems` there. Documents are the samples' own, and one for each branch. Some of
 * ours follow: recursion, tuples, mixed types, formats of the field.
 */
export const playground: Record<string, Sample> = read('island-samples.json');

/** The valid instances of the JSON Schema test suite (draft 2020-12, MIT), for schemas whose references stay within them. */
export const suite: Record<string, Group[]> = read('json-schema-suite.json');

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
}
