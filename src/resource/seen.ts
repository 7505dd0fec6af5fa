import { asArray, asObject, isArray, isObject, type JsonObject } from '#domain/json.ts';
import type { Field, Json, ListedResource } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';

const LOOKED_AT = 50;
const COLUMNS = 6;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
/** By which a person knows a thing. */
const NAMES = ['name', 'title', 'displayName', 'display_name', 'label', 'hostname', 'username', 'email', 'key', 'id'];

/** A resource of which nothing is said about its rows, with what an answer shows of them. */
export function seenIn(resource: ListedResource, answer: unknown): ListedResource {
  const items = itemsIn(answer, resource.operations.list[0]?.paging?.items ?? '');
  const rows = asArray(getPath(answer, items)).filter(isObject).slice(0, LOOKED_AT);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (names.length === 0) return resource;
  const fields = names.map((name) =>
    fieldOf(
      name,
      rows.flatMap((row) => (name in row ? [row[name] ?? null] : [])),
    ),
  );
  const plain = fields.filter(({ kind }) => kind !== 'json' && kind !== 'array').map(({ name }) => name);
  const id = names.includes(resource.id)
    ? resource.id
    : (['id', '_id', 'uuid', 'key', 'name'].find((name) => names.includes(name)) ?? names[0] ?? resource.id);
  const label = NAMES.find((name) => plain.includes(name)) ?? id;
  const { list } = resource.operations;
  return {
    ...resource,
    id,
    label: `{${label}}`,
    columns: [label, ...plain.filter((name) => name !== label && name !== id)].slice(0, COLUMNS),
    schemas: { ...resource.schemas, [resource.row]: { name: '', path: '', kind: 'object', fields } },
    operations: { ...resource.operations, list: list.map((each) => ({ ...each, paging: { ...each.paging, items } })) },
  };
}

/** Where the rows are: as it was said, else the answer itself, or the first list of objects in it. */
function itemsIn(answer: unknown, said: string): string {
  if (isArray(getPath(answer, said))) return said;
  const within = (node: JsonObject, prefix: string, depth: number): string | undefined => {
    const entries = Object.entries(node);
    const own = entries.find(([, value]) => isArray(value) && value.some(isObject));
    if (own) return prefix + own[0];
    if (depth === 0) return undefined;
    for (const [name, value] of entries) {
      const found = isObject(value) ? within(value, `${prefix}${name}.`, depth - 1) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return within(asObject(answer), '', 2) ?? said;
}

function fieldOf(name: string, values: Json[]): Field {
  const field: Field = { name, path: name, kind: 'text' };
  const are = (test: (value: Json) => boolean): boolean => values.length > 0 && values.every((value) => value === null || test(value));
  if (are((value) => typeof value === 'boolean')) return { ...field, kind: 'boolean' };
  if (are((value) => Number.isInteger(value))) return { ...field, kind: 'integer' };
  if (are((value) => typeof value === 'number')) return { ...field, kind: 'number' };
  if (are((value) => typeof value === 'string' && TIME.test(value))) return { ...field, format: 'date-time' };
  if (are((value) => typeof value === 'string')) return field;
  if (are((value) => isArray(value) && value.every((each) => !isObject(each))))
    return { ...field, kind: 'array', items: { name: '', path: `${name}[]`, kind: 'text' } };
  return { ...field, kind: 'json' };
}
