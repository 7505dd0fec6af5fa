import { seedOf } from '#server/simulator/draw.ts';
import { type Doc } from '#server/store/tables.ts';

export type Ring = { name: string; by: 'percent' | 'tags'; percent?: number; siteTags?: string[] };
type Candidate = { id: string; tags: readonly string[] };

/**
 * The ring of each device: those at sites with a ring's tags, or a share of those that no earlier ring has, drawn by their
 * ids so that the same devices are always the first. A device that no ring takes is not upgraded.
 */
export function ringsOf(rings: readonly Ring[], devices: readonly Candidate[]): Map<string, number> {
  const placed = new Map<string, number>();
  let left = devices.toSorted((a, b) => seedOf(a.id) - seedOf(b.id) || (a.id < b.id ? -1 : 1));
  for (const [index, ring] of rings.entries()) {
    const taken = new Set(
      ring.by === 'tags'
        ? left.filter(({ tags }) => ring.siteTags?.some((tag) => tags.includes(tag)))
        : left.slice(0, Math.ceil((left.length * (ring.percent ?? 100)) / 100)),
    );
    for (const { id } of taken) placed.set(id, index);
    left = left.filter((device) => !taken.has(device));
  }
  return placed;
}

/** What has become of the devices of a policy, all together and ring by ring. */
export function upgradeCounts(rings: readonly Pick<Ring, 'name'>[], rows: readonly Doc[]): Doc {
  const ringProgress = rings.map(({ name }, index) => ({ name, ...countsOf(rows.filter((row) => Number(row['ring']) === index)) }));
  const { total, succeeded, failed, running, waiting } = countsOf(rows);
  return { total, succeeded, failed, waiting: waiting + running, ringProgress };
}

type Counts = Record<'total' | 'succeeded' | 'running' | 'waiting' | 'offline' | 'failed', number>;

function countsOf(rows: readonly Doc[]): Counts {
  const count = (...states: string[]): number => rows.filter((row) => states.includes(String(row['state']))).length;
  return {
    total: rows.length,
    succeeded: count('success'),
    running: count('running'),
    waiting: count('assigned', 'pending'),
    offline: rows.filter((row) => row['waitsFor'] === 'device').length,
    failed: count('failed'),
  };
}
