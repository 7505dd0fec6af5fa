import { type Layout, SPACING } from './layout.ts';
import type { Look } from './look.ts';
import { type Network, type Node, type State, states } from './network.ts';
import type { Size, View } from './viewport.ts';

type Brush = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const LEAST_RADIUS = 2.5;
const MOST_RADIUS = 9;
/** Below this a sign inside a node is a smear. */
const SIGN_RADIUS = 5;
/** In space for so many pixels each, names do not hide each other. */
const NAME_SPACE = 46;
const MOST_NAMES = 250;
const NAME_SIZE = 11;
/** A state shows by its sign, not by its colour alone. */
const signs: Record<State, string> = { up: '', degraded: '!', down: '×', unknown: '?', off: '–' };

export function radiusOf({ kind }: Pick<Node, 'kind'>, view: View, crowd: number): number {
  const room = crowd > 400 ? SPACING * view.scale * 0.36 : MOST_RADIUS;
  const radius = Math.max(LEAST_RADIUS, Math.min(MOST_RADIUS, room));
  return kind === 'site' ? radius : radius * 1.35;
}

export function paintNodes(brush: Brush, { nodes }: Network, layout: Layout, view: View, look: Look, size: Size): void {
  for (const index of worstLast(nodes)) {
    const node = nodes[index];
    if (!node) continue;
    const [x, y] = [(layout.x[index] ?? 0) * view.scale + view.x, (layout.y[index] ?? 0) * view.scale + view.y];
    if (x < -20 || y < -20 || x > size.width + 20 || y > size.height + 20) continue;
    paintNode(brush, node, x, y, radiusOf(node, view, nodes.length), look);
  }
}

const orders = new WeakMap<readonly Node[], number[]>();

/** What is wrong lies above what is well. */
function worstLast(nodes: readonly Node[]): number[] {
  let order = orders.get(nodes);
  if (!order) {
    const rankOf = (index: number): number => states.indexOf(nodes[index]?.state ?? 'up');
    order = [...nodes.keys()].toSorted((a, b) => rankOf(b) - rankOf(a));
    orders.set(nodes, order);
  }
  return order;
}

function paintNode(brush: Brush, node: Node, x: number, y: number, radius: number, look: Look): void {
  const colour = look.states[node.state];
  const solid = node.state === 'up' || node.state === 'degraded' || node.state === 'down';
  brush.beginPath();
  outline(brush, node.kind, x, y, radius);
  brush.fillStyle = solid ? colour : look.surface;
  brush.fill();
  brush.lineWidth = solid ? 1 : 1.5;
  brush.strokeStyle = solid ? look.surface : colour;
  brush.stroke();
  if (radius < SIGN_RADIUS) return;
  const sign = signs[node.state];
  if (sign !== '') {
    brush.fillStyle = solid ? look.surface : colour;
    brush.font = `700 ${Math.round(radius * 1.6)}px ${look.font}`;
    brush.textAlign = 'center';
    brush.textBaseline = 'middle';
    brush.fillText(sign, x, y + 0.5);
  }
  if (node.alarms > 0) paintBadge(brush, node.alarms, x + radius, y - radius, look);
}

/** A hub is a square that stands on its corner, a POP a triangle, a site round. */
function outline(brush: Brush, kind: Node['kind'], x: number, y: number, radius: number): void {
  if (kind === 'site') {
    brush.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  const corners = kind === 'hub' ? 4 : 3;
  for (let corner = 0; corner < corners; corner++) {
    const angle = (corner / corners) * 2 * Math.PI - Math.PI / 2;
    brush.lineTo(x + Math.cos(angle) * radius * 1.2, y + Math.sin(angle) * radius * 1.2);
  }
  brush.closePath();
}

function paintBadge(brush: Brush, count: number, x: number, y: number, look: Look): void {
  const text = count > 99 ? '99+' : String(count);
  const width = 7 + 6 * text.length;
  brush.fillStyle = look.denied;
  brush.strokeStyle = look.surface;
  brush.lineWidth = 1;
  brush.beginPath();
  brush.roundRect(x - 5, y - 7, width, 13, 6.5);
  brush.fill();
  brush.stroke();
  brush.fillStyle = look.surface;
  brush.font = `600 10px ${look.font}`;
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.fillText(text, x - 5 + width / 2, y);
}

type Named = { text: string; x: number; y: number; bold: boolean };

/** Names of groups and nodes as far as none hides another: groups, hubs and POPs first, then what is not well. */
export function paintNames(
  brush: Brush,
  { nodes }: Network,
  layout: Layout,
  groups: readonly (Named | undefined)[],
  view: View,
  look: Look,
  size: Size,
): void {
  const space = spaceOf(layout, nodes.length, view);
  const wanted = [...nodes.keys()].filter((node) => nodes[node]?.kind !== 'site' || space >= NAME_SPACE);
  wanted.sort((a, b) => rank(nodes[a]) - rank(nodes[b]));
  const names = wanted.map((index): Named => {
    const node = nodes[index];
    const radius = node ? radiusOf(node, view, nodes.length) : 0;
    return {
      text: node?.name ?? '',
      x: (layout.x[index] ?? 0) * view.scale + view.x,
      y: (layout.y[index] ?? 0) * view.scale + view.y + radius + 9,
      bold: node?.kind === 'hub',
    };
  });
  const taken = new Taken();
  let count = 0;
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.lineJoin = 'round';
  for (const name of [...groups.filter((group) => group !== undefined), ...names]) {
    if (count >= MOST_NAMES) return;
    if (name.x < -40 || name.y < -10 || name.x > size.width + 40 || name.y > size.height + 10) continue;
    brush.font = `${name.bold ? 600 : 400} ${NAME_SIZE}px ${look.font}`;
    const width = brush.measureText(name.text).width;
    if (!taken.take(name.x - width / 2 - 2, name.y - 7, width + 4, 14)) continue;
    count++;
    brush.strokeStyle = look.surface;
    brush.lineWidth = 3;
    brush.strokeText(name.text, name.x, name.y);
    brush.fillStyle = look.text;
    brush.fillText(name.text, name.x, name.y);
  }
}

function rank(node: Node | undefined): number {
  if (!node) return 9;
  return node.kind === 'hub' ? 0 : node.kind === 'pop' ? 1 : node.state === 'down' || node.alarms > 0 ? 2 : 3;
}

/** Pixels that a node has for itself, where they stand in circles; on a map they are spread, and names find their place or not. */
function spaceOf({ groups }: Layout, count: number, view: View): number {
  return groups.length > 0 ? SPACING * view.scale : count <= 400 ? NAME_SPACE : view.scale * 4;
}

/** What is taken already, by cells. */
class Taken {
  readonly #cells = new Map<string, [number, number, number, number][]>();

  take(x: number, y: number, width: number, height: number): boolean {
    const cells = this.#cellsOf(x, y, width, height);
    for (const cell of cells)
      for (const [ox, oy, ow, oh] of this.#cells.get(cell) ?? [])
        if (x < ox + ow && ox < x + width && y < oy + oh && oy < y + height) return false;
    for (const cell of cells) {
      const known = this.#cells.get(cell);
      if (known) known.push([x, y, width, height]);
      else this.#cells.set(cell, [[x, y, width, height]]);
    }
    return true;
  }

  #cellsOf(x: number, y: number, width: number, height: number): string[] {
    const cells: string[] = [];
    for (let column = Math.floor(x / 80); column <= Math.floor((x + width) / 80); column++)
      for (let row = Math.floor(y / 40); row <= Math.floor((y + height) / 40); row++) cells.push(`${column} ${row}`);
    return cells;
  }
}
