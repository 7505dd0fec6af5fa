import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';

import { keysOf } from '#domain/json.ts';
import { budgets, type Name } from '#bench/budgets.ts';
import { measureBlock } from '#bench/faults/block.ts';
import { measureGrowth } from '#bench/faults/growth.ts';
import { progress, type Area } from '#bench/figure.ts';
import { logIn } from '#bench/server/session.ts';
import { createDatabase, findPostgres, startCluster } from '#tests/support/postgres.ts';
import { startServer } from '#tests/support/server.ts';

const SETTLE_MS = 3000;
const GIVE_UP_MS = 60_000;
const ASK_MS = 50;

type Report = Parameters<Area>[0];

/** What the server does when something goes wrong, or much comes at once. */
export const measureFaults: Area = async (report, wanted) => {
  if (keysOf(budgets).some((name) => name.startsWith('faults.block') && wanted(name))) await measureBlock(report, wanted);
  if (wanted('faults.stop')) await measureStop(report);
  if (wanted('faults.growth') || wanted('faults.growth.settled')) await measureGrowth(report);
  if (!(['faults.killed.gone', 'faults.stopped.gone', 'faults.frozen.gone'] as const).some(wanted)) return;
  if (findPostgres() === undefined) return progress('  PostgreSQL: skipped, no initdb on this machine');
  await measureDatabase(report);
};

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
