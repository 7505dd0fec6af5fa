import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { prune } from '#domain/document.ts';
import type { Json, Operation, Resource } from '#domain/model.ts';
import { getPath, setPath } from '#domain/value.ts';
import { loadContract } from '#server/kernel/contract.ts';
import { exampleArgs } from '#tests/contract/suite.ts';
import { type Client, SUPER, testServer, type TestServer, type Reply } from '#tests/server/harness.ts';

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

/** Transitions that are legal, and that another rule holds back for every row of the demo world. */
const heldBack: Readonly<Record<string, string>> = {
  'CompanyService stop renting': 'service.lease-ended',
  'BackboneLine planned active': 'line.zone-disabled',
};

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
      for (const state of states) if ((await rowsIn(resource, machine, state)).length === 0) missing.push(state);
      expect(missing).toEqual([]);
    });

    const [update] = resource.operations.update;
    if (update) {
      test.each(pairs)('%s to %s: %s', async (from, to, allowed) => {
        const field = resource.schemas[update.body?.schema ?? resource.item];
        if (!field) throw new Error(`${update.id} has no form`);
        const reply = await first(await rowsIn(resource, machine, from), (row) => {
          const body = setPath(prune(field, row.doc, 'update') ?? {}, machine.property, typed(resource, machine, to));
          return client.put(pathOf(update, row), body, { ifMatch: `"${row.revision}"`, query: { dryRun: 'true', confirm: 'true' } });
        });
        if (isReadOnly(resource, machine)) {
          expect(reply).toMatchObject({ status: 422, body: { errors: [expect.objectContaining({ pointer: `/${machine.property}` })] } });
        } else if (allowed) {
          const other = heldBack[`${resource.name} ${from} ${to}`];
          expect(reply).toMatchObject(other ? { status: 409, body: { code: other } } : { status: 200 });
        } else expect(reply).toMatchObject({ status: 409, body: { code: 'illegal-transition' } });
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
        const query = { confirm: 'true', ...(action.dryRun ? { dryRun: 'true' } : {}) };
        const reply = await first(await rowsIn(resource, machine, state, action), (row) =>
          client.post(pathOf(action, row), action.body ? exampleArgs(action).body : undefined, { query }),
        );
        if (!allowed) return expect(reply).toMatchObject({ status: 409, body: { code: 'action-not-now' } });
        expect(reply).toMatchObject({ status: 200 });
        const next = getPath(reply.body, machine.property);
        if (next !== undefined && String(next) !== state)
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

/** Stored rows in that state; for an action those that its other conditions fit as well, where there are such. */
async function rowsIn(resource: Resource, machine: Machine, state: string, action?: Operation): Promise<Row[]> {
  const { store, system } = server.services;
  const spec = store.specNamed(resource.name);
  if (!spec) return [];
  const { rows } = await system.list(spec, { skip: 0, limit: 50, among: [{ path: machine.property, in: [state] }] });
  const others = Object.entries(action?.when ?? {}).filter(([path]) => path !== machine.property);
  const found: Row[] = [];
  for (const { id } of rows) {
    const stored = await system.get(spec, id);
    if (stored) found.push({ id, doc: stored.doc, revision: stored.revision });
  }
  const fitting = found.filter(({ doc }) => others.every(([path, values]) => values.some((each) => each === (getPath(doc, path) ?? null))));
  return fitting.length > 0 ? fitting : found;
}

/** The first row that is let through, else what was said of the first one: another rule may hold some of them. */
async function first(rows: Row[], attempt: (row: Row) => Promise<Reply>): Promise<Reply> {
  const replies: Reply[] = [];
  for (const row of rows) {
    const reply = await attempt(row);
    if (reply.status === 200) return reply;
    replies.push(reply);
  }
  const [reply] = replies;
  if (!reply) throw new Error('No row is in that state');
  return reply;
}

function isItem(operation: Operation): boolean {
  return operation.pathParams.length > 0;
}

/** The row's own scope, as the renderer fills it: from the row, the last parameter with its id. */
function pathOf(operation: Operation, { id, doc }: Row): string {
  const own = operation.pathParams.at(-1)?.name;
  return operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(name === own ? id : String(doc[name] ?? '')));
}
