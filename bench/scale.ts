import { keysOf } from '#domain/json.ts';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { measurePaces } from '#bench/server.ts';
import { load } from '#bench/server/load.ts';
import { logIn } from '#bench/server/session.ts';
import { median, progress, spreadOf, timed, type Area } from '#bench/figure.ts';
import { startServer } from '#tests/support/server.ts';
import { large, largeNetwork } from '#bench/world.ts';

const RUNS = 5;
const EXPORT_MS = 8000;
const LOG = '/api/v1/loginLogs';
const MONTH = `${LOG}?option=7`;

/** What one person waits for in the log of a month, by figure. */
const waits = {
  'scale.log.month': MONTH,
  'scale.log.word': `${MONTH}&keyword=chrome`,
  'scale.log.rareWord': `${MONTH}&keyword=${encodeURIComponent('无此人')}`,
  'scale.log.deep': `${MONTH}&skip=${large.logs * 0.9}`,
} as const;

/** Lists of 20 on SQLite among 10,000 sites and a million log-ins, on a copy of what was made once. */
export const measureScale: Area = async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-scale-'));
  cpSync(largeNetwork(), folder, { recursive: true });
  const { list: pace } = await measurePaces();
  const server = await startServer({ DATA_DIR: folder });
  try {
    const url = `http://127.0.0.1:${server.port}`;
    const token = await logIn(url);
    for (const [name, list] of [
      ['scale.sites', '/api/v1/sites'],
      ['scale.log', LOG],
    ] as const) {
      const { rate, p99 } = await load('list', { url, token, company: '', tag: '', list });
      progress(`  ${list}: ${rate.toFixed(0)}/s p99 ${p99} ms`);
      report(name, rate, { pace });
      report(`${name}.p99`, p99, { pace });
    }
    const headers = { authorization: `Bearer ${token}` };
    for (const name of keysOf(waits)) {
      const path = waits[name];
      const times = await timed(RUNS, async () => {
        const answer = await fetch(url + path, { headers });
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
        await answer.arrayBuffer();
      });
      report(name, median(times), { spread: spreadOf(times), pace });
    }
    report('scale.log.export', await exportRate(url, headers));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Rows of the month that leave in a second. */
async function exportRate(url: string, headers: Record<string, string>): Promise<number> {
  const body = { operation: 'listLoginLogs', columns: ['at', 'username', 'success', 'reason', 'ip', 'userAgent'], query: { option: 7 } };
  const started = performance.now();
  const answer = await fetch(`${url}/api/v1/export`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok || !answer.body) throw new Error(`The export answered ${answer.status}: ${await answer.text()}`);
  let rows = 0;
  for await (const part of answer.body) {
    for (const byte of part) if (byte === 10) rows++;
    if (performance.now() - started > EXPORT_MS) break;
  }
  return rows / ((performance.now() - started) / 1000);
}
