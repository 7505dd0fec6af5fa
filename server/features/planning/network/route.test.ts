import { expect, test } from 'vitest';
import type { Link } from './network.ts';
import { pairsOf } from './pairs.ts';
import { routeOf } from './route.ts';

const link = (from: string, to: string, state: Link['state'] = 'up', kind: Link['kind'] = 'tunnel'): Link => ({
  from,
  to,
  kind,
  topology: null,
  state,
});
const way = (links: Link[]): string[] | undefined => routeOf(links, 'a', 'd')?.map(({ to }) => to);

test('a path takes the fewest links that are up, over more of them rather than over one that is down', () => {
  const around = [link('a', 'b'), link('c', 'b'), link('c', 'd')];
  expect(way([...around, link('a', 'd')])).toEqual(['d']);
  expect(way([...around, link('a', 'd', 'down')])).toEqual(['b', 'c', 'd']);
  expect(way([link('a', 'b'), link('b', 'd', 'down')])).toEqual(['b', 'd']);
  expect(way([...around, link('a', 'd', 'off')])).toEqual(['b', 'c', 'd']);
  // a POP is no way from site to site
  expect(way([link('a', 'p', 'up', 'access'), link('d', 'p', 'up', 'access')])).toBeUndefined();
});

test('tunnels: spokes to every hub and hubs to each other, a mesh all, and none to a site that is not reached', () => {
  const sites = ['h', 'i', 'x', 'y'].map((siteId, index) => ({ siteId, role: index < 2 ? ('hub' as const) : ('spoke' as const) }));
  const all = (type: 'spoke-hub' | 'full-mesh' | 'point-to-point', known: (id: string) => boolean = () => true): string[] =>
    [...pairsOf({ type, sites }, known)].map((pair) => pair.join(''));
  expect(all('spoke-hub')).toEqual(['hi', 'xh', 'xi', 'yh', 'yi']);
  expect(all('full-mesh')).toEqual(['hi', 'hx', 'hy', 'ix', 'iy', 'xy']);
  expect(all('full-mesh', (id) => id !== 'i')).toEqual(['hx', 'hy', 'xy']);
});
