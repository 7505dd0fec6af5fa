import { describe, expect, test } from 'vitest';
import { layoutOf, type LayoutTask, SPACING } from './layout.ts';
import { linkAt, nodeAt } from './picking.ts';
import { boundsOf, fit, toScreen, zoomAt } from './viewport.ts';

/** Two hubs with ten spokes each, one mesh of three, one alone; spokes in two cities. */
const from = [...Array.from({ length: 10 }, (_, index) => 2 + index), ...Array.from({ length: 10 }, (_, index) => 12 + index), 22, 22, 23];
const to = [...Array.from({ length: 10 }, () => 0), ...Array.from({ length: 10 }, () => 1), 23, 24, 24];
const network = (kind: LayoutTask['kind']): LayoutTask => ({
  kind,
  hubs: Array.from({ length: 26 }, (_, node) => node < 2),
  clusters: Array.from({ length: 26 }, (_, node) => (node < 12 ? 0 : node < 22 ? 1 : -1)),
  longitude: Array.from({ length: 26 }, (_, node) => (node < 20 ? 100 + node : node < 22 ? 121.5 : undefined)),
  latitude: Array.from({ length: 26 }, (_, node) => (node < 22 ? 31 : undefined)),
  from,
  to,
});
const size = { width: 800, height: 600 };

describe('layouts', () => {
  test('the same network always gives the same picture', () => {
    for (const kind of ['hubs', 'places', 'clusters'] as const) expect(layoutOf(network(kind))).toEqual(layoutOf(network(kind)));
  });

  test('spokes stand around their hub, and no two nodes of the circles nearer than a node’s space', () => {
    for (const kind of ['hubs', 'clusters'] as const) {
      const { x, y, groups } = layoutOf(network(kind));
      expect(groups.reduce((sum, group) => sum + group.size, 0)).toBe(26);
      for (let a = 0; a < 26; a++)
        for (let b = a + 1; b < 26; b++)
          expect(Math.hypot((x[a] ?? 0) - (x[b] ?? 0), (y[a] ?? 0) - (y[b] ?? 0))).toBeGreaterThan(SPACING * 0.99);
    }
    const { x, y, groups } = layoutOf(network('hubs'));
    expect(groups.map(({ key, size: count }) => [key, count])).toEqual([
      [0, 11],
      [1, 11],
      [-1, 4],
    ]);
    for (const hub of [0, 1]) {
      const group = groups.find(({ key }) => key === hub);
      expect([x[hub], y[hub]]).toEqual([Math.fround(group?.x ?? NaN), Math.fround(group?.y ?? NaN)]);
      for (let spoke = 2 + 10 * hub; spoke < 12 + 10 * hub; spoke++)
        expect(Math.hypot((x[spoke] ?? 0) - (group?.x ?? 0), (y[spoke] ?? 0) - (group?.y ?? 0))).toBeLessThan(group?.r ?? 0);
    }
  });

  test('clusters are cities; what has none stands together', () => {
    const { groups } = layoutOf(network('clusters'));
    expect(groups.map(({ key, size: count }) => [key, count])).toEqual([
      [0, 12],
      [1, 10],
      [-1, 4],
    ]);
  });

  test('on the map east is right, what stands at one place is spread, and what has no coordinates stands below, counted', () => {
    const { x, y, aside } = layoutOf(network('places'));
    for (let node = 1; node < 20; node++) expect(x[node]).toBeGreaterThan(x[node - 1] ?? NaN);
    expect([x[20], y[20]]).not.toEqual([x[21], y[21]]);
    expect(aside?.size).toBe(4);
    for (let node = 22; node < 26; node++) expect(y[node]).toBeGreaterThan(Math.max(...y.slice(0, 22)));
  });
});

describe('view', () => {
  const layout = layoutOf(network('hubs'));

  test('everything fits into the picture, its rings too', () => {
    const view = fit(boundsOf(layout), size);
    for (const { x, y, r } of layout.groups) {
      const low = toScreen(view, x - r, y - r);
      const high = toScreen(view, x + r, y + r);
      expect(Math.min(low.x, low.y)).toBeGreaterThanOrEqual(0);
      expect(high.x).toBeLessThanOrEqual(size.width);
      expect(high.y).toBeLessThanOrEqual(size.height);
    }
  });

  test('what is under the hand stays there while one zooms', () => {
    const view = fit(boundsOf(layout), size);
    const nearer = zoomAt(view, 3, { x: 100, y: 200 });
    const world = { x: (100 - view.x) / view.scale, y: (200 - view.y) / view.scale };
    const { x, y } = toScreen(nearer, world.x, world.y);
    expect([x, y].map(Math.round)).toEqual([100, 200]);
    expect(nearer.scale / view.scale).toBeCloseTo(3);
  });

  test('a click finds the node below it, else the link that passes, else nothing', () => {
    const view = fit(boundsOf(layout), size);
    for (const node of [0, 1, 5, 25]) {
      const { x, y } = toScreen(view, layout.x[node] ?? 0, layout.y[node] ?? 0);
      expect(nodeAt(layout, view, { x: x + 3, y: y - 2 }, 14)).toBe(node);
    }
    expect(nodeAt(layout, view, { x: -500, y: -500 }, 14)).toBeUndefined();
    // a spoke of the outer ring, a third of the way to its hub
    const link = 9;
    const [start, end] = [from[link] ?? 0, to[link] ?? 0];
    const middle = toScreen(
      view,
      ((layout.x[start] ?? 0) * 2 + (layout.x[end] ?? 0)) / 3,
      ((layout.y[start] ?? 0) * 2 + (layout.y[end] ?? 0)) / 3,
    );
    const found = linkAt(layout, { from, to }, view, middle, 6);
    expect([from[found ?? -1], to[found ?? -1]]).toEqual([start, end]);
    expect(linkAt(layout, { from, to }, view, { x: -500, y: -500 }, 6)).toBeUndefined();
  });
});
