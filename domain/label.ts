import { getPath } from './value.ts';

/**
 * The name of a row by its template: `"{name} ({sn})"`. Brackets around a missing value go with it;
 * a row without any of the values is named by `fallback` (its id). `wordOf` translates values of enumerations.
 */
export function rowLabel(template: string, row: unknown, fallback = '', wordOf = (_path: string, text: string): string => text): string {
  let found = false;
  const text = template
    .replaceAll(/([([（【]?)\{([^{}]+)\}([)\]）】]?)/g, (_all, open: string, path: string, close: string) => {
      const text = shown(getPath(row, path.trim()));
      const value = text === '' ? '' : wordOf(path.trim(), text);
      if (value === '') return open && close ? '' : open + close;
      found = true;
      return open + value + close;
    })
    .trim()
    .replaceAll(/\s{2,}/g, ' ');
  return found ? text : fallback;
}

/** Property paths that a template reads. */
export function labelPaths(template: string): string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map((match) => (match[1] ?? '').trim());
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).filter(Boolean).join(', ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
