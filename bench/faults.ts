import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { io, type Socket } from 'socket.io-client';

import { asArray, asObject, asText } from '#domain/json.ts';
import { type Name } from '#bench/budgets.ts';
import { progress, type Area } from '#bench/figure.ts';
import { logIn } from '#bench/server/session.ts';
import { createDatabase, findPostgres, startCluster } from '#tests/support/postgres.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

const root = resolve(import.meta.dirname, '..');
const SITES = 10_000;
const SOCKETS = 2000;
const AT_ONCE = 50;
const SETTLE_MS = 3000;
const GROWTH_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const GIVE_UP_MS = 60_000;
const ASK_MS = 50;

type Report = Parameters<Area>[0];

/** What the server does when something goes wrong, or much comes at once. */
export const measureFaults: Area = async (report, wanted) => {
  if (wanted('faults.block')) await measureBlock(report);
  if (wanted('faults.stop')) await measureStop(report);
  if (wanted('faults.growth')) await measureGrowth(report);
  if (!(['faults.killed.gone', 'faults.stopped.gone', 'faults.frozen.gone'] as const).some(wanted)) return;
  if (findPostgres() === undefined) return progress('  PostgreSQL: skipped, no initdb on this machine');
  await measureDatabase(report);
};

/** The longest that the loop stands still while an alert is told to every open page, and while pages of monitoring are asked for. */
async function measureBlock(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-faults-'));
  execFileSync(process.execPath, ['server/simulator/seed-command.ts', '--sites', String(SITES)], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 2, 2],
  });
  const server = await startServer({ DATA_DIR: folder, NODE_OPTIONS: `--import=${join(import.meta.dirname, 'server/watch-loop.ts')}` });
  const sockets: Socket[] = [];
  try {
    const token = await logIn(server.url);
    for (let at = 0; at < SOCKETS; at += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => subscribed(server.url, token).then((socket) => sockets.push(socket))));
    await wait(SETTLE_MS);
    await blockSince(server);
    const told = Promise.all(sockets.map((socket) => new Promise((done) => socket.once('alert', done))));
    const id = await firing(server.url, token);
    await ask(server.url, token, `/api/v1/mgr/alerts/${id}/resolve`, 'POST');
    await Promise.race([told, wait(GIVE_UP_MS).then(() => Promise.reject(new Error('Not every socket heard of the alert')))]);
    report('faults.block', await blockSince(server));
  } finally {
    for (const socket of sockets) socket.close();
    await server.stop();
  }
}

/** An alert that fires; the demo network raises one within a minute. */
async function firing(url: string, token: string): Promise<string> {
  for (const since = performance.now(); performance.now() - since < 2 * GIVE_UP_MS;) {
    const { results } = await ask(url, token, '/api/v1/mgr/alerts?status=firing&limit=1&locale=en');
    const id = asText(asObject(asArray(results)[0])['alertId']);
    if (id !== undefined) return id;
    await wait(1000);
  }
  throw new Error('No alert fires');
}

async function subscribed(url: string, token: string): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], forceNew: true });
  const heard = new Promise((done) => socket.once('alerts', done));
  socket.on('connect', () => socket.emit('alertSubscribe', { companyId: '', token }));
  await heard;
  return socket;
}

/** Milliseconds that the loop stood still at most since this was asked last. */
async function blockSince(server: RunningServer): Promise<number> {
  const before = server.output().length;
  server.process.kill('SIGUSR2');
  for (;;) {
    await wait(ASK_MS);
    const found = /loop stood ([\d.]+) ms/.exec(server.output().slice(before))?.[1];
    if (found !== undefined) return Number(found);
  }
}

async function ask(url: string, token: string, path: string, method = 'GET'): Promise<Record<string, unknown>> {
  const answer = await fetch(url + path, { method, headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return asObject(await answer.json());
}

/** From SIGTERM under load to the end of the process. */
async function measureStop(report: Report): Promise<void> {
  const server = await startServer();
  const token = await logIn(server.url);
  const load = autocannon({
    url: `${server.url}/api/v1/sites?limit=20`,
    connections: 50,
    duration: 8,
    headers: { authorization: `Bearer ${token}` },
  });
  await wait(SETTLE_MS);
  const since = performance.now();
  const ended = new Promise<number | null>((done) => server.process.once('exit', done));
  server.process.kill('SIGTERM');
  const code = await ended;
  report('faults.stop', (performance.now() - since) / 1000);
  if (code !== 0) throw new Error(`The server ended with ${String(code)}`);
  await load;
  await server.stop();
}

/** What the file of a demo that nobody uses is larger by after a day, from a minute of it. */
async function measureGrowth(report: Report): Promise<void> {
  const server = await startServer();
  try {
    await wait(10 * SETTLE_MS);
    const before = bytesOf(server.folder);
    await wait(GROWTH_MS);
    report('faults.growth', ((bytesOf(server.folder) - before) * DAY_MS) / GROWTH_MS / 1e6);
  } finally {
    await server.stop();
  }
}

function bytesOf(folder: string): number {
  const database = new DatabaseSync(join(folder, 'console.db'), { readOnly: true });
  const pages = Number(database.prepare('pragma page_count').get()?.['page_count']);
  const free = Number(database.prepare('pragma freelist_count').get()?.['freelist_count']);
  const size = Number(database.prepare('pragma page_size').get()?.['page_size']);
  database.close();
  return (pages - free) * size;
}

/** From the moment that PostgreSQL is gone until a call is told so, and from its return until a call is answered. */
async function measureDatabase(report: Report): Promise<void> {
  const cluster = await startCluster({ durable: true });
  try {
    const { url } = await createDatabase(cluster.url);
    const server = await startServer({ DATABASE_URL: url, SEED: 'examples', SECRETS_KEY: randomBytes(32).toString('base64') });
    try {
      const token = await logIn(server.url);
      const until = async (status: number): Promise<number> => {
        const since = performance.now();
        for (;;) {
          const answer = await fetch(`${server.url}/api/v1/tags`, { headers: { authorization: `Bearer ${token}` } });
          await answer.arrayBuffer();
          if (answer.status === status) return performance.now() - since;
          if (performance.now() - since > GIVE_UP_MS) throw new Error(`Still answered ${answer.status}, not ${status}`);
          await wait(ASK_MS);
        }
      };
      const ways: [Extract<Name, `faults.${string}.gone`>, Extract<Name, `faults.${string}.back`>, () => unknown, () => unknown][] = [
        ['faults.killed.gone', 'faults.killed.back', () => cluster.stop('SIGKILL'), () => cluster.start()],
        ['faults.stopped.gone', 'faults.stopped.back', () => cluster.stop('SIGINT'), () => cluster.start()],
        ['faults.frozen.gone', 'faults.frozen.back', () => cluster.freeze(), () => cluster.thaw()],
      ];
      for (const [gone, back, leave, come] of ways) {
        await until(200);
        const [missed] = await Promise.all([until(503), leave()]);
        report(gone, missed);
        await wait(SETTLE_MS);
        await come();
        report(back, await until(200));
      }
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.remove();
  }
}
