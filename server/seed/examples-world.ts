import { asObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { PASSWORD } from '#server/seed/credentials.ts';
import { entitiesOf, resolve, rowsIn, type Entity } from '#server/seed/contract-examples.ts';
import { missingRows } from '#server/seed/example-additions.ts';
import type { Row, World } from '#server/kernel/seeding/world.ts';

/**
 * The world that the contract's own examples describe: for each stored resource the examples in the answers of its
 * list, get and create operations, put together by id. A mock of the contract and a server with this
 * seed then answer the same. What the examples refer to and do not show is added, and an account to log in with.
 */
export function examplesWorld(bundle: unknown): World {
  const entities = entitiesOf(bundle);
  const found = new Map(entities.map((entity) => [entity.name, new Map<string, Row>()]));
  for (const { method, status, schema, value } of answersOf(bundle)) {
    if (method !== 'get' && !(method === 'post' && status === '201')) continue;
    for (const { entity, row } of rowsIn(entities, schema, value)) merge(found.get(entity.name), entity, row);
  }
  const world: World = Object.fromEntries(inOrder(entities).map(({ name }) => [name, [...(found.get(name)?.values() ?? [])]]));
  for (const [name, rows] of Object.entries(missingRows(world))) (world[name] ??= []).push(...rows);
  for (const user of world.User ?? []) user.password = PASSWORD;
  return world;
}

/** An item's example has more than the row of a list: what is known stays, what is new is added. */
function merge(rows: Map<string, Row> | undefined, entity: Entity, given: Row): void {
  const known = Object.entries(given).filter(([name]) => name !== 'revision' && entity.properties.has(name));
  const id = entity.single ? '' : String(given[entity.id]);
  rows?.set(id, { ...Object.fromEntries(known), ...rows.get(id) });
}

type Answer = { method: string; status: string; schema: unknown; value: Json };

/** Every example of a successful JSON answer. */
function answersOf(bundle: unknown): Answer[] {
  return Object.values(asObject(asObject(bundle).paths)).flatMap((item) =>
    Object.entries(asObject(item)).flatMap(([method, operation]) =>
      Object.entries(asObject(asObject(operation).responses)).flatMap(([status, response]) => {
        const content = asObject(asObject(resolve(bundle, response).content)['application/json']);
        const values = Object.values(asObject(content.examples)).map((example) => resolve(bundle, example).value);
        return status.startsWith('2')
          ? values.flatMap((value) => (value === undefined ? [] : [{ method, status, schema: content.schema, value }]))
          : [];
      }),
    ),
  );
}

/** Each after those that it refers to, as far as they do not refer to each other. */
function inOrder(entities: readonly Entity[]): Entity[] {
  const done = new Set<Entity>();
  const visit = (entity: Entity, above: readonly Entity[]): void => {
    if (done.has(entity) || above.includes(entity)) return;
    for (const target of entities) if (entity.refs.has(target.name)) visit(target, [...above, entity]);
    done.add(entity);
  };
  for (const entity of entities) visit(entity, []);
  return [...done];
}
