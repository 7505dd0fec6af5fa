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

/** Samples of the playground that are no case of their own, each with the reason. */
export const notTaken: Record<string, string> = {
  Blank: 'an empty schema: Anything',
  Custom: 'the schema of Numbers, drawn by a component of the sample’s own',
  'Custom Array': 'the schema of Arrays, drawn by a template of the sample’s own',
  'Custom Object': 'the schema of Simple, drawn by a template of the sample’s own',
  'Custom Object With Tabs': 'the schema of Nested, drawn by a template of the sample’s own',
  'Custom Field': 'a component of the sample’s own for the whole document',
  'Any Of with Custom Field': 'the schema of AnyOf, drawn by a component of the sample’s own',
  'Bundled Schema': 'references by $id: contracts refer by pointer',
  ErrorSchema: 'the schema of Simple with errors from outside: the errors of our server are tested with its forms',
  'Layout Grid': 'a layout by uiSchema: ours is that of the field tree',
  XDR: 'a component of the sample’s own for one kind of address',
};

/**
 * The valid instances of the JSON Schema test suite (draft 2020-12, MIT), by keyword, and what of them is no case here, by the
 * reason.
 */
const whole: { groups: Record<string, Group[]>; leftOut: Record<string, { keyword: string; description: string; documents: number }[]> } =
  read('json-schema-suite.json');
export const suite = whole.groups;
export const leftOut = whole.leftOut;

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
}
