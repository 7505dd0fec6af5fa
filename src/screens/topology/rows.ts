import { type Network, type Node, type State, states } from './network.ts';

export type NodeRow = Node & { index: number; links: number };
export type LinkRow = {
  index: number;
  from: Node;
  to: Node;
  kind: Network['links']['kind'][number];
  topology: Network['topologies'][number] | undefined;
  /** Mbps; absent where no topology makes the link. */
  rateLimit: number | undefined;
  state: State;
  load: number | null;
  latency: number | null;
  loss: number | null;
  /** Why figures are missing: what the ends say. */
  gap: string | undefined;
};
export type Sort<Row> = { by: keyof Row & string; down: boolean };

export function nodeRows(network: Network, byNode: readonly (readonly number[])[]): NodeRow[] {
  return network.nodes.map((node, index) => ({ ...node, index, links: byNode[index]?.length ?? 0 }));
}

export function linkRow({ nodes, links, topologies }: Network, index: number): LinkRow | undefined {
  const [from, to] = [nodes[links.from[index] ?? -1], nodes[links.to[index] ?? -1]];
  const [kind, state] = [links.kind[index], links.state[index]];
  if (!from || !to || !kind || !state) return undefined;
  const topology = topologies[links.topology[index] ?? -1];
  return {
    index,
    from,
    to,
    kind,
    topology,
    rateLimit: topology?.rateLimit,
    state,
    load: links.load[index] ?? null,
    latency: links.latency[index] ?? null,
    loss: links.loss[index] ?? null,
    gap: from.gap ?? to.gap,
  };
}

/** Rows whose names hold every word that was typed. */
export function named<Row>(rows: readonly Row[], text: string, namesOf: (row: Row) => string): Row[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...rows];
  return rows.filter((row) => {
    const names = namesOf(row).toLowerCase();
    return words.every((word) => names.includes(word));
  });
}

/** In order of a column; a figure that is missing stands last, whichever way. */
export function sorted<Row extends object>(rows: readonly Row[], { by, down }: Sort<Row>): Row[] {
  const sign = down ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [keyOf(a[by]), keyOf(b[by])];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    return sign * (typeof left === 'number' && typeof right === 'number' ? left - right : collator.compare(String(left), String(right)));
  });
}

const collator = new Intl.Collator(undefined, { numeric: true });

function keyOf(value: unknown): number | string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number') return value;
  if (typeof value === 'object') return 'name' in value ? String(value.name) : undefined;
  const text = String(value);
  // states by how bad they are
  const rank = states.findIndex((state) => state === text);
  return rank < 0 ? text : rank;
}
