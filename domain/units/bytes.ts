import { climb, descend, rounded } from '#domain/units/scale.ts';

/** Steps of 1024 (spec 9). */
const STEP = 1024;
const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;

/** Bytes in the unit in which they read best: `formatBytes(1536)` is `1.5 KB`. Not finite gives an empty text. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return '';
  const best = climb(bytes, STEP, units);
  return `${rounded(best.value)} ${best.unit}`;
}

/** Bytes from what people type: `1.5 MB`, `10m`, `100`; undefined for what is none. */
export function parseBytes(text: string): number | undefined {
  const bytes = descend(text, STEP, units, 'B');
  return bytes === undefined ? undefined : Math.round(bytes);
}
