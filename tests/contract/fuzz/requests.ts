import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asObject, isText, type JsonObject } from '#domain/json.ts';
import type { Field, Operation, Resource } from '#domain/model.ts';
import { model, resourceOf, type Validate, validatorsOf } from '#tests/support/model.ts';
import { runRules } from '#domain/rules/registry.ts';
import { schemaFindings } from '#domain/findings.ts';
import { examplesWorld } from '#server/seed/examples-world.ts';
import { randomFrom, type Random } from '#server/simulator/random.ts';
import { breaksOf, UNSAFE } from '#tests/contract/fuzz/broken.ts';
import { brokenValue, parametersOf, type Query, validQuery } from '#tests/contract/fuzz/query.ts';
import { faultsOf, forRequests, type Schema } from '#tests/contract/fuzz/request-schema.ts';
import { validValue } from '#tests/contract/fuzz/valid.ts';
import { kindsIn } from '#tests/contract/kinds.ts';
import { ending, exampleArgs } from '#tests/contract/suite.ts';
import { bundle, dereference, rawOperation } from '#tests/support/contract-document.ts';
import { covering, times } from '#tests/support/effort.ts';
import { methodOf, SUPER, type Reply, testServer, type TestServer } from '#tests/server/harness.ts';
import { errorsOf } from '#tests/support/answers.ts';

/**
 * Every operation meets at least 30 requests made from the contract, as few of them as bring every kind of call and value 60, by night
 * all of them 300: valid ones, and valid ones broken in one place; one that lists, reads or stores meets up to 100 until one is
 * accepted. A valid one is accepted or refused for what is stored, never for its shape; a broken one is refused at its place; nothing is
 * a 5xx; and the validator of the form says of each what the server says.
 */
const OF_EACH_KIND = times(60, 300);
const OF_THE_OTHERS = times(30, 300);
/** Until one is accepted. */
const MOST = Math.max(OF_EACH_KIND, 100);
const TRIES = 25;
/** Another stream of requests: FUZZ_SEED=7 npm test -- contract */
const SEED = process.env['FUZZ_SEED'] ?? '1';

type Case = { query: Query; body?: unknown; what: string };

let server: TestServer;
let token = '';
const models = new Map<string, { file: string; resource?: Resource }>();
/** What the examples hold, by entity and by property of it. */
const known: Record<string, readonly string[]> = {};
const world = examplesWorld(bundle);
// once, however many files of a process ask: what is chosen at random of it is the same every day
for (const [name, { file }] of Object.entries(model.resources)) {
  const resource = resourceOf(name);
  for (const operation of Object.values(resource.operations).flat()) models.set(operation.id, { file, resource });
  known[name] = (world[name] ?? []).map((row) => String(row[resource.id]));
  for (const row of world[name] ?? [])
    for (const [key, value] of Object.entries(row))
      if (typeof value === 'string') known[`${name}.${key}`] = [...(known[`${name}.${key}`] ?? []), value];
}

/** Those operations, each a test of its own, on a server of their own. */
export function fuzz(some: readonly Operation[]): void {
  const ofEachKind = covering(some, kindsIn);
  let cases = 0;
  let accepted = 0;

  beforeAll(async () => {
    server = await testServer({ seed: 'examples' });
  });
  afterAll(async () => {
    console.log(`fuzz: ${cases} requests to ${some.length} operations, ${accepted} accepted (seed ${SEED})`);
    await server.remove();
  });

  describe('requests made from the contract', () => {
    test.each(some.map((operation): [string, Operation] => [operation.id, operation]))('%s', async (id, operation) => {
      token = (await server.services.sessions.create(SUPER)).token;
      const random = randomFrom(`${SEED} ${id}`);
      const checks = await validatorOf(operation);
      const enough = ofEachKind.has(operation) ? OF_EACH_KIND : OF_THE_OTHERS;
      const tally = await runCases(operation, random, checks, enough);
      cases += tally.sent;
      accepted += tally.accepted;
      expect(tally.sent).toBeGreaterThanOrEqual(enough);
      if (mustBeAccepted(operation)) expect(`${tally.accepted > 0} ${tally.refusals.join(' ')}`).toMatch(/^true/);
    });
  });
}

/** Of what lists, reads and stores some valid request is right for what is stored, too. */
function mustBeAccepted({ kind }: Operation): boolean {
  return ['list', 'get', 'create', 'update'].includes(kind);
}

type Checks = { schema: Schema | undefined; validate: Validate | undefined; field?: Field | undefined; rules: Resource['rules'] };

