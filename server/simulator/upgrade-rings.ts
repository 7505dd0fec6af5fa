import { seedOf } from '#server/simulator/draw.ts';

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
