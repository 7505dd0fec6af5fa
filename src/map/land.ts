import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import coarse from 'world-atlas/land-110m.json?url';
import fine from 'world-atlas/land-50m.json?url';
import { project } from './mercator.ts';

/** `coarse` for the world and continents, `fine` for a country and less. */
export type Detail = 'coarse' | 'fine';

const files: Record<Detail, string> = { coarse, fine };
const known = new Map<Detail, Promise<string>>();

/** Coasts as one SVG path in map units: land and nothing else, neither borders nor names. Comes with the first map. */
export function landPath(detail: Detail): Promise<string> {
  let path = known.get(detail);
  if (!path) {
    path = read(files[detail]);
    path.catch(() => known.delete(detail));
    known.set(detail, path);
  }
  return path;
}

async function read(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const topology: Topology<{ land: GeometryCollection }> = await answer.json();
  const { features } = feature(topology, topology.objects.land);
  const rings = features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : geometry.type === 'Polygon' ? geometry.coordinates : [],
  );
  return rings.map(ringPath).join('');
}

/** Where a coast goes on at the other end of the map, no line leads across it. */
function ringPath(ring: readonly (readonly number[])[]): string {
  return ring
    .map(([longitude = 0, latitude = 0], index) => {
      const { x, y } = project(longitude, latitude);
      const crosses = Math.abs(longitude - (ring[index - 1]?.[0] ?? longitude)) > 180;
      return `${index === 0 || crosses ? 'M' : 'L'}${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join('');
}
