import { asArray, asObject } from '#domain/json.ts';
import type { IdsLocation } from '#domain/ids-location.ts';
import type { Field } from '#domain/model.ts';

type Query = Record<string, string | string[] | undefined>;

/** Which rows a call names that is about several. */
export function keysIn(
  { in: place, at, each, joined }: IdsLocation,
  { body, query }: { body: unknown; query: Query },
): ReadonlySet<string> {
  const given = place === 'query' ? [query[at] ?? []].flat() : asArray(at === '' ? body : asObject(body)[at]);
  const keys = given.flatMap((key) => (joined && typeof key === 'string' ? key.split(',') : [key]));
  return new Set(keys.map((key) => String(each === undefined ? key : asObject(key)[each])));
}

/** Of an enumeration only its values are taken. */
export function isStrange({ values, open, items }: Field, given: string | string[] | undefined): boolean {
  const known = values ?? items?.values;
  if (known === undefined || open || items?.open) return false;
  const texts = items === undefined ? [given ?? []].flat() : [given ?? []].flat().flatMap((each) => each.split(','));
  return texts.some((each) => !known.some((value) => String(value) === each));
}
