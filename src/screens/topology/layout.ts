import { packSiblings } from 'd3-hierarchy';
import { project } from '#map/mercator.ts';

export const layoutKinds = ['hubs', 'places', 'clusters'] as const;
export type LayoutKind = (typeof layoutKinds)[number];

/** What a layout has to know; nodes and clusters by their position. */
export type LayoutTask = {
  kind: LayoutKind;
  hubs: readonly boolean[];
  /** The city of each node; -1 for none. */
  clusters: readonly number[];
  longitude: readonly (number | undefined)[];
  latitude: readonly (number | undefined)[];
  from: readonly number[];
  to: readonly number[];
};

/** Nodes that stand together: those of a hub (its position), of a city (its number), those without either (-1). */
export type Group = { key: number; x: number; y: number; r: number; size: number };
/** `aside`: nodes without coordinates, which stand beside the map. */
export type Layout = { x: Float32Array; y: Float32Array; groups: Group[]; aside: Group | undefined };

/** Between neighbours of a ring, in world units. */
export const SPACING = 26;
/** Golden angle: a spiral by it never lines up. */
const TURN = Math.PI * (3 - Math.sqrt(5));
/** Nodes at one place on the map stand this far apart, in map units. */
const APART = 0.45;

/** Where everything stands. The same network always gives the same picture, so that an operator knows it again. */
export function layoutOf(task: LayoutTask): Layout {
  if (task.kind === 'places') return byPlace(task);
  return inCircles(task, task.kind === 'hubs' ? byHub(task) : Map.groupBy(task.hubs.keys(), (node) => task.clusters[node] ?? -1));
}

/** Nodes by the hub that they lead to: of several the one with most links; what leads to none stands with its own kind. */
function byHub({ hubs, from, to }: LayoutTask): Map<number, number[]> {
  const degree = new Map<number, number>();
  const near = new Map<number, number[]>();
  const join = (node: number, other: number): void => {
    degree.set(node, (degree.get(node) ?? 0) + 1);
    const known = near.get(node);
    if (known) known.push(other);
    else near.set(node, [other]);
  };
  for (const [link, start] of from.entries()) {
    const end = to[link] ?? start;
    join(start, end);
    join(end, start);
  }
  const strongest = (nodes: readonly number[]): number | undefined => {
    let best: number | undefined;
    for (const node of nodes) if (hubs[node] && (best === undefined || (degree.get(node) ?? 0) > (degree.get(best) ?? 0))) best = node;
    return best;
  };
  const owner = hubs.map((isHub, node) => (isHub ? node : (strongest(near.get(node) ?? []) ?? -1)));
  // what leads to no hub itself follows its neighbours, as a POP its sites
  for (const [node, own] of owner.entries())
    if (own < 0) owner[node] = (near.get(node) ?? []).map((other) => owner[other] ?? -1).find((other) => other >= 0) ?? -1;
  const groups = new Map<number, number[]>();
  for (const [node, own] of owner.entries()) {
    const members = groups.get(own);
    if (members) members.push(node);
    else groups.set(own, [node]);
  }
  for (const [own, members] of groups) if (own >= 0) groups.set(own, [own, ...members.filter((node) => node !== own)]);
  return groups;
}

/** Each group in rings, its first in the middle; groups packed beside each other, the largest in the middle. */
function inCircles({ hubs }: LayoutTask, groups: ReadonlyMap<number, readonly number[]>): Layout {
  const x = new Float32Array(hubs.length);
  const y = new Float32Array(hubs.length);
  const sorted = [...groups].toSorted((a, b) => b[1].length - a[1].length || a[0] - b[0]);
  const rings = sorted.map(([key, members]) => ({ key, members: hubsFirst(members, hubs), ...ringsOf(members.length) }));
  const circles = packSiblings(rings.map(({ r }) => ({ r: r + SPACING, x: 0, y: 0 })));
  const placed = rings.map(({ key, members, spots, r }, index): Group => {
    const centre = circles[index] ?? { x: 0, y: 0 };
    for (const [position, node] of members.entries()) {
      x[node] = centre.x + (spots[position]?.x ?? 0);
      y[node] = centre.y + (spots[position]?.y ?? 0);
    }
    return { key, x: centre.x, y: centre.y, r: r + SPACING / 2, size: members.length };
  });
  return { x, y, groups: placed, aside: undefined };
}

function hubsFirst(members: readonly number[], hubs: readonly boolean[]): number[] {
  return members.toSorted((a, b) => Number(hubs[b] ?? false) - Number(hubs[a] ?? false));
}

/** One in the middle, six around it, twelve around them, and so on. */
function ringsOf(count: number): { spots: { x: number; y: number }[]; r: number } {
  const spots = [{ x: 0, y: 0 }];
  let ring = 0;
  while (spots.length < count) {
    ring++;
    const here = Math.min(6 * ring, count - spots.length);
    for (let index = 0; index < here; index++) {
      const angle = (index / here) * 2 * Math.PI - Math.PI / 2;
      spots.push({ x: Math.cos(angle) * ring * SPACING, y: Math.sin(angle) * ring * SPACING });
    }
  }
  return { spots, r: ring * SPACING };
}

function byPlace({ hubs, longitude, latitude }: LayoutTask): Layout {
  const x = new Float32Array(hubs.length);
  const y = new Float32Array(hubs.length);
  const there = new Map<string, number>();
  const without: number[] = [];
  const [low, high] = [
    { x: Infinity, y: Infinity },
    { x: -Infinity, y: -Infinity },
  ];
  for (const node of hubs.keys()) {
    const [east, north] = [longitude[node], latitude[node]];
    if (east === undefined || north === undefined) {
      without.push(node);
      continue;
    }
    const at = project(east, north);
    const key = `${at.x.toFixed(1)} ${at.y.toFixed(1)}`;
    const count = there.get(key) ?? 0;
    there.set(key, count + 1);
    x[node] = at.x + Math.cos(count * TURN) * Math.sqrt(count) * APART;
    y[node] = at.y + Math.sin(count * TURN) * Math.sqrt(count) * APART;
    [low.x, low.y] = [Math.min(low.x, at.x), Math.min(low.y, at.y)];
    [high.x, high.y] = [Math.max(high.x, at.x), Math.max(high.y, at.y)];
  }
  if (without.length === 0) return { x, y, groups: [], aside: undefined };
  const isAlone = low.x === Infinity;
  const [left, top] = isAlone ? [0, 0] : [low.x, high.y];
  const width = isAlone ? Math.sqrt(without.length) : Math.max(high.x - low.x, (high.y - low.y) / 2);
  const columns = Math.max(1, Math.ceil(Math.sqrt(without.length * 8)));
  const step = Math.max(width, 1) / columns;
  for (const [index, node] of without.entries()) {
    x[node] = left + ((index % columns) + 0.5) * step;
    y[node] = top + (Math.floor(index / columns) + 2.5) * step;
  }
  return { x, y, groups: [], aside: { key: -1, x: left + (columns * step) / 2, y: top + 1.2 * step, r: 0, size: without.length } };
}
