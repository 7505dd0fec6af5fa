import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { io, type Socket } from 'socket.io-client';

import { asArray, asNumber, asObject, asText } from '#domain/json.ts';
import { type Area, progress } from '#bench/figure.ts';
import { feedNetwork } from '#bench/faults/feed.ts';
import { logIn } from '#bench/server/session.ts';
import { preparedWorld } from '#bench/world.ts';
import { type StartedServer, startServer } from '#tests/support/server.ts';
import { findVictoriaMetrics, startMetricsStore } from '#tests/support/victoria-metrics.ts';

const root = resolve(import.meta.dirname, '../..');
const SITES = 10_000;
const SOCKETS = 2000;
const AT_ONCE = 50;
const SETTLE_MS = 5000;
/** What is done every half minute and every minute falls into it. */
const JOBS_MS = 65_000;
const GIVE_UP_MS = 60_000;
const ASK_MS = 50;

const pages = [
  'networkBandwidth',
  'networkBandwidth?trafficKind=e2e',
  'applicationBandwidth',
  'circuitQuality',
  'wirelessSignal',
  'systemStatus',
  'shared?limit=20',
  'quality?limit=20',
  'ranking?metric=flow&n=10',
  'ranking?metric=score&n=10',
  'ranking?metric=rate&n=10',
  'ranking?metric=latency&n=10',
  'ranking?metric=alerts&n=10',
  'topn?dimension=application&n=10',
  'topn?dimension=site&n=10',
  'dashboard',
  'state',
];

type Report = Parameters<Area>[0];
type Wanted = Parameters<Area>[1];
type Stood = { stood: number; worked: number };
type Block = 'sockets' | 'jobs' | 'monitoring' | 'store';
type Asking = { server: StartedServer; token: string };

/**
 * The longest that the loop stands still among 10,000 sites: while an alert is told to 2,000 open pages, while thresholds are
 * compared and the demo network goes on, and while every page of monitoring of 8,000 sites is asked for, which the demo
 * network or a store has measured.
 */
export async function measureBlock(report: Report, wanted: Wanted): Promise<void> {
  const world = preparedWorld('faults', { sites: SITES });
  const told = (what: Block, { stood, worked }: Stood): void => {
    report(`faults.block.${what}`, stood);
    report(`faults.block.${what}.work`, worked);
  };
  const wants = (what: Block): boolean => wanted(`faults.block.${what}`) || wanted(`faults.block.${what}.work`);
  if (wants('sockets') || wants('jobs') || wants('monitoring'))
    await whileServed(world, {}, async (asking) => {
      if (wants('monitoring')) told('monitoring', await whileMonitored(asking));
      if (wants('sockets')) told('sockets', await whileTold(asking));
      if (wants('jobs')) told('jobs', await whileWaiting(asking));
    });
  if (wants('store')) await measureStore(world, (stood) => told('store', stood));
}

async function measureStore(world: string, told: (stood: Stood) => void): Promise<void> {
  if (findVictoriaMetrics() === undefined) return progress('  a store of measurements: skipped, no victoria-metrics on this machine');
  const store = await startMetricsStore();
  try {
    await feedNetwork(store, world);
    await whileServed(world, { TELEMETRY_URL: store.url }, async (asking) => told(await whileMonitored(asking)));
  } finally {
    await store.stop();
  }
}

/** A server on a copy of the world, once it has settled. */
async function whileServed(world: string, env: Record<string, string>, work: (asking: Asking) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-faults-'));
  cpSync(world, folder, { recursive: true });
  const watch = `--import=${join(root, 'bench/server/watch-loop.ts')}`;
  const server = await startServer({ DATA_DIR: folder, NODE_OPTIONS: watch, ...env });
  try {
    const token = await logIn(server.url);
    await wait(SETTLE_MS);
    await work({ server, token });
  } finally {
    await server.stop();
  }
}

