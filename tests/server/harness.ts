import { createCipheriv, createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { InjectOptions } from 'fastify';

import { asObject, type JsonObject } from '#domain/json.ts';
import type { Operation } from '#domain/model.ts';
import { boot, type Running } from '#server/boot.ts';
import { type Contract, loadContract } from '#server/kernel/contract.ts';
import { manualClock } from '#server/store/clock.ts';
import { memoryOutbox, type Outbox } from '#server/kernel/outbox.ts';
import { seedFor, type SeedName } from '#server/seed/seed.ts';
import { createServices } from '#server/services-of.ts';
import type { PrometheusConfig } from '#server/telemetry/prometheus/config.ts';
import { objects } from '#tests/support/answers.ts';
import { createDatabase, query, type Database } from '#tests/support/postgres.ts';
import { copySeeded, madeOnce, PASSWORD_COST, sharesSeeds } from '#tests/support/seeded.ts';

export type Reply = { status: number; body: JsonObject; headers: Record<string, string | undefined>; etag: string };
type Request = {
  body?: unknown;
  query?: Record<string, string | string[]>;
  headers?: Record<string, string>;
  ifMatch?: string;
  payload?: string;
  /** The server is broken on purpose: everywhere else a fault of its own is a failure, whatever a test looks for. */
  broken?: true;
};

/** Calls as one account, over HTTP as the server itself reads it. */
export type Client = {
  get(path: string, request?: Request): Promise<Reply>;
  post(path: string, body?: unknown, request?: Request): Promise<Reply>;
  put(path: string, body?: unknown, request?: Request): Promise<Reply>;
  delete(path: string, request?: Request): Promise<Reply>;
};

export type TestServer = Running & {
  clock: ReturnType<typeof manualClock>;
  directory: string;
  /** What was told whoever started it, over all starts. */
  said: string[];
  /** Where it is not in the directory. */
  databaseUrl: string | undefined;
  /** What left by mail and SMS. */
  outbox: ReturnType<typeof memoryOutbox>;
  as(username: string): Promise<Client>;
  anonymous: Client;
  /** Stops and begins again on the same data, with another contract's output where one is named; clients of before are of the past. */
  restart(between?: () => void, generated?: string): Promise<void>;
  remove(): Promise<void>;
};

export const SUPER = 'super@demo.example';
export const COMPANY = 'company@demo.example';
export const VIEWER = 'viewer@demo.example';
export const REGIONAL = 'regional@demo.example';
export const GLOBAL = 'global@demo.example';
export const CHANNEL = 'channel@demo.example';
export const DELEGATE = 'delegate@demo.example';
export const PASSWORD = 'Demo1234';

type TestOptions = {
  seed?: SeedName;
  captcha?: boolean;
  outbox?: Outbox;
  /** Stays when the server goes: another one shares it. */
  databaseUrl?: string;
  clock?: ReturnType<typeof manualClock>;
  /** A store of measurements instead of the demo network's own. */
  telemetry?: PrometheusConfig;
  webhooksInside?: boolean;
  /** A folder of migrations instead of the project's. */
  migrations?: string;
};

const root = resolve(import.meta.dirname, '../..');

let own: Contract | undefined;

/** Read once for the hundred servers that a process has one after another, with all that is made of it when it is first asked for. */
function ownContract(): Contract {
  return (own ??= loadContract(join(root, 'generated')));
}

/** A server on a data directory of its own, or in the PostgreSQL project on a database of its own, with a clock that stands. */
export async function testServer(options: TestOptions = {}): Promise<TestServer> {
  const clock = options.clock ?? manualClock();
  const { seed = 'demo' } = options;
  const directory = mkdtempSync(join(tmpdir(), 'wan-console-test-'));
  // the empty world tells its password when it is seeded
  const shared = sharesSeeds() && seed !== 'empty' && clock.now() === manualClock().now();
  const database = options.databaseUrl === undefined ? await ownDatabase(shared ? seed : undefined) : undefined;
  if (shared && !database && options.databaseUrl === undefined)
    await copySeeded(`sqlite-${seed}`, directory, (folder) => fillSeeded({ dataDir: folder }, seed));
  const outbox = memoryOutbox(clock);
  const begin = (generated?: string): Promise<Running> =>
    boot({
      contract: generated === undefined ? ownContract() : loadContract(generated),
      dataDir: directory,
      databaseUrl: options.databaseUrl ?? database?.url,
      seed,
      clock,
      captcha: options.captcha ?? false,
      passwordCost: PASSWORD_COST,
      outbox: options.outbox ?? outbox,
      telemetry: options.telemetry,
      secretsKey: process.env['SECRETS_KEY'],
      webhooksInside: options.webhooksInside,
      ...(options.migrations === undefined ? {} : { migrations: options.migrations }),
      say: (line) => said.push(line),
    });
  const said: string[] = [];
  const running = await begin();
  const server: TestServer = {
    ...running,
    clock,
    directory,
    said,
    outbox,
    anonymous: clientOf(running),
    as: async (username) => clientOf(server, (await server.services.sessions.create(username)).token),
    databaseUrl: options.databaseUrl ?? database?.url,
    async restart(between, generated) {
      await server.stop();
      between?.();
      const again = await begin(generated);
      Object.assign(server, again, { anonymous: clientOf(again) });
    },
    async remove() {
      await server.stop();
      await database?.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return server;
}

async function ownDatabase(seed: SeedName | undefined): Promise<Database | undefined> {
  const cluster = process.env['TEST_DATABASE_URL'];
  if (!cluster) return undefined;
  if (seed === undefined) return createDatabase(cluster);
  const template = `seeded_${seed}`;
  await madeOnce(`postgres-${seed}`, async (folder) => {
    const { url } = await createDatabase(cluster, undefined, template);
    await fillSeeded({ dataDir: folder, databaseUrl: url }, seed);
    // nobody else does in a cluster without autovacuum, and what is not known of a table is guessed
    await query(url, 'analyze');
  });
  return createDatabase(cluster, template);
}

/** What a server finds on its first start, and nothing that a running one adds. */
async function fillSeeded(place: { dataDir: string; databaseUrl?: string }, seed: SeedName): Promise<void> {
  const services = await createServices({
    root,
    contract: ownContract(),
    ...place,
    secretsKey: process.env['SECRETS_KEY'],
    clock: manualClock(),
    captcha: false,
    demo: seed !== 'empty',
    passwordCost: PASSWORD_COST,
  });
  await seedFor(services, seed);
  await services.store.close();
}

export function clientOf({ app }: Running, token?: string): Client {
  const send = async (method: InjectOptions['method'], url: string, body: unknown, request: Request = {}): Promise<Reply> => {
    const answer = await app.inject({
      method,
      url,
      query: { locale: 'en', ...request.query },
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(request.ifMatch === undefined ? {} : { 'if-match': request.ifMatch }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    if (answer.statusCode === 500 && !request.broken) throw new Error(`${method ?? ''} ${url} answered 500: ${answer.body}`);
    return {
      status: answer.statusCode,
      body: parsed(answer.body),
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, value === undefined ? value : String(value)]),
      ),
      etag: answer.headers.etag ?? '',
    };
  };
  return {
    get: (path, request) => send('GET', path, undefined, request),
    post: (path, body, request) => send('POST', path, body, request),
    put: (path, body, request) => send('PUT', path, body, request),
    delete: (path, request) => send('DELETE', path, undefined, request),
  };
}

/** A password as the wire carries it. */
export function encoded(username: string, password: string): string {
  const key = createHash('sha256').update(`wan-console:${username.trim()}`).digest();
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12, 7));
  return Buffer.concat([Buffer.alloc(12, 7), cipher.update(password, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function parsed(text: string): JsonObject {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return { text };
  }
}

export function resultsOf(reply: Reply): JsonObject[] {
  return objects(reply.body['results'] ?? reply.body['result']);
}

/** The method of an operation as a request has it. */
export function methodOf({ method }: Pick<Operation, 'method'>): 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' {
  return METHODS[method];
}
const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

/** The company of an account, as its own list of companies names it. */
export async function companyOf(client: Client, index = 0): Promise<string> {
  const reply = await client.get('/api/v1/companies', { query: { view: 'list', limit: '1000' } });
  return String(resultsOf(reply)[index]?.['companyId']);
}
