import { severities } from '#domain/alert-severity.ts';
import { type Network, type Node, states } from './network.ts';

const PREFIX = 'city:';

/** Cities of which there is more than one node to fold. */
export function foldableCities({ nodes }: Network): string[] {
  const byCity = Map.groupBy(nodes, ({ city }) => city);
  return [...byCity].flatMap(([city, own]) => (city !== undefined && own.length > 1 ? [city] : []));
}

/** The city that a node stands for, where it stands for one. */
export function foldedCity({ id }: Node): string | undefined {
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined;
}

/**
 * The network with each of these cities as one node, which is called `named`: as bad as its worst site, as full as its fullest. What
 * joins two of them is one link; what joins sites of one city is not seen.
 */
export function folded(network: Network, cities: ReadonlySet<string>, named: (city: string, count: number) => string): Network {
  const { nodes, links } = network;
  const kept: Node[] = [];
  const place: number[] = [];
  const clusters = new Map<string, { at: number; own: Node[] }>();
  for (const [index, node] of nodes.entries()) {
    const { city } = node;
    const cluster = city === undefined ? undefined : clusters.get(city);
    if (city === undefined || !cities.has(city)) place[index] = kept.push(node) - 1;
    else if (cluster) {
      place[index] = cluster.at;
      cluster.own.push(node);
    } else {
      // its place is taken now, and filled once all of its nodes are known
      const at = kept.push(node) - 1;
      place[index] = at;
      clusters.set(city, { at, own: [node] });
    }
  }
  for (const [city, { at, own }] of clusters) kept[at] = clusterOf(city, own, named(city, own.length));
  return { ...network, nodes: kept, links: merged(links, place) };
}

function clusterOf(city: string, own: readonly Node[], name: string): Node {
  const most = (of: 'load' | 'latency' | 'loss'): Partial<Node> => {
    const values = own.flatMap((node) => node[of] ?? []);
    return values.length === 0 ? {} : { [of]: Math.max(...values) };
  };
  const placed = own.find(({ longitude }) => longitude !== undefined);
  const severity = severities.find((each) => own.some((node) => node.severity === each));
  return {
    id: PREFIX + city,
    kind: own.some(({ kind }) => kind === 'hub') ? 'hub' : 'site',
    name,
    city,
    ...(placed?.longitude === undefined ? {} : { longitude: placed.longitude }),
    ...(placed?.latitude === undefined ? {} : { latitude: placed.latitude }),
    state: states.find((state) => own.some((node) => node.state === state)) ?? 'unknown',
    alarms: own.reduce((sum, { alarms }) => sum + alarms, 0),
    ...(severity ? { severity } : {}),
    ...most('load'),
    ...most('latency'),
    ...most('loss'),
  };
}

function merged(links: Network['links'], place: readonly number[]): Network['links'] {
  const found: Network['links'] = { from: [], to: [], kind: [], topology: [], state: [], load: [], latency: [], loss: [] };
  const known = new Map<string, number>();
  for (const [link, start] of links.from.entries()) {
    const [from, to] = [place[start] ?? 0, place[links.to[link] ?? 0] ?? 0];
    if (from === to) continue;
    const kind = links.kind[link] ?? 'tunnel';
    const key = `${Math.min(from, to)} ${Math.max(from, to)} ${kind} ${links.topology[link] ?? ''}`;
    const at = known.get(key);
    const state = links.state[link] ?? 'unknown';
    if (at === undefined) {
      known.set(key, found.from.push(from) - 1);
      found.to.push(to);
      found.kind.push(kind);
      found.topology.push(links.topology[link] ?? null);
      found.state.push(state);
      for (const name of ['load', 'latency', 'loss'] as const) found[name].push(links[name][link] ?? null);
      continue;
    }
    found.state[at] = states.find((each) => each === state || each === found.state[at]) ?? state;
    for (const name of ['load', 'latency', 'loss'] as const) found[name][at] = larger(found[name][at], links[name][link]);
  }
  return found;
}

function larger(one: number | null | undefined, other: number | null | undefined): number | null {
  const values = [one, other].filter((value) => typeof value === 'number');
  return values.length === 0 ? null : Math.max(...values);
}
