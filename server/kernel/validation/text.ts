/** No NUL (PostgreSQL refuses it) and no lone surrogate (a database stores another character for it), at any depth. */
export function isStorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u{0}');
  if (Array.isArray(value)) return value.every(isStorableText);
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorableText(inner));
}

/** Pointers of the texts that cannot be stored. */
export function unstorable(value: unknown, pointer = ''): string[] {
  if (isStorableText(value)) return [];
  if (value === null || typeof value !== 'object') return [pointer];
  const found = Object.entries(value).flatMap(([key, inner]) =>
    isStorableText(key) ? unstorable(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`) : [pointer],
  );
  return found;
}
