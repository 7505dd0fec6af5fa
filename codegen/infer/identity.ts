import { compact } from '#domain/json.ts';
import type { Field } from '#domain/model.ts';
import { camelCase, singular } from '../names.ts';

const nameLike = [
  'name',
  'title',
  'displayName',
  'display_name',
  'label',
  'hostname',
  'username',
  'email',
  'email_address',
  'subject',
  'slug',
  'key',
  'code',
  'description',
];

function scalars(row: Field): Field[] {
  return (row.fields ?? []).filter((field) => ['text', 'number', 'integer', 'boolean'].includes(field.kind) && field.writeOnly !== true);
}

/** The property that tells rows apart: what the item path's parameter is called, else the usual names. */
export function findId(row: Field, resource: string, parameter: string | undefined): string | undefined {
  const names = new Set(scalars(row).map((field) => field.name));
  const candidates = [
    parameter,
    parameter === undefined ? undefined : camelCase(parameter),
    'id',
    '_id',
    `${camelCase(resource)}Id`,
    `${camelCase(resource)}_id`,
    'uuid',
    'uid',
    'key',
    'slug',
    'code',
    'name',
  ];
  return candidates.find((candidate): candidate is string => candidate !== undefined && names.has(candidate)) ?? scalars(row)[0]?.name;
}

/** The template by which a person knows a row. */
export function findLabel(row: Field, id: string): string {
  const names = scalars(row)
    .filter((field) => field.kind === 'text')
    .map((field) => field.name);
  const chosen = nameLike.find((name) => names.includes(name)) ?? names.find((name) => /name$/i.test(name)) ?? id;
  return `{${chosen}}`;
}

/** Up to six scalars, the name first, identity and housekeeping last. */
export function findColumns(row: Field, id: string, label: string): string[] {
  const named = label.slice(1, -1);
  const weight = (field: Field): number => {
    if (field.name === named) return 0;
    if (field.name === id) return 5;
    if (/(^|_)(created|updated|modified)|At$|_at$/i.test(field.name)) return 4;
    if (field.values !== undefined || field.kind === 'boolean') return 1;
    return field.required === true ? 2 : 3;
  };
  const visible = scalars(row).filter((field) => field.hide?.includes('list') !== true && field.when === undefined);
  const sorted = visible
    .map((field, index) => ({ field, index }))
    .toSorted((a, b) => weight(a.field) - weight(b.field) || a.index - b.index);
  return sorted.slice(0, 6).map(({ field }) => field.name);
}

type Known = { own: string; names: ReadonlySet<string>; guesses: string[] };

/** The field with guesses of what its texts refer to, by their names. */
export function withReferences(field: Field, known: Known): Field {
  const target =
    field.kind === 'text' && field.ref === undefined && field.values === undefined ? guessReference(field.name, known) : undefined;
  if (target !== undefined) known.guesses.push(`${known.own}.${field.path} refers to ${target}, by its name`);
  const each = (inner: Field): Field => withReferences(inner, known);
  return compact<Field>({
    ...field,
    fields: field.fields?.map(each),
    variants: field.variants?.map(each),
    items: field.items && each(field.items),
    ref: target === undefined ? field.ref : { resource: target },
  });
}

/** `site_id`, `groupIds`: the resource of that name, as a guess. */
function guessReference(name: string, { names, own }: Known): string | undefined {
  const stem = name.match(/^(.+?)(?:_?[iI]ds?|_?IDs?|_uuid)$/)?.[1];
  if (stem === undefined) return undefined;
  const wanted = singular(stem).replaceAll(/[-_]/g, '').toLowerCase();
  const candidate = [...names].find((resource) => resource.toLowerCase() === wanted);
  return candidate === own ? undefined : candidate;
}
