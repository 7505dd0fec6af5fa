import type { Layout } from './layout.ts';
import type { View } from './viewport.ts';

type Spot = { x: number; y: number };

/** The node nearest to a point of the screen, at most so many pixels away. */
export function nodeAt({ x, y }: Layout, view: View, at: Spot, reach: number): number | undefined {
  let [best, least]: [number | undefined, number] = [undefined, reach * reach];
  for (let node = 0; node < x.length; node++) {
    const [dx, dy] = [(x[node] ?? 0) * view.scale + view.x - at.x, (y[node] ?? 0) * view.scale + view.y - at.y];
    const distance = dx * dx + dy * dy;
    if (distance <= least) [best, least] = [node, distance];
  }
  return best;
}

/** The link that passes nearest to a point of the screen, at most so many pixels away. */
export function linkAt(
  { x, y }: Layout,
  { from, to }: { from: readonly number[]; to: readonly number[] },
  view: View,
  at: Spot,
  reach: number,
): number | undefined {
  let [best, least]: [number | undefined, number] = [undefined, reach];
  const spot = { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale };
  for (let link = 0; link < from.length; link++) {
    const [start, end] = [from[link] ?? 0, to[link] ?? 0];
    const away = distanceTo(spot, { x: x[start] ?? 0, y: y[start] ?? 0 }, { x: x[end] ?? 0, y: y[end] ?? 0 }) * view.scale;
    if (away <= least) [best, least] = [link, away];
  }
  return best;
}

function distanceTo({ x, y }: Spot, a: Spot, b: Spot): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / length));
  return Math.hypot(x - a.x - part * dx, y - a.y - part * dy);
}
