import { type Json } from '#domain/model.ts';
import { type Row } from '#server/kernel/seeding/world.ts';

/** A stored resource as the bundle describes it. */
export type Entity = {
  name: string;
  /** Property that is its key. */
  id: string;
  /** Schema of a row of its list, where that is another one. */
  row?: string;
  /** A settings document: there is one. */
  single: boolean;
  properties: ReadonlySet<string>;
  /** Resources that it refers to. */
  refs: ReadonlySet<string>;
};

/** Schemas with x-data, and those that one path answers and takes whole: settings. */
export function entitiesOf(bundle: unknown): Entity[] {
  const settings = settingsOf(bundle);
  return Object.entries(objectOf(objectOf(objectOf(bundle).components).schemas)).flatMap(([name, given]) => {
    const schema = objectOf(given);
    const single = settings.has(name);
    if (schema['x-data'] === undefined && !single) return [];
    const ui = objectOf(schema['x-ui']);
    const properties = new Set<string>();
    collectProperties(bundle, schema, properties);
    const refs = new Set<string>();
    collectRefs(bundle, schema, refs, new Set());
    return [{ name, id: textOf(ui.id) ?? 'id', row: textOf(ui.row), single, properties, refs }];
  });
}

/** The entities' rows in an answer: the item itself, or the items of its array. */
export function rowsIn(entities: readonly Entity[], schema: unknown, value: Json): { entity: Entity; row: Row }[] {
  const whole = entityOf(entities, schema);
  if (whole) return isRow(value) ? [{ entity: whole, row: value }] : [];
  return Object.entries(objectOf(objectOf(schema).properties)).flatMap(([name, property]) => {
    const entity = entityOf(entities, objectOf(property).items);
    const rows = isRow(value) ? value[name] : undefined;
    return entity && Array.isArray(rows) ? rows.filter(isRow).map((row) => ({ entity, row })) : [];
  });
}

/** What a `$ref` into the bundle means; anything else is itself. */
export function resolve(bundle: unknown, node: unknown): unknown {
  const ref = textOf(objectOf(node)['$ref']);
  if (!ref?.startsWith('#/')) return node;
  const names = ref.slice(2).split('/');
  const target = names.reduce<unknown>((at, name) => objectOf(at)[name.replaceAll('~1', '/').replaceAll('~0', '~')], bundle);
  return resolve(bundle, target);
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function entityOf(entities: readonly Entity[], schema: unknown): Entity | undefined {
  const name = nameOf(schema);
  return name === undefined ? undefined : entities.find((entity) => entity.name === name || entity.row === name);
}

/** Settings have a GET and a PUT of the same schema, a revision and no key in their path. */
function settingsOf(bundle: unknown): Set<string> {
  const found = new Set<string>();
  for (const [path, item] of Object.entries(objectOf(objectOf(bundle).paths))) {
    const answer = objectOf(objectOf(objectOf(objectOf(item).get).responses)['200']);
    const name = nameOf(objectOf(objectOf(answer.content)['application/json']).schema);
    if (name === undefined || path.endsWith('}') || objectOf(item).put === undefined) continue;
    const schema = objectOf(objectOf(objectOf(objectOf(bundle).components).schemas)[name]);
    if (schema['x-data'] === undefined && objectOf(schema.properties).revision !== undefined) found.add(name);
  }
  return found;
}

/** Properties of the schema and of its branches. */
function collectProperties(bundle: unknown, node: unknown, into: Set<string>): void {
  const schema = objectOf(resolve(bundle, node));
  for (const name of Object.keys(objectOf(schema.properties))) into.add(name);
  for (const word of ['if', 'then', 'else']) if (schema[word] !== undefined) collectProperties(bundle, schema[word], into);
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    const branches = schema[word];
    if (Array.isArray(branches)) for (const branch of branches) collectProperties(bundle, branch, into);
  }
}

/** Names in `x-ui.ref`, at any depth. */
function collectRefs(bundle: unknown, node: unknown, into: Set<string>, seen: Set<unknown>): void {
  const schema = resolve(bundle, node);
  if (schema === null || typeof schema !== 'object' || seen.has(schema)) return;
  seen.add(schema);
  const ref = objectOf(objectOf(schema)['x-ui']).ref;
  const target = textOf(ref) ?? textOf(objectOf(ref).resource);
  if (target !== undefined) into.add(target);
  for (const inner of Object.values(schema)) collectRefs(bundle, inner, into, seen);
}

function nameOf(schema: unknown): string | undefined {
  return /^#\/components\/schemas\/([^/]+)$/.exec(textOf(objectOf(schema)['$ref']) ?? '')?.[1];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isRow(value: Json): value is Row {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