/** Every page of monitoring of the company with the most sites, one after another, each twice: as it is and as it is known. */
async function whileMonitored(asking: Asking): Promise<Stood> {
  const company = await largest(asking);
  let most: Stood = { stood: 0, worked: 0 };
  for (const page of [...pages.map((each) => `monitor/${each}`), 'topologyGraph'])
    for (let time = 0; time < 2; time++) {
      await blockSince(asking);
      const since = performance.now();
      await ask(asking, `/api/v1/companies/${company}/${page}`);
      const took = performance.now() - since;
      const { stood, worked } = await blockSince(asking);
      progress(`  ${page}: ${took.toFixed(0)} ms, the loop stood ${stood.toFixed(0)}, worked ${worked.toFixed(0)}`);
      most = { stood: Math.max(most.stood, stood), worked: Math.max(most.worked, worked) };
    }
  return most;
}

async function largest(asking: Asking): Promise<string> {
  const sizes: { id: string; total: number }[] = [];
  for (const company of asArray((await ask(asking, '/api/v1/companies?limit=100'))['results'])) {
    const id = asText(asObject(company)['companyId']) ?? '';
    sizes.push({ id, total: asNumber((await ask(asking, `/api/v1/companies/${id}/sites?limit=1`))['total']) ?? 0 });
  }
  const [first] = sizes.toSorted((a, b) => b.total - a.total);
  progress(`  ${first?.total} sites of ${first?.id}`);
  return first?.id ?? '';
}

async function whileTold(asking: Asking): Promise<Stood> {
  const sockets: Socket[] = [];
  try {
    for (let at = 0; at < SOCKETS; at += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => subscribed(asking).then((socket) => sockets.push(socket))));
    await wait(SETTLE_MS);
    const id = await firing(asking);
    await blockSince(asking);
    const told = Promise.all(sockets.map((socket) => new Promise((done) => socket.once('alerts', done))));
    await ask(asking, `/api/v1/mgr/alerts/${id}/resolve`, 'POST');
    await within(told, 'Not every socket heard of the alert');
    return await blockSince(asking);
  } finally {
    for (const socket of sockets) socket.close();
    // that they leave at once is no job
    await wait(SETTLE_MS);
  }
}

async function whileWaiting(asking: Asking): Promise<Stood> {
  await blockSince(asking);
  await wait(JOBS_MS);
  return blockSince(asking);
}

/** An alert that fires; the demo network raises one within a minute. */
async function firing(asking: Asking): Promise<string> {
  for (const since = performance.now(); performance.now() - since < 2 * GIVE_UP_MS;) {
    const { result } = await ask(asking, '/api/v1/mgr/alerts?status=firing&limit=1&locale=en');
    const id = asText(asObject(asArray(result)[0] ?? {})['alertId']);
    if (id !== undefined) return id;
    await wait(1000);
  }
  throw new Error('No alert fires');
}

async function subscribed({ server, token }: Asking): Promise<Socket> {
  const socket = io(server.url, { transports: ['websocket'], forceNew: true });
  const heard = new Promise((done) => socket.once('alerts', done));
  socket.on('connect', () => socket.emit('alertSubscribe', { companyId: '', token }));
  await within(heard, 'A socket was not subscribed');
  return socket;
}

async function within<T>(work: Promise<T>, otherwise: string): Promise<T> {
  const patience = new AbortController();
  const late = wait(GIVE_UP_MS, undefined, { signal: patience.signal }).then(() => Promise.reject(new Error(otherwise)));
  try {
    return await Promise.race([work, late]);
  } finally {
    patience.abort();
    late.catch(() => {});
  }
}

/** Milliseconds that the loop stood still at most since this was asked last, and that it worked in one stretch. */
async function blockSince({ server }: Asking): Promise<Stood> {
  const before = server.output().length;
  server.process.kill('SIGUSR2');
  return within(
    (async () => {
      for (;;) {
        await wait(ASK_MS);
        const [, stood, worked] = /loop stood ([\d.]+) ms, worked ([\d.]+) ms/.exec(server.output().slice(before)) ?? [];
        if (stood !== undefined) return { stood: Number(stood), worked: Number(worked) };
      }
    })(),
    'The server does not say how long its loop stood still',
  );
}

async function ask({ server, token }: Asking, path: string, method = 'GET'): Promise<Record<string, unknown>> {
  const answer = await fetch(server.url + path, { method, headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return asObject(await answer.json());
}
