import type { NetworkGraph as Network, NetworkPath as Path } from '#generated/client/schemas.ts';
import type { LayoutKind, LayoutTask } from './layout.ts';

export type { Network, Path };
export type Node = Network['nodes'][number];
export type State = Node['state'];

/** The worst first. */
export const states = ['down', 'degraded', 'unknown', 'off', 'up'] as const satisfies readonly State[];

/** Links of each node, by position. */
export function linksByNode({ nodes, links }: Network): number[][] {
  const found = nodes.map((): number[] => []);
  for (const [link, from] of links.from.entries()) {
    found[from]?.push(link);
    const to = links.to[link] ?? from;
    if (to !== from) found[to]?.push(link);
  }
  return found;
}

export function taskOf({ nodes, links }: Network, kind: LayoutKind): { task: LayoutTask; cities: string[] } {
  const cities = [...new Set(nodes.flatMap(({ city }) => city ?? []))];
  const number = new Map(cities.map((city, index) => [city, index]));
  return {
    cities,
    task: {
      kind,
      hubs: nodes.map((node) => node.kind === 'hub'),
      clusters: nodes.map(({ city }) => (city === undefined ? -1 : (number.get(city) ?? -1))),
      longitude: nodes.map(({ longitude }) => longitude),
      latitude: nodes.map(({ latitude }) => latitude),
      from: links.from,
      to: links.to,
    },
  };
}

/** What a layout depends on: where nothing of it changed, the picture keeps its places. */
export function shapeOf({ task }: ReturnType<typeof taskOf>): string {
  return JSON.stringify(task);
}

/** Positions of the links that join neighbours of a path; `topology`: the topology that makes the link, where one does. */
export function linksOfPath({ nodes, links, topologies }: Network, { hops, links: ways }: Path): number[] {
  const at = new Map(nodes.map(({ id }, index) => [id, index]));
  return ways.flatMap(({ topologyId, kind }, index) => {
    const [near, far] = [at.get(hops[index]?.siteId ?? ''), at.get(hops[index + 1]?.siteId ?? '')];
    const found = links.from.findIndex((from, link) => {
      const to = links.to[link];
      const joins = (from === near && to === far) || (from === far && to === near);
      return joins && links.kind[link] === kind && topologies[links.topology[link] ?? -1]?.id === topologyId;
    });
    return found < 0 ? [] : [found];
  });
}
