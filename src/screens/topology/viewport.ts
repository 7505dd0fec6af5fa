import type { Layout } from './layout.ts';

/** Screen = world × scale + offset, in CSS pixels. */
export type View = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
export type Bounds = { left: number; top: number; right: number; bottom: number };

const LEAST = 0.02;
const MOST = 60;
const MARGIN = 36;
/** One node alone does not fill the picture. */
const CLOSEST = 2.5;

/** Of some nodes; of all of them with the rings and names around them. */
export function boundsOf({ x, y, groups, aside }: Layout, nodes?: readonly number[]): Bounds {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const add = (px: number, py: number, r: number): void => {
    bounds.left = Math.min(bounds.left, px - r);
    bounds.right = Math.max(bounds.right, px + r);
    bounds.top = Math.min(bounds.top, py - r);
    bounds.bottom = Math.max(bounds.bottom, py + r);
  };
  for (const node of nodes ?? x.keys()) add(x[node] ?? 0, y[node] ?? 0, 0);
  if (!nodes) for (const group of [...groups, ...(aside ? [aside] : [])]) add(group.x, group.y, group.r);
  return bounds.left === Infinity ? { left: 0, top: 0, right: 0, bottom: 0 } : bounds;
}

/** Everything within the bounds, with a margin; `closest`: no nearer than this. */
export function fit({ left, top, right, bottom }: Bounds, { width, height }: Size, closest = CLOSEST): View {
  const room = { width: Math.max(1, width - 2 * MARGIN), height: Math.max(1, height - 2 * MARGIN) };
  const wanted = Math.min(room.width / Math.max(right - left, 1e-6), room.height / Math.max(bottom - top, 1e-6));
  const scale = within(Math.min(wanted, closest));
  return { scale, x: width / 2 - ((left + right) / 2) * scale, y: height / 2 - ((top + bottom) / 2) * scale };
}

/** The point of the screen stays where it is. */
export function zoomAt(view: View, factor: number, at: { x: number; y: number }): View {
  const scale = within(view.scale * factor);
  const by = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by };
}

export function toScreen(view: View, x: number, y: number): { x: number; y: number } {
  return { x: x * view.scale + view.x, y: y * view.scale + view.y };
}

function within(scale: number): number {
  return Math.max(LEAST, Math.min(MOST, scale));
}
