import { describe, expect, test } from 'vitest';
import { linksByNode, linksOfPath, type Network, type Path } from './network.ts';
import { linkRow, named, nodeRows, sorted } from './rows.ts';

const network: Network = {
  source: 'store',
  topologies: [{ id: 't', name: 'All', type: 'full-mesh', enable: true, rateLimit: 100, elasticBandwidth: 0 }],
  nodes: [
    { id: 'a', kind: 'hub', name: 'Site 10', state: 'up', alarms: 0, load: 5 },
    { id: 'b', kind: 'site', name: 'Site 9', city: '上海', state: 'down', alarms: 2, gap: 'silent' },
    { id: 'c', kind: 'site', name: 'Site 8', state: 'unknown', alarms: 0, gap: 'neverReported' },
  ],
  links: {
    from: [1, 1, 2],
    to: [0, 0, 0],
    kind: ['hub', 'tunnel', 'hub'],
    topology: [null, 0, null],
    state: ['down', 'down', 'unknown'],
    load: [null, null, null],
    latency: [null, null, null],
    loss: [null, null, null],
  },
  more: 0,
};

describe('rows beside the picture', () => {
  test('a column sorts by size, names by their numbers, states by how bad they are; what is missing stands last either way', () => {
    const rows = nodeRows(network, linksByNode(network));
    expect(sorted(rows, { by: 'name', down: false }).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(sorted(rows, { by: 'state', down: false }).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(sorted(rows, { by: 'load', down: true })[0]?.id).toBe('a');
    expect(sorted(rows, { by: 'load', down: false })[0]?.id).toBe('a');
    expect(sorted(rows, { by: 'links', down: true }).map(({ links }) => links)).toEqual([3, 2, 1]);
  });

  test('a link without figures says why: what its ends say', () => {
    expect(linkRow(network, 1)).toMatchObject({ gap: 'silent', load: null, rateLimit: 100, topology: { name: 'All' } });
    expect(linkRow(network, 2)).toMatchObject({ gap: 'neverReported', rateLimit: undefined });
    expect(linkRow(network, 3)).toBeUndefined();
  });

  test('every word that was typed is in the name or the city', () => {
    const found = (text: string): string[] => named(network.nodes, text, ({ name, city = '' }) => `${name} ${city}`).map(({ id }) => id);
    expect([found('site'), found('上海 site'), found('9 10'), found(' ')]).toEqual([['a', 'b', 'c'], ['b'], [], ['a', 'b', 'c']]);
  });
});

test('of two links between the same sites a path shows the one that it takes', () => {
  const path: Path = {
    outcome: 'down',
    hops: [
      { siteId: 'b', name: 'Site 9', state: 'down', denied: false },
      { siteId: 'a', name: 'Site 10', state: 'up', denied: false },
    ],
    links: [{ kind: 'tunnel', topologyId: 't', topology: 'All', state: 'down', denied: false }],
    checks: [],
    flows: [],
    undecided: [],
    unchecked: [],
  };
  expect(linksOfPath(network, path)).toEqual([1]);
  expect(linksOfPath(network, { ...path, links: [{ kind: 'hub', state: 'down', denied: false }] })).toEqual([0]);
});
