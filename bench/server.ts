import { randomBytes } from 'node:crypto';
import { asArray, asObject, asText, keysOf } from '#domain/json.ts';
import { budgets } from '#bench/budgets.ts';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

import { load, type Kind, type Load } from '#bench/server/load.ts';
import { bare, npmStart, prism, residentMemory, settled } from '#bench/server/processes.ts';
import { logIn } from '#bench/server/session.ts';
import { measureSiteBatch, SITES } from '#bench/server/site-batch.ts';
import { median, once, progress, spreadOf, type Area, type Live } from '#bench/figure.ts';
import { createDatabase, findPostgres, startCluster } from '#tests/support/postgres.ts';
import { startServer } from '#tests/support/server.ts';

const root = resolve(import.meta.dirname, '..');

const START_RUNS = 3;
const kinds = ['create', 'list', 'get'] as const;
/** Other ways to ask for a list, of which a mock and PostgreSQL tell nothing new. */
const ways = ['skips', 'packed', 'access'] as const;
const ours = ['server.create', 'server.list', 'server.get', 'server.memory'] as const;
/** `memory` after calls of each of `kinds`, of which the budget speaks; `memoryLater` when lists were asked for in all ways, too. */
type Measured = Record<(typeof kinds)[number], Load> &
  Partial<Record<(typeof ways)[number], Load>> & { memory: number; memoryLater: number };
type Paces = Record<(typeof kinds)[number], number>;

/** Requests per second of the bare platform where the budgets were set, design section 7. */
const LIMITS: Paces = { get: 62_000, list: 28_000, create: 5200 };

type Target = Parameters<typeof load>[1];
/** `asked`: what is measured of it, if not each of `kinds`. */
type Asked = { target: Target; pid: number; asked?: readonly Kind[] };

const bareTarget = (url: string): Target => ({ url, token: '', company: 'c-acme', tag: 't-000000001' });
const pacesOf = ({ get, list, create }: Measured): Paces => ({
  get: LIMITS.get / get.rate,
  list: LIMITS.list / list.rate,
  create: LIMITS.create / create.rate,
});

/** How much slower than there the bare platform is here, as it was found beside our server, or by itself where nobody asked for that. */
export const measurePaces = (): Promise<Paces> => (beside ?? measureBare()).then(({ bare: platform }) => pacesOf(platform));
const measureBare = once(async () => {
  const platform = await bare();
  try {
    const [measured = none()] = await measureEach([{ target: bareTarget(platform.url), pid: platform.pid }]);
    return { bare: measured };
  } finally {
    await platform.stop();
  }
});

let beside: Promise<{ ours: Measured; bare: Measured }> | undefined;

/** Our server and the bare platform, each under the same load one after the other: what else the machine does meets both. */
async function measureBeside(): Promise<{ ours: Measured; bare: Measured }> {
  const platform = await bare();
  try {
    return await whileServing({}, undefined, async (asked) => {
      // the bare platform knows neither compression nor access: asked in these ways its list is the same
      const [theirs = none(), ours = none()] = await measureEach([
        { target: bareTarget(platform.url), pid: platform.pid, asked: [...kinds, 'skips'] },
        { ...asked, asked: [...kinds, ...ways] },
      ]);
      return { ours, bare: theirs };
    });
  } finally {
    await platform.stop();
  }
}

/** Our server with session, access, validation and revisions, and Prism on the same contract beside it. */
export const measureServer: Area = async (report, wanted) => {
  const wantsOurs = keysOf(budgets).some((name) => ours.some((each) => name.startsWith(each)) && wanted(name));
  if (wantsOurs) beside = measureBeside();
  const paces = await measurePaces();
  if (wanted('server.start')) {
    const times: number[] = [];
    for (let run = 0; run < START_RUNS; run++) {
      const running = await npmStart();
      await running.stop();
      times.push(running.startedInMs / 1000);
    }
    const mock = await prism();
    await mock.stop();
    report('server.start', median(times), {
      spread: spreadOf(times),
      live: { peer: 'Prism, mock only', value: mock.startedInMs / 1000 },
      pace: paces.get,
    });
  }
  if (wanted('server.siteBatch')) {
    const times = await measureSiteBatch();
    report('server.siteBatch', median(times), {
      spread: spreadOf(times),
      live: { peer: 'bare Fastify and node:sqlite, as many stored unchecked', value: (SITES * paces.create) / LIMITS.create },
      pace: paces.create,
    });
  }
  if ([...kinds.map((kind) => `server.postgres.${kind}` as const), 'server.postgres.memory' as const].some(wanted))
    await measurePostgres(report, paces);
  if (!beside) return;
  const found = await beside;
  const theirs = await measurePrism();
  const live = (value: number): { live: Live } => ({ live: { peer: 'Prism, stores nothing', value } });
  for (const kind of kinds) {
    report(`server.${kind}`, found.ours[kind].rate, { ...live(theirs[kind].rate), pace: paces[kind] });
    report(`server.${kind}.p99`, found.ours[kind].p99, { ...live(theirs[kind].p99), pace: paces[kind] });
  }
  for (const kind of ['get', 'list'] as const) {
    report(`server.${kind}.ofBare`, found.ours[kind].rate / found.bare[kind].rate);
    report(`server.${kind}.p99.ofBare`, found.ours[kind].p99 / found.bare[kind].p99);
  }
  for (const way of ways) {
    const [rate, limit] = [found.ours[way]?.rate ?? Number.NaN, (found.bare[way] ?? found.bare.list).rate];
    report(`server.list.${way}`, rate, { live: { peer: 'bare Fastify and node:sqlite, uncompressed', value: limit }, pace: paces.list });
  }
  report('server.memory', found.ours.memory, live(theirs.memory));
  report('server.memory.ways', found.ours.memoryLater, { live: { peer: 'bare Fastify and node:sqlite', value: found.bare.memoryLater } });
};

