import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { type Area, progress } from '#bench/figure.ts';
import { boot, type BootOptions, type Running } from '#server/boot.ts';
import { manualClock } from '#server/store/clock.ts';
import { memoryOutbox } from '#server/kernel/outbox.ts';
import { retentionNames } from '#server/kernel/retention.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Probes report so often; what is looked at more often takes up where it left off. */
const STEP_MS = 5 * 60_000;
/** Part of a day that everything is kept for, how many of these pass, and after how many as much goes as comes. */
const KEPT_DAYS = 0.25;
const PARTS = 4;
const SETTLED_AFTER = 2;

type Report = Parameters<Area>[0];

/**
 * What the database of a demo that nobody uses is larger by after a day, and what it still grows by each day once as much
 * goes as comes: over simulated time, everything that is kept for days being kept for a quarter of one.
 */
export async function measureGrowth(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-growth-'));
  const clock = manualClock();
  const options: BootOptions = {
    dataDir: folder,
    seed: 'demo',
    clock,
    captcha: false,
    passwordCost: 1024,
    outbox: memoryOutbox(clock),
    watch: true,
    simulate: true,
  };
  let running: Running | undefined;
  try {
    running = await boot(options);
    const kept = retentionNames(running.services.store);
    await running.stop();
    running = await boot({ ...options, retention: new Map(kept.map((name) => [name, KEPT_DAYS])) });
    const sizes = [sizeOf(folder)];
    for (let part = 1; part <= PARTS; part++) {
      for (let at = 0; at < KEPT_DAYS * DAY_MS; at += STEP_MS) {
        clock.advance(STEP_MS);
        await running.services.jobs.runDue();
      }
      const { used, file } = sizeOf(folder);
      sizes.push({ used, file });
      progress(`  after ${part * KEPT_DAYS} days: ${used.toFixed(1)} MB in use, file of ${file.toFixed(1)} MB`);
    }
    const grown = (from: number, to: number): number => ((sizes[to]?.used ?? 0) - (sizes[from]?.used ?? 0)) / ((to - from) * KEPT_DAYS);
    report('faults.growth', grown(0, 1));
    report('faults.growth.settled', grown(SETTLED_AFTER, PARTS));
  } finally {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Megabytes. */
function sizeOf(folder: string): { used: number; file: number } {
  const database = new DatabaseSync(join(folder, 'console.db'), { readOnly: true });
  const value = (name: string): number => Number(database.prepare(`pragma ${name}`).get()?.[name]);
  const [pages, free, size] = [value('page_count'), value('freelist_count'), value('page_size')];
  database.close();
  return { used: ((pages - free) * size) / 1e6, file: (pages * size) / 1e6 };
}