async function runCases(
  operation: Operation,
  random: Random,
  checks: Checks,
  enough: number,
): Promise<{ sent: number; accepted: number; refusals: string[] }> {
  const etag = await etagOf(operation);
  const refusals = new Set<string>();
  const tally = { sent: 0, accepted: 0 };
  const send = async (request: Case, id?: string): Promise<Reply> => {
    tally.sent++;
    const reply = await sendCase(operation, request, etag, id);
    if (reply.status >= 500 && !knownFailure(reply)) expect.fail(told(operation, request, reply));
    return reply;
  };
  const parameters = parametersOf(rawOperation(operation));
  const own = parameters.filter((each) => each.in === 'query' && !['dryRun', 'confirm'].includes(each.name));
  // once each, beside the others: what is odd about them is in no schema
  if (operation.path.includes('{'))
    for (const odd of ['%00', '%zz', '%E0%A4%A', '..%2F..%2Fx', '%ED%A0%80']) await send({ query: {}, what: `address with ${odd}` }, odd);
  if (checks.schema) {
    const refused = await send({ query: {}, body: { name: nested(1000) }, what: '1,000 levels' });
    expect(`${refused.status === 422 || refused.status === 413} ${operation.id} ${refused.status}`).toMatch(/^true/);
  }
  tally.sent = 0;
  const isEnough = (): boolean => tally.sent >= enough && (tally.accepted > 0 || !mustBeAccepted(operation) || tally.sent >= MOST);
  while (!isEnough()) {
    const query = validQuery(own, random, known);
    const body = checks.schema ? validBody(operation, checks, random) : undefined;
    if (checks.schema && body === undefined) throw new Error(`${operation.id}: no valid body can be made from its schema`);
    if (mayRun(operation)) {
      const valid: Case = { query, body, what: 'valid' };
      const reply = await send(valid);
      if (reply.status < 300) tally.accepted++;
      else refusals.add(`${reply.status} ${String(reply.body['code'])} ${JSON.stringify(reply.body['errors'] ?? '')}`);
      expectNoFault(operation, valid, reply, checks);
    }
    for (const each of random.some(own, 2)) {
      const value = brokenValue(each, random);
      if (value === undefined) continue;
      const broken: Case = { query: { ...query, [each.name]: value }, body, what: `query ${each.name}` };
      const reply = await send(broken);
      if (!pointersOf(reply).some((pointer) => pointer.startsWith(`/query/${each.name}`))) expect.fail(told(operation, broken, reply));
    }
    const stranger: Case = { query: { ...query, noSuchParameter: '1' }, body, what: 'unknown parameter' };
    const answer = await send(stranger);
    if (!ownWords.has(operation.id) && !pointersOf(answer).includes('/query/noSuchParameter'))
      expect.fail(told(operation, stranger, answer));
    if (!checks.schema) continue;
    for (const { pointer, how, doc } of random.some(breaksOf(checks.schema, body, random), 4)) {
      if (isWriteOnlyOnUpdate(operation, checks.schema, how)) continue;
      if (how === UNSAFE) {
        const unsafe: Case = { query, body: doc, what: `${how} at ${pointer}` };
        const reply = await send(unsafe);
        if (!ownWords.has(operation.id) && !pointersOf(reply).includes(pointer)) expect.fail(told(operation, unsafe, reply));
        continue;
      }
      const faults = faultsOf(checks.schema, doc);
      if (faults.length === 0) continue;
      const broken: Case = { query, body: doc, what: `${how} at ${pointer}` };
      expectRefused(operation, broken, await send(broken), checks, how.startsWith('required ') ? `${pointer}/${how.slice(9)}` : pointer);
    }
  }
  return { ...tally, refusals: [...refusals].slice(0, 5) };
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** A body by the schema that breaks none of its rules; the example of the contract where chance does not find one. */
function validBody(operation: Operation, { schema, rules }: Checks, random: Random): unknown {
  for (let tries = 0; tries < TRIES; tries++) {
    const body = inCompany(operation, validValue(schema, random, known));
    if (
      schema &&
      body !== undefined &&
      faultsOf(schema, body).length === 0 &&
      runRules(rules, body).every(({ level }) => level !== 'error')
    )
      return body;
  }
  const example = structuredClone(exampleArgs(operation).body);
  const { name } = asObject(example);
  return isText(name) ? { ...asObject(example), name: `${name.slice(0, 6)}${random.int(1, 9999)}` } : example;
}

/** A body that repeats the company of its path names the same one. */
function inCompany(operation: Operation, body: unknown): unknown {
  const { companyId } = exampleArgs(operation).path ?? {};
  return companyId !== undefined && body !== null && typeof body === 'object' && 'companyId' in body ? { ...body, companyId } : body;
}

/** What a valid request may be refused for is what is stored, not what it looks like. */
function expectNoFault(operation: Operation, request: Case, reply: Reply, checks: Checks): void {
  const shape = shapeOf(reply);
  if (shape.length > 0 || reply.status === 400 || reply.status === 415) expect.fail(told(operation, request, reply));
  if (checks.validate && request.body !== undefined && clientPointers(checks, request.body).length > 0)
    expect.fail(told(operation, request, reply));
}

function expectRefused(operation: Operation, request: Case, reply: Reply, checks: Checks, pointer: string): void {
  if (!isRefused(operation, request, reply, checks, pointer)) expect.fail(`${pointer}: ${told(operation, request, reply)}`);
}

function isRefused(operation: Operation, request: Case, reply: Reply, checks: Checks, pointer: string): boolean {
  if (reply.status < 400 || reply.status >= 500) return false;
  if (reply.body['code'] !== 'validation.failed') return ownWords.has(operation.id);
  if (!pointersOf(reply).includes(pointer)) return false;
  // a dry run goes on to what is stored, which the form does not know
  const shape = [...new Set(shapeOf(reply).map((finding) => finding.pointer))].toSorted();
  return !checks.validate || clientPointers(checks, request.body).join('\n') === shape.join('\n');
}

/** Codes of keywords and formats. */
const SHAPE = /^(?:schema|format|password|text|addressSet)\./;

/** What the server found wrong with how the body looks. */
function shapeOf(reply: Reply): ReturnType<typeof findingsOf> {
  return findingsOf(reply).filter(({ code }) => SHAPE.test(code));
}

/** Operations that say a wrong body in words of their own (spec section 8). */
const ownWords = new Set(['renameSelf', 'changePassword', 'createToken', 'sendSmsCode']);

function clientPointers({ validate, field }: Checks, body: unknown): string[] {
  if (!validate || validate(body)) return [];
  return [...new Set(schemaFindings(validate.errors ?? [], body, field).map((finding) => finding.pointer))].toSorted();
}

async function validatorOf(operation: Operation): Promise<Checks> {
  const schema = rawOperation(operation).body?.schema;
  if (!schema) return { schema: undefined, validate: undefined, rules: [] };
  const model = models.get(operation.id);
  const bodies = await validatorsOf(model?.file ?? 'forms');
  const stored = operation.kind === 'create' || operation.kind === 'update';
  const field = server.services.contract.operations.get(operation.id)?.body;
  return { schema: forRequests(schema), validate: bodies[operation.id], field, rules: (stored && model?.resource?.rules) || [] };
}

/** A change is asked for by dry run where the contract has it; calls that end the session or rename the caller are only broken. */
function mayRun(operation: Operation): boolean {
  return !ending.includes(operation.id);
}

async function sendCase(operation: Operation, { query, body }: Case, etag: string, id?: string): Promise<Reply> {
  const args = exampleArgs(operation);
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => id ?? encodeURIComponent(args.path?.[name] ?? ''));
  const answer = await server.app.inject({
    method: methodOf(operation),
    url: path,
    query: { ...query, ...(operation.dryRun ? { dryRun: 'true' } : {}) },
    headers: {
      authorization: `Bearer ${token}`,
      ...(operation.ifMatch ? { 'if-match': etag } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: parsed(answer.body), headers: {}, etag: answer.headers.etag ?? '' };
}

async function etagOf(operation: Operation): Promise<string> {
  if (!operation.ifMatch) return '';
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(exampleArgs(operation).path?.[name] ?? ''),
  );
  const answer = await server.app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}` } });
  return answer.headers.etag ?? '"1"';
}

function parsed(text: string): JsonObject {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return { text: text.slice(0, 200) };
  }
}

function findingsOf(reply: Reply): ReturnType<typeof errorsOf> {
  return reply.body['code'] === 'validation.failed' ? errorsOf(reply) : [];
}

function pointersOf(reply: Reply): string[] {
  return findingsOf(reply).map(({ pointer }) => pointer);
}

/** Problems above 500 that the catalogue has for what is outside the server: a sender that does not answer, a backend that is missing. */
function knownFailure(reply: Reply): boolean {
  return reply.body['code'] === 'login.code-not-sent';
}

function isWriteOnlyOnUpdate(operation: Operation, schema: Schema, how: string): boolean {
  const property = asObject(dereference(schema)['properties'])[how.slice('required '.length)];
  return operation.method === 'put' && how.startsWith('required ') && dereference(property)['writeOnly'] === true;
}

/** A request and its answer in words, for what is wrong with them: tens of thousands are right. */
function told(operation: Operation, { query, body, what }: Case, { status, body: answer }: Reply): string {
  return `${operation.id} ${what}: ${status} ${JSON.stringify(answer).slice(0, 600)} to ${JSON.stringify(query)} ${JSON.stringify(body ?? null).slice(0, 1500)}`;
}
