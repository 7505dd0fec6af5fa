import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { choose, pathArgs } from '#api/choose.ts';
import type { Validate, ValidatorsModule } from '#api/model.ts';
import { fillPath } from '#domain/fill-path.ts';
import { initialDocument } from '#domain/document.ts';
import { asObject, type JsonObject } from '#domain/json.ts';
import type { Json, Operation, Resource } from '#domain/model.ts';
import { labelPaths } from '#domain/label.ts';
import { getPath } from '#domain/value.ts';
import { ruleErrors } from '#form/engine/rule-errors.ts';
import { createFormStore } from '#form/engine/store.ts';
import { bodyOf, checkedBodyOf, itemOf } from '#resource/body.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { type Client, type Reply, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { there } from '#tests/support/answers.ts';
import { type Journey, journeys, paramsIn } from '#tests/support/journey.ts';
import { resourceOf } from '#tests/support/model.ts';
import { DocumentMaker, type Place, rootOf } from '#tests/support/valid-document.ts';

/**
 * The life of a row of every resource, through the engine of its form and the calls of its page: what is entered is what is
 * sent, passes the form's own checks, is taken, found, changed and removed. In a browser those are gone through that bring a
 * kind of control, of cell or of way that no other has (`tests/e2e/resources.test.ts`), by night all.
 */
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await testServer();
  client = await server.as(SUPER);
});
afterAll(() => server.remove());

const ask: Place['ask'] = async (method, path, body) => {
  const { status, body: data } = await (method === 'GET'
    ? client.get(path)
    : method === 'PUT'
      ? client.put(path, body, { ifMatch: '*' })
      : client.post(path, body));
  return { status, data };
};

describe('the life of a row', () => {
  test.each(journeys().map((journey): [string, Journey] => [journey.name, journey]))('%s', async (_, journey) => {
    const resource = resourceOf(journey.name);
    const { operations } = resource;
    const params = paramsIn(journey.mode);
    const random = randomFrom(journey.name);
    const maker = new DocumentMaker({ mode: journey.mode, params, ask });
    const create = there(choose(operations.create, params));

    const made = await maker.make(resource, create, random);
    const answer = await entered(resource, create, 'create', { entered: made, address: addressOf(create, params) });
    const row = asObject(itemOf(create, answer));
    const id = String(getPath(row, resource.id));
    expect(await listed(resource, params, row)).toContain(id);

    const update = choose(operations.update, params);
    if (update) {
      const before = await maker.stored(resource, id);
      const { field, value, body } = await maker.change(resource, update, before, random);
      const now = { ...before, [field.name]: value };
      await entered(resource, update, 'update', { entered: now, from: before, sent: body, address: addressOf(update, params, before, id) });
      const shown = (await maker.stored(resource, id))[field.name];
      if (typeof value !== 'object') expect([field.name, shown]).toEqual([field.name, value]);
    }

    const remove = choose(operations.delete, params);
    if (!remove) return;
    await stopped(resource, params, row, id);
    expect(succeeded(await client.delete(addressOf(remove, params, row, id), { ifMatch: '*' })).status).toBeLessThan(300);
    expect(await listed(resource, params, row)).not.toContain(id);
  });
});

type Entry = { entered: JsonObject; address: string; from?: JsonObject; sent?: JsonObject };

/** What stands in a form is checked as the form does, and sent. */
async function entered(resource: Resource, operation: Operation, mode: 'create' | 'update', entry: Entry): Promise<JsonObject> {
  const root = rootOf(resource, operation);
  const begun = initialDocument({ ...root, required: true }, entry.from) ?? {};
  const store = createFormStore(begun, begun, root);
  for (const [name, value] of Object.entries(entry.entered)) store.set(`/${name}`, value);
  const [doc, base] = [store.document(), store.base()];
  const sent = bodyOf(operation, root, doc, base, mode);
  // a property that the form does not show is not sent
  expect(sent, 'what the form sends').toEqual(entry.sent ?? entry.entered);
  const validate = (await validatorsOf(resource))[operation.id];
  expect(validate?.(checkedBodyOf(operation, root, doc, base, mode)) === false ? validate.errors : [], 'errors of the schema').toEqual([]);
  const refusing = ruleErrors(resource.rules ?? [], sent).filter(({ level }) => (level ?? 'error') === 'error');
  expect(refusing, 'errors of its rules').toEqual([]);
  const send = (query: Record<string, string>): Promise<Reply> =>
    operation.method === 'post' ? client.post(entry.address, sent, { query }) : client.put(entry.address, sent, { query, ifMatch: '*' });
  const first = await send({});
  const asks = first.status === 422 || first.status === 409;
  return succeeded(asks ? await send({ confirm: 'true' }) : first).body;
}

const modules = new Map<string, Promise<ValidatorsModule>>();
async function validatorsOf({ file }: Resource): Promise<Record<string, Validate>> {
  const path = join(import.meta.dirname, '../../generated/model', `${file}.validators.js`);
  const module = modules.get(path) ?? import(/* @vite-ignore */ pathToFileURL(path).href);
  modules.set(path, module);
  return (await module).bodies ?? {};
}

/** The ids of what the list shows for the words that name a row, else of what is newest. */
async function listed(resource: Resource, params: Record<string, string>, row: JsonObject): Promise<string[]> {
  const list = there(choose(resource.operations.list, params));
  const words = labelPaths(resource.label).map((path) => String(getPath(row, path) ?? ''));
  const ids: string[] = [];
  for (const keyword of [...words, '']) {
    const query = {
      limit: '100',
      ...(keyword === '' ? {} : { keyword }),
      ...(list.query.some(({ name }) => name === 'companyId') ? params : {}),
    };
    const answer = succeeded(await client.get(addressOf(list, params), { query }));
    ids.push(...resultsOf(answer).map((each) => String(getPath(each, resource.id))));
  }
  return ids;
}

/** What runs as soon as it is made is stopped before it goes. */
async function stopped({ operations }: Resource, params: Record<string, string>, row: JsonObject, id: string): Promise<void> {
  const stop = operations.actions.find((each) => each.id.startsWith('stop'));
  if (!stop) return;
  await client.post(addressOf(stop, params, row, id));
  server.clock.advance(60_000);
  await server.services.jobs.runDue();
}

function addressOf(operation: Operation, params: Record<string, string>, row?: Record<string, Json>, id?: string): string {
  return fillPath(operation.path, pathArgs(operation, { params, row, id }));
}

function succeeded(reply: Reply): Reply {
  if (reply.status >= 300) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply;
}
