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
  return findProgram('victoria-metrics');
}

function findProgram(name: string): string | undefined {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** A VictoriaMetrics of its own in a temporary folder, on a free port of the loopback. */
export async function startMetricsStore(more: readonly string[] = []): Promise<MetricsStore> {
  const binary = findVictoriaMetrics();
  if (binary === undefined) throw new Error('There is no victoria-metrics on this machine.');
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-metrics-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const store = spawn(
    binary,
    [`-storageDataPath=${folder}`, `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=100y', '-memory.allowedBytes=128MB', ...more],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => store.once('exit', () => resolve()));
  await answering(`${url}/health`);
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

export function findNodeExporter(): string | undefined {
  return findProgram('prometheus-node-exporter');
}

/** What is measured of this machine, for whoever reads it at this address. */
export async function startNodeExporter(): Promise<{ address: string; metrics: () => Promise<string>; stop: () => Promise<void> }> {
  const binary = findNodeExporter();
  if (binary === undefined) throw new Error('There is no prometheus-node-exporter on this machine.');
  const address = `127.0.0.1:${await freePort()}`;
  const exporter = spawn(binary, [`--web.listen-address=${address}`], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => exporter.once('exit', () => resolve()));
  await answering(`http://${address}/metrics`);
  return {
    address,
    metrics: async () => (await fetch(`http://${address}/metrics`)).text(),
    async stop() {
      exporter.kill('SIGTERM');
      await ended;
    },
  };
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const isThere = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isThere) return;
    if (attempt > ATTEMPTS) throw new Error(`Nobody answers at ${url}.`);
    await pause(50);
  }
}
