import type { Resource } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import type { Row } from './list-answer.ts';

/** What a row is told from all others by, as one text: its id, or what it takes together, so that no two rows have one. */
export function rowId({ id, key }: Pick<Resource, 'id' | 'key'>, row: Row): string {
  const value = key ? key.map((path) => getPath(row, path)) : getPath(row, id);
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
