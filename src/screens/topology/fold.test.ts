import { expect, test } from 'vitest';
import { foldableCities, folded, foldedCity } from './fold.ts';
import type { Network, Node } from './network.ts';

const site = (id: string, city: string | undefined, more: Partial<Node> = {}): Node => ({
  id,
  kind: 'site',
  name: id,
  state: 'up',
  alarms: 0,
  ...(city === undefined ? {} : { city }),
  ...more,
});
const network: Network = {
  source: 'store',
  topologies: [],
  nodes: [
    site('a', 'Wuhan', { load: 10, alarms: 1, severity: 'Warning' }),
    site('b', 'Wuhan', { load: 70, alarms: 2, severity: 'Emergency', state: 'down' }),
    site('c', 'Xian'),
    site('d', undefined),
    site('e', 'Xian', { kind: 'hub' }),
  ],
  links: {
    from: [0, 0, 1, 1, 3],
    to: [1, 4, 4, 3, 2],
    kind: ['tunnel', 'tunnel', 'tunnel', 'tunnel', 'tunnel'],
    topology: [0, 0, 0, 0, 0],
    state: ['up', 'up', 'down', 'up', 'up'],
    load: [5, 10, 70, null, 3],
    latency: [1, 20, 30, null, 4],
    loss: [0, 0, 2, null, 0],
  },
  more: 0,
};
const named = (city: string, count: number): string => `${city} (${count})`;

test('cities with more than one node can be folded', () => {
  expect(foldableCities(network)).toEqual(['Wuhan', 'Xian']);
});

test('a city that is folded is as bad as its worst site, and what joins two of them is one link', () => {
  const { nodes, links } = folded(network, new Set(['Wuhan', 'Xian']), named);
  expect(nodes.map(({ name }) => name)).toEqual(['Wuhan (2)', 'Xian (2)', 'd']);
  expect(nodes[0]).toMatchObject({ state: 'down', alarms: 3, severity: 'Emergency', load: 70, kind: 'site' });
  expect(nodes[1]).toMatchObject({ kind: 'hub', state: 'up' });
  expect(nodes.map(foldedCity)).toEqual(['Wuhan', 'Xian', undefined]);
  expect(links.from.map((from, link) => [from, links.to[link], links.state[link], links.load[link]])).toEqual([
    [0, 1, 'down', 70],
    [0, 2, 'up', null],
    [2, 1, 'up', 3],
  ]);
});

test('what is not folded stays as it is, with its links', () => {
  expect(folded(network, new Set(), named)).toEqual(network);
  const { nodes, links } = folded(network, new Set(['Xian']), named);
  expect(nodes.map(({ id }) => id)).toEqual(['a', 'b', 'city:Xian', 'd']);
  expect(links.from).toHaveLength(5);
});
