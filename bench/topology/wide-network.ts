import type { NetworkGraph, NetworkState } from '#generated/server/stored.ts';

const HUBS = 25;

/** A network of so many sites and links: hubs, and spokes that each lead to several of them. */
export function wideNetwork(sites: number, links: number): NetworkGraph {
  const stateOf = (index: number): NetworkState => (index % 37 === 0 ? 'down' : index % 23 === 0 ? 'degraded' : 'up');
  const spokes = sites - HUBS;
  const from = Array.from({ length: links }, (_, link) => HUBS + (link % spokes));
  const to = Array.from({ length: links }, (_, link) => (link + Math.floor(link / spokes) * 7) % HUBS);
  return {
    source: 'store',
    topologies: [{ id: 't', name: 'All', type: 'spoke-hub', enable: true, rateLimit: 100, elasticBandwidth: 0 }],
    nodes: Array.from({ length: sites }, (_, index) => ({
      id: `s-${index}`,
      kind: index < HUBS ? 'hub' : 'site',
      name: `Branch ${index}`,
      city: `City ${index % 80}`,
      longitude: 80 + ((index * 37) % 400) / 8,
      latitude: 20 + ((index * 91) % 300) / 12,
      state: stateOf(index),
      alarms: index % 37 === 0 ? 2 : 0,
      load: index % 100,
      latency: 5 + (index % 60),
      loss: (index % 30) / 10,
    })),
    links: {
      from,
      to,
      kind: from.map(() => 'tunnel'),
      topology: from.map(() => 0),
      state: from.map((start) => stateOf(start)),
      load: from.map((start) => start % 100),
      latency: from.map((start) => 10 + (start % 90)),
      loss: from.map((start) => (start % 30) / 10),
    },
    more: 0,
  };
}
