import { isArray, isJson, isObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';

type Path = readonly (string | number)[];

/** A copy with the value in place, or without it; what it does not touch is shared. Lists begin with as many empty places as come before it. */
export function put(doc: Json | undefined, path: Path, value: unknown): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return plain(value);
  if (typeof step === 'number') {
    const items: Json[] = isArray(doc) ? [...doc] : [];
    while (items.length < step) items.push(null);
    items[step] = put(items[step], rest, value) ?? null;
    return items;
  }
  const { [step]: before, ...others } = isObject(doc) ? doc : {};
  const next = put(before, rest, value);
  if (next === undefined) return others;
  // a property keeps its place among the others
  return isObject(doc) && Object.hasOwn(doc, step)
    ? Object.fromEntries(Object.entries(doc).map(([name, each]) => [name, name === step ? next : each]))
    : { ...others, [step]: next };
}

/** JSON without what is undefined; a list has an empty place for it. */
function plain(value: unknown): Json | undefined {
  if (isArray(value)) return value.map((each) => plain(each) ?? null);
  if (!isObject(value)) return isJson(value) && typeof value !== 'symbol' ? value : undefined;
  const entries = Object.entries(value).map(([name, each]) => [name, plain(each)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
