import { randomBytes } from 'node:crypto';
import { asArray, asObject, asText } from '#domain/json.ts';
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
type Measured = Record<Kind, Load> & { memory: number };
type Paces = Record<Kind, number>;

/** Requests per second of the bare platform where the budgets were set, design section 7. */
const LIMITS: Record<Kind, number> = { get: 62_000, list: 28_000, create: 5200 };

/** How much slower than there the bare platform is here, under the same load in the same minute. */
export const measurePaces = once(async (): Promise<Paces> => {
  const platform = await bare();
  try {
    const { get, list, create } = await measure({ url: platform.url, token: '', company: 'c-acme', tag: 't-000000001' }, platform.pid);
    return { get: LIMITS.get / get.rate, list: LIMITS.list / list.rate, create: LIMITS.create / create.rate };
  } finally {
    await platform.stop();
  }
});

/** Our server with session, access, validation and revisions, and Prism on the same contract beside it. */
export const measureServer: Area = async (report, wanted) => {
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
  if (![...kinds.map((kind) => `server.${kind}` as const), 'server.memory' as const].some(wanted)) return;

  const ours = await measureOurs();
  const theirs = await measurePrism();
  const live = (value: number): { live: Live } => ({ live: { peer: 'Prism, stores nothing', value } });
  for (const kind of kinds) {
    report(`server.${kind}`, ours[kind].rate, { ...live(theirs[kind].rate), pace: paces[kind] });
    report(`server.${kind}.p99`, ours[kind].p99, { ...live(theirs[kind].p99), pace: paces[kind] });
  }
  report('server.memory', ours.memory, live(theirs.memory));
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
    const measured = await measureOurs(env, '/api/v1/sites');
    for (const kind of kinds) {
      report(`server.postgres.${kind}`, measured[kind].rate, { pace: paces[kind] });
      report(`server.postgres.${kind}.p99`, measured[kind].p99, { pace: paces[kind] });
    }
    report('server.postgres.memory', measured.memory);
  } finally {
    await cluster.remove();
  }
}

async function measureOurs(env: Record<string, string> = {}, list?: string): Promise<Measured> {
  const server = await startServer(env);
  try {
    const url = `http://127.0.0.1:${server.port}`;
    const token = await logIn(url);
    const company = await first(url, token, '/api/v1/companies', 'companyId');
    const tag = await first(url, token, `/api/v1/companies/${company}/tags`, 'id');
    const pid = server.process.pid ?? 0;
    await settled(pid);
    return await measure({ url, token, company, tag, list }, pid);
  } finally {
    await server.stop();
  }
}

async function measurePrism(): Promise<Measured> {
  const mock = await prism();
  try {
    return await measure({ url: mock.url, token: 'tok-prism', company: 'c-acme', tag: 't-hq' }, mock.pid);
  } finally {
    await mock.stop();
  }
}

/** Creates first: what they leave is what the list pages through. */
async function measure(target: Parameters<typeof load>[1], pid: number): Promise<Measured> {
  const create = await load('create', target);
  const list = await load('list', target);
  const get = await load('get', target);
  const memory = residentMemory(pid);
  progress(
    `  ${target.url}: ${[create, list, get].map(({ rate, p99 }) => `${rate.toFixed(0)}/s p99 ${p99} ms`).join(', ')}, ${memory.toFixed(0)} MB`,
  );
  return { create, list, get, memory };
}

async function first(url: string, token: string, path: string, property: string): Promise<string> {
  const answer = await fetch(`${url}${path}?limit=1`, { headers: { authorization: `Bearer ${token}` } });
  const [row] = asArray(asObject(await answer.json()).results);
  const value = asText(asObject(row)[property]);
  if (value === undefined) throw new Error(`${path} answered ${answer.status} without a row`);
  return value;
}