/** The same on PostgreSQL, which keeps its defaults and syncs; the list is of the 10,000 sites of a demo network. */
async function measurePostgres(report: Parameters<Area>[0], paces: Paces): Promise<void> {
  if (findPostgres() === undefined) return progress('  PostgreSQL: skipped, no initdb on this machine');
  const cluster = await startCluster({ durable: true });
  try {
    const { url } = await createDatabase(cluster.url);
    const env = { DATABASE_URL: url, SECRETS_KEY: randomBytes(32).toString('base64') };
    execFileSync(process.execPath, ['server/simulator/seed-command.ts', '--sites', '10000', '--companies', '200'], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 2, 2],
    });
    const [measured = none()] = await whileServing(env, '/api/v1/sites', (asked) => measureEach([asked]));
    for (const kind of kinds) {
      report(`server.postgres.${kind}`, measured[kind].rate, { pace: paces[kind] });
      report(`server.postgres.${kind}.p99`, measured[kind].p99, { pace: paces[kind] });
    }
    report('server.postgres.memory', measured.memory);
  } finally {
    await cluster.remove();
  }
}

/** Our server on a demo network that stands already, once it has caught up. */
async function whileServing<T>(env: Record<string, string>, list: string | undefined, work: (asked: Asked) => Promise<T>): Promise<T> {
  const server = await startServer(env, env['DATABASE_URL'] === undefined ? async () => {} : undefined);
  try {
    const url = `http://127.0.0.1:${server.port}`;
    const token = await logIn(url);
    const company = await first(url, token, '/api/v1/companies', 'companyId');
    const tag = await makeTag(url, token, company);
    const pid = server.process.pid ?? 0;
    await settled(pid);
    return await work({ target: { url, token, company, tag, list }, pid });
  } finally {
    await server.stop();
  }
}

async function measurePrism(): Promise<Measured> {
  const mock = await prism();
  try {
    const [measured = none()] = await measureEach([
      { target: { url: mock.url, token: 'tok-prism', company: 'c-acme', tag: 't-hq' }, pid: mock.pid },
    ]);
    return measured;
  } finally {
    await mock.stop();
  }
}

function none(): Measured {
  const nothing = { rate: Number.NaN, p99: Number.NaN };
  return { create: nothing, list: nothing, get: nothing, memory: Number.NaN, memoryLater: Number.NaN };
}

/** Each kind of call of all servers one after another. Creates first: what they leave is what the list pages through. */
async function measureEach(all: readonly Asked[]): Promise<Measured[]> {
  const measured = all.map(none);
  const measure = async (kind: Kind): Promise<void> => {
    for (const [index, { target, asked = kinds }] of all.entries())
      if (asked.includes(kind)) Object.assign(measured[index] ?? {}, { [kind]: await load(kind, target) });
  };
  for (const kind of kinds) await measure(kind);
  for (const [index, { pid }] of all.entries()) Object.assign(measured[index] ?? {}, { memory: residentMemory(pid) });
  for (const way of ways) await measure(way);
  for (const [index, { target, pid }] of all.entries()) {
    const found = Object.assign(measured[index] ?? none(), { memoryLater: residentMemory(pid) });
    const figures = kinds.map((kind) => `${kind} ${found[kind].rate.toFixed(0)}/s p99 ${found[kind].p99} ms`);
    progress(`  ${target.url}: ${figures.join(', ')}, ${found.memory.toFixed(0)}, later ${found.memoryLater.toFixed(0)} MB`);
  }
  return measured;
}

/** One that says the same as those of the bare platform: letters of three bytes would be encoded here and not there. */
async function makeTag(url: string, token: string, company: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/companies/${company}/tags`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench 0', type: 'site', remark: 'made by npm run bench' }),
  });
  const id = asText(asObject(await answer.json()).id);
  if (id === undefined) throw new Error(`No tag was made: ${answer.status}`);
  return id;
}

async function first(url: string, token: string, path: string, property: string): Promise<string> {
  const answer = await fetch(`${url}${path}?limit=1`, { headers: { authorization: `Bearer ${token}` } });
  const [row] = asArray(asObject(await answer.json()).results);
  const value = asText(asObject(row)[property]);
  if (value === undefined) throw new Error(`${path} answered ${answer.status} without a row`);
  return value;
}
