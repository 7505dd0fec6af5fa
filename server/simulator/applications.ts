import { type TrafficCategory } from '#generated/server/stored.ts';
import { drift, seedOf } from '#server/kernel/draw.ts';
import { type Pulse } from '#server/simulator/rhythm.ts';

/** What travels over the circuits; `weight` is its usual part. */
const applications: readonly { name: string; category: TrafficCategory; weight: number }[] = [
  { name: 'Office suite', category: 'saas', weight: 18 },
  { name: 'Video conference', category: 'video', weight: 16 },
  { name: 'ERP', category: 'office', weight: 14 },
  { name: 'File transfer', category: 'download', weight: 12 },
  { name: 'Web', category: 'web', weight: 11 },
  { name: 'Mail', category: 'office', weight: 7 },
  { name: 'Backup', category: 'other', weight: 7 },
  { name: 'Social', category: 'social', weight: 5 },
  { name: 'Point of sale', category: 'office', weight: 4 },
  { name: 'Games', category: 'game', weight: 2 },
  { name: 'DNS', category: 'other', weight: 1 },
  { name: 'Other', category: 'other', weight: 3 },
];

export type ApplicationShare = { name: string; category: TrafficCategory; share: number };

const HOUR = 3_600_000;

/** Parts of the traffic of a place or company at an instant, most first; together 1. */
export function applicationShares(key: string, at: number, pulse: Pulse = 'office'): ApplicationShare[] {
  const drawn = applications.map(({ name, category, weight }) => {
    const usual =
      pulse === 'store' && name === 'Point of sale' ? 5 * weight : pulse === 'machine' && name === 'Backup' ? 4 * weight : weight;
    return { name, category, share: usual * (0.5 + drift(seedOf(`${key}/${name}`), at, 3 * HOUR)) };
  });
  const total = drawn.reduce((sum, each) => sum + each.share, 0);
  return drawn.map((each) => ({ ...each, share: each.share / total })).toSorted((a, b) => b.share - a.share);
}
