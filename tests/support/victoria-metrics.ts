import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { freePort } from './server.ts';

export type MetricsStore = {
  url: string;
  /** Takes lines of the text format: name, labels, value, milliseconds. */
  feed: (lines: readonly string[]) => Promise<void>;
  stop: () => Promise<void>;
};

const ATTEMPTS = 200;

export function findVictoriaMetrics(): string | undefined {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'victoria-metrics')).find((file) => existsSync(file));
}

/** A VictoriaMetrics of its own in a temporary folder, on a free port of the loopback. */
export async function startMetricsStore(): Promise<MetricsStore> {
  const binary = findVictoriaMetrics();
  if (binary === undefined) throw new Error('There is no victoria-metrics on this machine.');
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-metrics-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const store = spawn(
    binary,
    [`-storageDataPath=${folder}`, `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=100y', '-memory.allowedBytes=128MB'],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => store.once('exit', () => resolve()));
  for (let attempt = 0; ; attempt++) {
    const healthy = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) break;
    if (attempt > ATTEMPTS) throw new Error('victoria-metrics does not answer.');
    await pause(50);
  }
  return {
    url,
    async feed(lines) {
      const response = await fetch(`${url}/api/v1/import/prometheus`, { method: 'POST', body: `${lines.join('\n')}\n` });
      if (!response.ok) throw new Error(await response.text());
      // what was taken is found once it is written out
      await fetch(`${url}/internal/force_flush`);
    },
    async stop() {
      store.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
