import type { Layout } from './layout.ts';
import type { Look } from './look.ts';
import type { Network, Path } from './network.ts';
import { type Lines, linesOf, paintLinks, strokeAll } from './paint-links.ts';
import { paintNames, paintNodes, radiusOf } from './paint-nodes.ts';
import type { Size, View } from './viewport.ts';

type Brush = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** What is on the picture. */
export type Scene = {
  network: Network;
  layout: Layout;
  /** Coasts in map units; only of a map. */
  land: Path2D | undefined;
  /** What groups are called, by their key. */
  groupName: (key: number, size: number) => string;
  aside: string;
};
/** What is drawn out. */
export type Marks = {
  node: number | undefined;
  /** Links of the node. */
  links: readonly number[];
  path: { links: readonly number[]; nodes: readonly number[]; answer: Path } | undefined;
};

/** More than the eye can follow: groups are not ringed. */
const MOST_RINGED = 400;

const known = new WeakMap<Network, Lines>();

/** All of it but what is drawn out. The brush is at the origin of the view. */
export function paintScene(brush: Brush, scene: Scene, view: View, size: Size, look: Look): void {
  const { network, layout, land } = scene;
  brush.fillStyle = look.surface;
  brush.fillRect(0, 0, size.width, size.height);
  if (land) paintLand(brush, land, view, look);
  if (layout.groups.length <= MOST_RINGED) paintRings(brush, layout, view, look);
  const lines = known.get(network) ?? linesOf(network);
  known.set(network, lines);
  paintLinks(brush, network, lines, layout, view, look);
  paintNodes(brush, network, layout, view, look, size);
  paintNames(brush, network, layout, namesOf(scene, view), view, look, size);
}

/** The selected node with its links and neighbours, and a path with where it is denied. */
export function paintMarks(brush: Brush, { network, layout }: Scene, { node, links, path }: Marks, view: View, look: Look): void {
  const at = (index: number): { x: number; y: number } => ({
    x: (layout.x[index] ?? 0) * view.scale + view.x,
    y: (layout.y[index] ?? 0) * view.scale + view.y,
  });
  const ring = (index: number, colour: string, width: number): void => {
    const shown = network.nodes[index];
    const { x, y } = at(index);
    brush.beginPath();
    brush.arc(x, y, (shown ? radiusOf(shown, view, network.nodes.length) : 0) + 4, 0, 2 * Math.PI);
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    brush.stroke();
  };
  if (node !== undefined) {
    brush.strokeStyle = look.focus;
    brush.lineWidth = 2;
    strokeAll(brush, network.links, links, layout, view);
    ring(node, look.focus, 3);
  }
  if (!path) return;
  for (const [index, link] of path.links.entries()) {
    const denied = path.answer.links[index]?.denied === true;
    brush.strokeStyle = denied ? look.denied : look.focus;
    brush.lineWidth = 4;
    brush.setLineDash(denied ? [3, 6] : []);
    strokeAll(brush, network.links, [link], layout, view);
  }
  brush.setLineDash([]);
  for (const [index, hop] of path.nodes.entries()) {
    const denied = path.answer.hops[index]?.denied === true;
    ring(hop, denied ? look.denied : look.focus, 3);
    if (denied) paintStop(brush, at(hop), look);
  }
}

function paintStop(brush: Brush, { x, y }: { x: number; y: number }, look: Look): void {
  brush.fillStyle = look.denied;
  brush.beginPath();
  brush.arc(x + 14, y - 14, 9, 0, 2 * Math.PI);
  brush.fill();
  brush.fillStyle = look.surface;
  brush.fillRect(x + 9, y - 16, 10, 4);
}

function paintLand(brush: Brush, land: Path2D, view: View, look: Look): void {
  brush.save();
  brush.transform(view.scale, 0, 0, view.scale, view.x, view.y);
  brush.fillStyle = look.land;
  brush.fill(land);
  brush.strokeStyle = look.coast;
  brush.lineWidth = 1 / view.scale;
  brush.stroke(land);
  brush.restore();
}

function paintRings(brush: Brush, { groups }: Layout, view: View, look: Look): void {
  brush.strokeStyle = look.ring;
  brush.lineWidth = 1;
  for (const { x, y, r, size } of groups) {
    if (size < 2) continue;
    brush.beginPath();
    brush.arc(x * view.scale + view.x, y * view.scale + view.y, r * view.scale, 0, 2 * Math.PI);
    brush.stroke();
  }
}

function namesOf({ layout, groupName, aside }: Scene, view: View): { text: string; x: number; y: number; bold: boolean }[] {
  const names = layout.groups.flatMap(({ key, x, y, r, size }) => {
    const text = groupName(key, size);
    return text === '' ? [] : [{ text, x: x * view.scale + view.x, y: (y - r) * view.scale + view.y - 8, bold: true }];
  });
  if (!layout.aside) return names;
  return [...names, { text: aside, x: layout.aside.x * view.scale + view.x, y: layout.aside.y * view.scale + view.y, bold: true }];
}
