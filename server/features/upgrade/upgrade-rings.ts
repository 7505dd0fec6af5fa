import { seedOf } from '#server/kernel/draw.ts';
import type { Entities } from '#generated/server/entities.ts';

export type Ring = Entities['UpgradePolicy']['rings'][number];
type Row = Pick<Entities['DeviceUpgrade'], 'ring' | 'state' | 'direction' | 'waitsFor'>;
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
export function upgradeCounts(rings: readonly Pick<Ring, 'name'>[], rows: readonly Row[]): Counts & { ringProgress: RingProgress[] } {
  const ringProgress = rings.map(({ name }, index) => ({ name, ...countsOf(rows.filter((row) => row.ring === index)) }));
  const { offline: _, ...counts } = countsOf(rows);
  return { ...counts, ringProgress };
}

type RingProgress = NonNullable<Entities['UpgradePolicy']['ringProgress']>[number];
type Counts = Record<Fate | 'total', number>;
type Fate = 'succeeded' | 'running' | 'waiting' | 'failed' | 'stopped' | 'rolledBack';

/** Every device is counted once, as what became of it, so that they sum up to all; those that are offline are some of the waiting. */
function countsOf(rows: readonly Row[]): Counts & { offline: number } {
  const fates = rows.map(fateOf);
  const count = (fate: Fate): number => fates.filter((each) => each === fate).length;
  return {
    total: rows.length,
    succeeded: count('succeeded'),
    running: count('running'),
    waiting: count('waiting'),
    offline: rows.filter((row) => row.waitsFor === 'device').length,
    failed: count('failed'),
    stopped: count('stopped'),
    rolledBack: count('rolledBack'),
  };
}

function fateOf({ state, direction }: Row): Fate {
  const back = direction === 'rollBack';
  switch (state) {
    case 'success':
      return back ? 'rolledBack' : 'succeeded';
    case 'stopped':
      // whose way back was stopped has the new version
      return back ? 'succeeded' : 'stopped';
    case 'running':
    case 'failed':
      return state;
    default:
      return 'waiting';
  }
}
