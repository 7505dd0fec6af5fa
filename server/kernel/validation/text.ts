/** No NUL (PostgreSQL refuses it) and no lone surrogate (a database stores another character for it), at any depth. */
export function isStorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u{0}');
  if (Array.isArray(value)) return value.every(isStorableText);
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorableText(inner));
}

/** No number past those that are told apart: it would be stored as another one, or not at all. */
export function isStorableNumber(value: unknown): boolean {
  return typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** What of a body cannot be stored, each at its place. */
export function unstorable(value: unknown, pointer = ''): { pointer: string; code: string }[] {
  if (isStorable(value)) return [];
  if (typeof value === 'number') return [{ pointer, code: 'number.unstorable' }];
  if (value === null || typeof value !== 'object') return [{ pointer, code: 'text.unstorable' }];
  return Object.entries(value).flatMap(([key, inner]) =>
    isStorableText(key)
      ? unstorable(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
      : [{ pointer, code: 'text.unstorable' }],
  );
}

function isStorable(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return isStorableNumber(value) && isStorableText(value);
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorable(inner));
}

/** Whether values stand in one another more than so many levels deep. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
