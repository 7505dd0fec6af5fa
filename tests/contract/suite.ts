import { expect, test } from 'vitest';
import { asArray, asObject, type JsonObject, texts } from '#domain/json.ts';
import type { Json, Operation } from '#domain/model.ts';
import { call, type Args } from '#api/operation.ts';
import { loadConfig } from '#api/config.ts';
import { ApiError } from '#api/error.ts';
import { section7 } from '#tests/spec/section7.ts';
import { stubBrowser } from '#tests/support/browser-globals.ts';
import { answerFaults } from '#tests/support/answered.ts';
import { bodyExample, dereference, type RawParameter, rawOperation } from '#tests/support/contract-document.ts';
import { modelOperations } from '#tests/support/model.ts';

export const operations: Operation[] = modelOperations();

/** Storage and fetch as the client finds them in a browser, with the origin of the server under test. */
export function actAsBrowser(url: string): void {
  stubBrowser();
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => real(typeof input === 'string' && input.startsWith('/') ? url + input : input, init);
}

export function actWith(token: string): void {
  sessionStorage.setItem(
    'wan.session',
    JSON.stringify({
      token,
      refreshToken: 'none',
      username: 'test',
      expiresAt: Date.now() + 3_600_000,
      lifetime: 3_600_000,
      remember: false,
    }),
  );
}

/** Arguments from the contract's own examples: path parameters, required queries and the body named `default`. */
export function exampleArgs(operation: Operation): Args {
  const raw = rawOperation(operation);
  const example = (parameter: RawParameter): unknown => {
    const schema = dereference(parameter.schema);
    const found = asArray(schema['examples'])[0] ?? schema['example'];
    if (found === undefined) throw new Error(`${operation.id}: parameter ${parameter.name} has no example`);
    return found;
  };
  const path = Object.fromEntries(
    raw.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => [parameter.name, String(example(parameter))]),
  );
  const query = Object.fromEntries(
    raw.parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map((parameter) => [parameter.name, example(parameter)]),
  );
  const body = bodyExample(raw);
  if (raw.body !== undefined && body === undefined) throw new Error(`${operation.id}: its body has no example named default`);
  return { path, query, body };
}

/** The answer fits the schema that the contract gives for this status. */
export function expectDocumented(operation: Operation, status: number, data: unknown): void {
  const { responses } = rawOperation(operation);
  expect(responses[String(status)], `${operation.id} answers ${status}, which the contract does not name`).toBeDefined();
  expect(answerFaults(operation, status, data)).toEqual([]);
}

/** What the specification names in an answer is in it, whatever the contract says. */
function expectNamed({ id, method, path }: Operation, status: number, data: unknown): void {
  const [, , names] = section7.find(([verb, address]) => verb.toLowerCase() === method && address === path) ?? [];
  if (names?.status !== undefined) expect(String(status), `${id} answers`).toBe(names.status);
  for (const name of names?.answer?.split(' ') ?? []) expect(data, `${id} answers ${name}`).toHaveProperty(name);
}

const order: Record<string, number> = {
  list: 0,
  get: 1,
  none: 2,
  create: 3,
  bulkCreate: 3,
  action: 4,
  import: 4,
  export: 4,
  update: 5,
  bulkUpdate: 5,
  delete: 6,
  bulkDelete: 6,
};

/** Calls that end the session they are made with come last of all. */
export const ending = ['endSession', 'logout', 'refreshToken', 'endSessions', 'renameSelf', 'changePassword'];

/** Actions that find nothing to do once the others were tried. */
const early = ['startUpgradePolicy', 'muteAlert', 'unmuteAlert'];

export function inOrder(list: readonly Operation[]): Operation[] {
  const weight = (operation: Operation): number => {
    if (early.includes(operation.id)) return 3.5;
    return ending.includes(operation.id) ? 9 + ending.indexOf(operation.id) : (order[operation.kind] ?? 5);
  };
  return list.toSorted((a, b) => weight(a) - weight(b));
}

const twin = (operation: Operation, kind: string): Operation | undefined => {
  const collection = operation.path.replace(/\/\{[^}]+\}$/, '');
  return operations.find((candidate) => candidate.kind === kind && (candidate.path === operation.path || candidate.path === collection));
};

/** Makes one call as the renderer would: a fresh thing to delete, the present ETag to change. */
export async function callByExample(
  operation: Operation,
  prepare?: (args: Args) => Promise<Args>,
): Promise<{ status: number; data: unknown }> {
  const args = (await prepare?.(exampleArgs(operation))) ?? exampleArgs(operation);
  if (operation.kind === 'update' && operation.id !== 'updateSystemConfig')
    Object.assign(args, { body: fresh(operation, asObject(args.body)), query: { ...args.query, confirm: true } });
  try {
    if (operation.kind === 'delete') await aimAtNew(operation, args);
    if (operation.kind === 'update') await keepDevice(operation, args);
    if (operation.ifMatch === true) args.ifMatch = await presentEtag(operation, args);
    const answer = await call<unknown>(operation, args);
    const isEmpty = answer.data === undefined && rawOperation(operation).responses['204'] !== undefined;
    return { status: isEmpty ? 204 : operation.success, data: answer.data };
  } catch (error) {
    if (error instanceof ApiError)
      throw new Error(`${operation.id}: ${error.status} ${error.code} ${error.detail} ${JSON.stringify(error.errors)}`, { cause: error });
    throw error;
  }
}

