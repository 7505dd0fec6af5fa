import { asObject, asText, isObject, type JsonObject } from '#domain/json.ts';
import { componentName, followReferences, lookUpIn } from '#domain/reference.ts';
import type { Json } from '#domain/model.ts';
import type { Row } from '#server/kernel/seeding/world.ts';

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
  return Object.entries(asObject(asObject(asObject(bundle).components).schemas)).flatMap(([name, given]) => {
    const schema = asObject(given);
    const single = settings.has(name);
    if (schema['x-data'] === undefined && !single) return [];
    const ui = asObject(schema['x-ui']);
    const properties = new Set<string>();
    collectProperties(bundle, schema, properties);
    const refs = new Set<string>();
    collectRefs(bundle, schema, refs, new Set());
    return [{ name, id: asText(ui.id) ?? 'id', row: asText(ui.row), single, properties, refs }];
  });
}

/** The entities' rows in an answer: the item itself, or the items of its array. */
export function rowsIn(entities: readonly Entity[], schema: unknown, value: Json): { entity: Entity; row: Row }[] {
  const whole = entityOf(entities, schema);
  if (whole) return isObject(value) ? [{ entity: whole, row: value }] : [];
  return Object.entries(asObject(asObject(schema).properties)).flatMap(([name, property]) => {
    const entity = entityOf(entities, asObject(property).items);
    const rows = isObject(value) ? value[name] : undefined;
    return entity && Array.isArray(rows) ? rows.filter(isObject).map((row) => ({ entity, row })) : [];
  });
}

/** What a node of the bundle says, its references followed. */
export function resolve(bundle: unknown, node: unknown): JsonObject {
  return followReferences(node, (reference) => lookUpIn(bundle, reference));
}

function entityOf(entities: readonly Entity[], schema: unknown): Entity | undefined {
  const name = componentName(schema);
  return name === undefined ? undefined : entities.find((entity) => entity.name === name || entity.row === name);
}

/** Settings have a GET and a PUT of the same schema, a revision and no key in their path. */
function settingsOf(bundle: unknown): Set<string> {
  const found = new Set<string>();
  for (const [path, item] of Object.entries(asObject(asObject(bundle).paths))) {
    const answer = asObject(asObject(asObject(asObject(item).get).responses)['200']);
    const name = componentName(asObject(asObject(answer.content)['application/json']).schema);
    if (name === undefined || path.endsWith('}') || asObject(item).put === undefined) continue;
    const schema = asObject(asObject(asObject(asObject(bundle).components).schemas)[name]);
    if (schema['x-data'] === undefined && asObject(schema.properties).revision !== undefined) found.add(name);
  }
  return found;
}

/** Properties of the schema and of its branches. */
function collectProperties(bundle: unknown, node: unknown, into: Set<string>): void {
  const schema = resolve(bundle, node);
  for (const name of Object.keys(asObject(schema.properties))) into.add(name);
  for (const word of ['if', 'then', 'else']) if (schema[word] !== undefined) collectProperties(bundle, schema[word], into);
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    const branches = schema[word];
    if (Array.isArray(branches)) for (const branch of branches) collectProperties(bundle, branch, into);
  }
}

/** Names in `x-ui.ref`, at any depth. */
function collectRefs(bundle: unknown, node: unknown, into: Set<string>, seen: Set<unknown>): void {
  if (node === null || typeof node !== 'object' || seen.has(node)) return;
  seen.add(node);
  if (Array.isArray(node)) return node.forEach((each) => collectRefs(bundle, each, into, seen));
  const schema = resolve(bundle, node);
  const ref = asObject(asObject(schema)['x-ui']).ref;
  const target = asText(ref) ?? asText(asObject(ref).resource);
  if (target !== undefined) into.add(target);
  for (const inner of Object.values(schema)) collectRefs(bundle, inner, into, seen);
}
