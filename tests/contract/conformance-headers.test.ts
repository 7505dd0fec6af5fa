import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, terminal } from '#codegen/conformance/report.ts';
import { tryContract } from '#codegen/conformance/run.ts';
import { buildResources } from '#codegen/model.ts';
import { readContract } from '#codegen/read/contract.ts';
import { asObject, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { portOf } from '#tests/support/answers.ts';
import { document, json } from '#tests/support/foreign-contract.ts';

const root = resolve(import.meta.dirname, '../..');
type Seen = { method: string; path: string; headers: IncomingHttpHeaders };
let folder = '';
let backend: Server | undefined;
const seen: Seen[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wan-console-headers-'));
  seen.length = 0;
});
afterEach(() => {
  backend?.close();
  rmSync(folder, { recursive: true, force: true });
});

const header = (name: string, schema: Json, more: JsonObject = {}): JsonObject => ({ name, in: 'header', required: true, schema, ...more });

/** Gauges alone, whose calls require these headers beside a key; `fits` is what the backend thinks of them. */
async function tried(
  parameters: JsonObject[],
  fits: (headers: IncomingHttpHeaders) => boolean,
  headers: Record<string, string>,
): Promise<string> {
  const paths = asObject(document['paths']);
  const gauge = { id: 1, name: 'Pier', depth: 3, createdAt: '2026-01-05T08:00:00Z' };
  const file = join(folder, 'tides.json');
  const refused = { description: 'Refused' };
  const callOf = ([method, each]: [string, Json]): [string, JsonObject] => {
    const call = asObject(each);
    const own = Array.isArray(call['parameters']) ? call['parameters'] : [];
    const responses = { ...asObject(call['responses']), '400': refused, '401': refused, '404': refused };
    const more: JsonObject = method === 'post' ? { requestBody: json({ type: 'object', example: { name: 'Quay' } }) } : {};
    const marks = method === 'post' ? [header('Idempotency-Key', { type: 'string' })] : [];
    return [method, { ...call, ...more, responses, parameters: [...own, ...parameters, ...marks] }];
  };
  const contract: JsonObject = {
    ...document,
    security: [{ key: [] }],
    paths: Object.fromEntries(
      ['/gauges/', '/gauges/{id}/'].map((path) => [path, Object.fromEntries(Object.entries(asObject(paths[path])).map(callOf))]),
    ),
  };
  writeFileSync(file, JSON.stringify(contract));
  let there = true;
  backend = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://backend');
    const method = request.method ?? '';
    seen.push({ method, path: pathname, headers: request.headers });
    const isList = pathname === '/v2/gauges/';
    if (request.headers['x-tide-key'] !== 'k') return void response.writeHead(401).end();
    if (!fits(request.headers)) return void response.writeHead(400).end();
    if (method === 'DELETE') there = false;
    if (method === 'POST') there = true;
    if (!isList && (pathname !== '/v2/gauges/1/' || !there) && method !== 'DELETE') return void response.writeHead(404).end();
    if (method === 'DELETE') return void response.writeHead(204).end();
    response.writeHead(method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isList && method === 'GET' ? { data: [gauge], total: 1 } : gauge));
  });
  const server = backend;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const read = await readContract(root, file);
  const url = `http://127.0.0.1:${portOf(server)}`;
  const outcome = await tryContract({
    contract: read,
    built: buildResources(read),
    backend: { url, headers, query: {}, seconds: 10 },
    writes: true,
    only: undefined,
    isStopped: () => false,
  });
  return `${terminal(outcome)}\n${page(outcome).replaceAll('&#39;', "'")}`;
}

const calls = (method: string): Seen[] => seen.filter((each) => each.method === method && each.path !== '/v2/');

test('headers that a call requires are sent with values that their schemas take', async () => {
  const parameters = [
    header('X-Harbour', { type: 'string', enum: ['north', 'south'] }),
    header('Tide-Version', { type: 'string', pattern: '^\\d{4}-\\d{2}$' }),
    header('X-Depth', { type: 'integer', minimum: 3 }),
    header('X-Crew', { type: 'string' }, { example: 'night' }),
  ];
  const text = await tried(
    parameters,
    ({ 'x-harbour': harbour, 'tide-version': version, 'x-depth': depth, 'x-crew': crew }) =>
      harbour === 'north' && /^\d{4}-\d{2}$/.test(String(version)) && Number(depth) >= 3 && crew === 'night',
    { 'x-tide-key': 'k' },
  );
  expect(text).not.toMatch(/FAIL|LEFT/);
  // list, item, made, changed and removed
  expect(['GET', 'POST', 'PATCH', 'DELETE'].filter((method) => calls(method).length === 0)).toEqual([]);
  const keys = calls('POST').map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
  // whoever has no credentials brings them too: it is the credentials that are missed
  const strangers = seen.filter(({ path, headers }) => path !== '/v2/' && headers['x-tide-key'] === undefined);
  expect(strangers.length).toBeGreaterThan(0);
  expect(strangers.map(({ headers }) => headers['x-harbour'])).toEqual(strangers.map(() => 'north'));
});

const tenant = [header('X-Tenant', { type: 'string' })];

test('a value that nobody named is no fault of the backend that does not know it', async () => {
  const text = await tried(tenant, ({ 'x-tenant': of }) => of === 'acme', { 'x-tide-key': 'k' });
  expect(text).not.toContain('FAIL');
  expect(text).toContain("refused (400) with a value that only fits its schema: give one with --header 'X-Tenant: …'");
});

test('one that is given is sent as it is, and says not who calls', async () => {
  const given = await tried(tenant, ({ 'x-tenant': of }) => of === 'acme', { 'x-tide-key': 'k', 'x-tenant': 'acme' });
  expect(given).not.toMatch(/FAIL|give one with/);
  expect(calls('GET').map(({ headers }) => headers['x-tenant'])).toEqual(calls('GET').map(() => 'acme'));
  backend?.close();
  seen.length = 0;
  await tried(tenant, () => true, { 'X-TENANT': 'acme' });
  expect(calls('GET').filter(({ path }) => path === '/v2/gauges/')).toHaveLength(1);
});
