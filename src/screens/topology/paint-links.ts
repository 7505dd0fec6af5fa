import type { Layout } from './layout.ts';
import type { Look } from './look.ts';
import type { Network, State } from './network.ts';
import type { View } from './viewport.ts';

/** One path of many strokes is slower than some of few. */
const BATCH = 250;
/** Per cent of load from which a line is thick, and very thick. */
const HEAVY = 50;
const FULL = 80;

/** Drawn in this order, so that what is wrong lies above what is well. */
const order: readonly State[] = ['off', 'up', 'unknown', 'degraded', 'down'];
/** A state shows by its dashes, not by its colour alone. Most links are up, and what is solid costs least. */
const dashes: Record<State, number[]> = { up: [], degraded: [10, 4], down: [4, 4], unknown: [1.5, 4], off: [1.5, 9] };
const opacity: Record<State, number> = { up: 0.4, degraded: 0.85, down: 0.85, unknown: 0.55, off: 0.6 };

export type Lines = ReadonlyMap<State, ReadonlyMap<number, Int32Array>>;

/** Links by state and width, so that each look is set once. */
export function linesOf({ links }: { links: Links }): Lines {
  const found = new Map<State, Map<number, number[]>>();
  for (const [link, state] of links.state.entries()) {
    const load = links.load[link] ?? 0;
    const width = load >= FULL ? 3 : load >= HEAVY ? 2 : 1;
    const widths = found.get(state) ?? new Map<number, number[]>();
    found.set(state, widths);
    const known = widths.get(width);
    if (known) known.push(link);
    else widths.set(width, [link]);
  }
  return new Map([...found].map(([state, widths]) => [state, new Map([...widths].map(([width, own]) => [width, Int32Array.from(own)]))]));
}

type Brush = Pick<
  CanvasRenderingContext2D,
  'strokeStyle' | 'globalAlpha' | 'lineWidth' | 'setLineDash' | 'beginPath' | 'moveTo' | 'lineTo' | 'stroke'
>;
type Links = Pick<Network['links'], 'from' | 'to' | 'state' | 'load'>;
type Places = Pick<Layout, 'x' | 'y'>;

export function paintLinks(
  brush: Brush,
  { links }: { links: Links },
  lines: Lines,
  layout: Places,
  view: View,
  look: Pick<Look, 'faint' | 'states'>,
): void {
  for (const state of order) {
    for (const [width, own] of lines.get(state) ?? []) {
      brush.strokeStyle = state === 'up' || state === 'off' ? look.faint : look.states[state];
      brush.globalAlpha = opacity[state];
      brush.lineWidth = width;
      brush.setLineDash(dashes[state]);
      strokeAll(brush, links, own, layout, view);
    }
  }
  brush.globalAlpha = 1;
  brush.setLineDash([]);
}

/** Some links, in the look that is set. */
export function strokeAll(
  brush: Brush,
  { from, to }: { from: readonly number[]; to: readonly number[] },
  own: Iterable<number>,
  { x, y }: Places,
  view: View,
): void {
  let count = 0;
  brush.beginPath();
  for (const link of own) {
    const [start, end] = [from[link] ?? 0, to[link] ?? 0];
    brush.moveTo((x[start] ?? 0) * view.scale + view.x, (y[start] ?? 0) * view.scale + view.y);
    brush.lineTo((x[end] ?? 0) * view.scale + view.x, (y[end] ?? 0) * view.scale + view.y);
    if (++count % BATCH > 0) continue;
    brush.stroke();
    brush.beginPath();
  }
  brush.stroke();
}
