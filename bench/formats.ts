import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { keysOf } from '#domain/json.ts';
import { median, progress, spreadOf, type Area } from '#bench/figure.ts';

const kinds = { 'formats.ipv4': 'ipv4', 'formats.ipv4-networks': 'networks', 'formats.ipv6': 'ipv6', 'formats.mixed': 'mixed' } as const;
const RUNS = 7;

/** 65,535 pasted lines read, checked and searched for overlaps: the first time in a process, as in a fresh worker. */
export const measureFormats: Area = async (report, wanted) => {
  for (const name of keysOf(kinds)) {
    const kind = kinds[name];
    if (!wanted(name)) continue;
    const times = Array.from({ length: RUNS }, () =>
      Number(execFileSync(process.execPath, [join(import.meta.dirname, 'formats-once.ts'), kind], { encoding: 'utf8' })),
    );
    progress(`  ${kind}: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
    report(name, median(times), { spread: spreadOf(times) });
  }
};
