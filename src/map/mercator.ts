export type Point = { x: number; y: number };

/** Width of the world in map units: enough that a street is one. */
export const WORLD = 4096;
/** Beyond this the projection stretches without end. */
const FURTHEST = 84;

/** Mercator: directions stay true, which is what a picture of links needs; north is up. */
export function project(longitude: number, latitude: number): Point {
  const angle = (Math.max(-FURTHEST, Math.min(FURTHEST, latitude)) * Math.PI) / 180;
  return {
    x: ((longitude + 180) / 360) * WORLD,
    y: (0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)) * WORLD,
  };
}
