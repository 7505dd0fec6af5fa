import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { prune } from '#domain/document.ts';
import { type Json, type Operation, type Resource } from '#domain/model.ts';
import { getPath, setPath } from '#domain/value.ts';
import { loadContract } from '#server/contract.ts';
import { exampleArgs } from '#tests/contract/suite.ts';
import { type Client, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

/**
 * Every state machine of the contract (`x-data.states`) as one table of all pairs, each pair tried over HTTP on rows of the demo
 * world. Where people set the state, a pair that the table has not is refused; where the server sets it, nobody writes it, and
 * each action is done in the states of its `when` and refused in all others.
 */
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await testServer();
  client = await server.as(SUPER);
});
afterAll(() => server.remove());

type Machine = NonNullable<NonNullable<Resource['data']>['states']>;
type Row = { id: string; doc: Record<string, Json>; revision: number };

const contract = loadContract(resolve(import.meta.dirname, '../../generated'));
const machines = [...contract.resources.values()].flatMap((resource) =>
  resource.data?.states ? [{ resource, machine: resource.data.states }] : [],
);

describe.each(machines.map(({ resource, machine }): [string, Resource, Machine] => [resource.name, resource, machine]))(
  '%s',
  (_, resource, machine) => {
    const states = statesOf(resource, machine);
    const pairs = states.flatMap((from) =>
      states
        .filter((to) => to !== from)
        .map((to): [string, string, boolean] => [from, to, machine.transitions[from]?.some((next) => String(next) === to) ?? false]),
    );

    test('every state of the table occurs in the demo world, and the table knows every state', async () => {
      expect(Object.keys(machine.transitions).filter((state) => !states.includes(state))).toEqual([]);
      const missing: string[] = [];
      for (const state of states) if (!(await rowIn(resource, machine, state))) missing.push(state);
      expect(missing).toEqual([]);
    });

    const [update] = resource.operations.update;
    if (update) {
      test.each(pairs)('%s to %s: %s', async (from, to, allowed) => {
        const row = await rowIn(resource, machine, from);
        if (!row) throw new Error(`No ${resource.name} is ${from}`);
        const field = resource.schemas[update.body?.schema ?? resource.item];
        if (!field) throw new Error(`${update.id} has no form`);
        const body = setPath(prune(field, row.doc, 'update') ?? {}, machine.property, typed(resource, machine, to)) as Json;
        const reply = await client.put(pathOf(update, row), body, {
          ifMatch: `"${row.revision}"`,
          query: { dryRun: 'true', confirm: 'true' },
        });
        if (isReadOnly(resource, machine)) {
          expect(reply).toMatchObject({ status: 422, body: { errors: [expect.objectContaining({ pointer: `/${machine.property}` })] } });
        } else if (allowed) expect([reply.status, reply.body['code']]).not.toEqual([409, 'illegal-transition']);
        else expect(reply).toMatchObject({ status: 409, body: { code: 'illegal-transition' } });
      });
    }

    const actions = resource.operations.actions.filter((action) => action.when && machine.property in action.when && isItem(action));
    const tries = actions.flatMap((action) =>
      states.map((state): [string, string, boolean, Operation] => [
        action.id,
        state,
        action.when?.[machine.property]?.some((each) => String(each) === state) ?? false,
        action,
      ]),
    );
    if (tries.length > 0) {
      test.each(tries)('%s while %s: %s', async (_id, state, allowed, action) => {
        const row = await rowIn(resource, machine, state, action);
        if (!row) throw new Error(`No ${resource.name} is ${state}`);
        const reply = await client.post(pathOf(action, row), action.body ? exampleArgs(action).body : undefined, {
          query: { confirm: 'true', ...(action.dryRun ? { dryRun: 'true' } : {}) },
        });
        if (!allowed) return expect(reply).toMatchObject({ status: 409, body: { code: 'action-not-now' } });
        expect([reply.status, reply.body['code']]).not.toEqual([409, 'action-not-now']);
        const next = getPath(reply.body, machine.property);
        if (reply.status < 300 && next !== undefined && String(next) !== state)
          expect(machine.transitions[state]?.map(String), `${action.id} makes ${state} ${String(next)}`).toContain(String(next));
      });
    }
  },
);

function statesOf(resource: Resource, machine: Machine): string[] {
  const field = fieldOf(resource, machine);
  return (field?.values ?? Object.keys(machine.transitions)).map(String);
}

function fieldOf(resource: Resource, machine: Machine) {
  return (
    resource.schemas[resource.name]?.fields?.find((field) => field.name === machine.property) ??
    resource.schemas[resource.item]?.fields?.find((field) => field.name === machine.property)
  );
}

function isReadOnly(resource: Resource, machine: Machine): boolean {
  return fieldOf(resource, machine)?.readOnly === true;
}

function typed(resource: Resource, machine: Machine, state: string): Json {
  return fieldOf(resource, machine)?.values?.find((each) => String(each) === state) ?? state;
}

/** A stored row in that state; for an action one that its other conditions fit as well. */
async function rowIn(resource: Resource, machine: Machine, state: string, action?: Operation): Promise<Row | undefined> {
  const { store, system } = server.services;
  const spec = store.specs.get(resource.name);
  if (!spec) return undefined;
  const { rows } = await system.list(spec, { skip: 0, limit: 50, among: [{ path: machine.property, in: [state] }] });
  const others = Object.entries(action?.when ?? {}).filter(([path]) => path !== machine.property);
  for (const { id } of rows) {
    const stored = await system.get(spec, id);
    if (stored && others.every(([path, values]) => values.some((each) => each === (getPath(stored.doc, path) ?? null))))
      return { id, doc: stored.doc, revision: stored.revision };
  }
  return undefined;
}

function isItem(operation: Operation): boolean {
  return operation.pathParams.length > 0;
}

/** The row's own scope, as the renderer fills it: from the row, the last parameter with its id. */
function pathOf(operation: Operation, { id, doc }: Row): string {
  const own = operation.pathParams.at(-1)?.name;
  return operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(name === own ? id : String(doc[name] ?? '')));
}