async function aimAtNew(operation: Operation, args: Args): Promise<void> {
  const create = twin(operation, 'create');
  const last = [...operation.path.matchAll(/\{([^}]+)\}/g)].at(-1)?.[1];
  if (create === undefined || last === undefined) return;
  const made = await call<JsonObject>(create, {
    path: args.path,
    query: { confirm: true },
    body: fresh(create, asObject(exampleArgs(create).body)),
  });
  const id = made.data[last] ?? made.data['id'] ?? made.data[`${last.replace(/Id$/, '')}Id`];
  if (typeof id !== 'string') throw new Error(`${create.id} answers no ${last}: ${JSON.stringify(made.data).slice(0, 200)}`);
  args.path = { ...args.path, [last]: id };
  // what is at work is stopped before it is deleted
  const stop = operations.find((candidate) => candidate.path === `${operation.path}/stop`);
  if (stop !== undefined && ['assigned', 'pending', 'running'].includes(String(made.data['state']))) await call(stop, { path: args.path });
}

let counter = 10;

/** The example with what is unique of its own: a second thing from the same example would be refused as a duplicate. */
function fresh(operation: Operation, body: JsonObject): JsonObject {
  counter++;
  const data = asObject(dereference(rawOperation(operation).body?.schema)['x-data']);
  const unique = asArray(data['unique']).map(texts);
  const anotherNet = (value: string): string => value.replace(/^(\d+\.\d+)\.\d+\./, `$1.${counter % 250}.`);
  const digits = String(counter).padStart(3, '0');
  const own: Record<string, (value: string) => string> = {
    username: (value) => `again${counter}.${value}`,
    sn: (value) => value.replace(/\d{3}$/, digits),
    mac: (value) => value.replace(/..$/, (counter % 256).toString(16).padStart(2, '0')),
    ip: (value) => value.replace(/\d+$/, String(counter % 250)),
    mobile: (value) => value.replace(/\d{3}$/, digits),
    version: (value) => value.replace(/\d+$/, String(counter)),
    suffix: (value) => `again${counter}.${value}`,
    network: anotherNet,
    rangeStart: anotherNet,
    rangeEnd: anotherNet,
    gateway: anotherNet,
    address: (value) => `again${counter}.${value}`,
  };
  const another = (value: string): string => `${value.slice(0, 15)}${counter}`;
  const names = new Set([
    ...Object.keys(own).filter((name) => name !== 'ip' && name !== 'address'),
    'name',
    ...unique.map((set) => set.at(-1) ?? ''),
  ]);
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]): [string, Json][] => {
      // a device of another thing: two cannot have the same one, and none is made up
      if (key === 'sn' && !unique.some((set) => set.includes('sn'))) return [];
      if (!names.has(key)) return [[key, value]];
      if (typeof value === 'number') return [[key, value + counter]];
      return [[key, typeof value === 'string' ? (own[key] ?? another)(value) : value]];
    }),
  );
}

/** A device keeps its serial, and a site its device: later calls need them. */
async function keepDevice(operation: Operation, args: Args): Promise<void> {
  const get = operations.find((candidate) => candidate.kind === 'get' && candidate.path === operation.path);
  if (get === undefined || asObject(exampleArgs(operation).body)['sn'] === undefined) return;
  const { sn } = (await call<JsonObject>(get, { path: args.path })).data;
  args.body = { ...asObject(args.body), ...(sn === undefined ? {} : { sn }) };
}

async function presentEtag(operation: Operation, args: Args): Promise<string> {
  const get = operations.find((candidate) => candidate.kind === 'get' && candidate.path === operation.path) ?? operation;
  if (get === operation) return '"1"';
  const answer = await call(get, { path: args.path });
  if (answer.etag === undefined) throw new Error(`${get.id} answers no ETag`);
  return answer.etag;
}

export type SuiteOptions = {
  /** Before each call: a call that is refused ends the client's session, and the next test needs one. */
  before?: (operation: Operation) => void | Promise<void>;
  /** Arguments that no fixed example can give: a password encoded for its username, a code that was just sent. */
  prepare?: Record<string, (args: Args) => Promise<Args>>;
};

/** The suite: operations of the contract, through the generated client, against whatever stands at the URL. */
export function contractSuite(some: readonly Operation[], options: SuiteOptions = {}): void {
  for (const operation of inOrder(some)) {
    test(`${operation.method.toUpperCase()} ${operation.path} (${operation.id})`, async () => {
      await loadConfig();
      await options.before?.(operation);
      const { status, data } = await callByExample(operation, options.prepare?.[operation.id]);
      expectDocumented(operation, status, data);
      expectNamed(operation, status, data);
    });
  }
}
