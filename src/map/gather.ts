import { project, type Point, WORLD } from './mercator.ts';

/** Something that stands on the map: the one that is first is the more important. Marks of two kinds lead to no one list. */
export type Mark = { key: string; kind?: string; longitude: number; latitude: number; count: number };
export type Gathered<Kind extends Mark> = Point & { marks: Kind[]; count: number };
export type Frame = { left: number; top: number; width: number; height: number };

const MARGIN = 0.1;
/** A single place is seen with the country around it. */
const LEAST = 120;

/** The stretch of the map that holds all marks, in the shape of the picture; without any, the world. */
export function frameOf(marks: readonly Mark[], shape: number): Frame {
  // a picture that has no room yet, or none any more, has no shape
  const ratio = shape > 0 && Number.isFinite(shape) ? shape : 1;
  if (marks.length === 0) return { left: 0, top: WORLD / 2 - WORLD / ratio / 2, width: WORLD, height: WORLD / ratio };
  const points = marks.map(({ longitude, latitude }) => project(longitude, latitude));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const wide = Math.max(LEAST, (right - left) * (1 + 2 * MARGIN), (bottom - top) * (1 + 2 * MARGIN) * ratio);
  const width = Number.isFinite(wide) ? wide : LEAST;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { left: x - width / 2, top: y - width / ratio / 2, width, height: width / ratio };
}

/**
 * Marks of one kind that would hide each other are one: `apart` is how near they may be, in map units. The first of them says
 * where; what would be hidden by another kind stands beside it.
 */
export function gather<Kind extends Mark>(marks: readonly Kind[], apart: number): Gathered<Kind>[] {
  const found: { at: Point; place: Gathered<Kind> }[] = [];
  for (const mark of marks) {
    const at = project(mark.longitude, mark.latitude);
    const near = found.filter((each) => Math.hypot(each.at.x - at.x, each.at.y - at.y) < apart).map(({ place }) => place);
    const own = near.find(({ marks: [first] }) => first?.kind === mark.kind);
    if (own) {
      own.marks.push(mark);
      own.count += mark.count;
      continue;
    }
    const [other] = near;
    found.push({ at, place: { ...(other ? { x: other.x + apart, y: other.y } : at), marks: [mark], count: mark.count } });
  }
  return found.map(({ place }) => place);
}
