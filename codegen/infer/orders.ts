import { asArray, asObject, compact, type JsonObject, texts } from '#domain/json.ts';
import type { Paging } from '#domain/paging.ts';
import type { ContractDocument } from '../read/document.ts';
import type { RawOperation } from '../read/operations.ts';
import { normal, propertiesOf } from './answer.ts';

type Query = RawOperation['params'][number];
type Ways = { ascending?: string; descending?: string };

const orderNames = /^(?:sort|order|sort_?order|sort_?dir(?:ection)?|order_?dir(?:ection)?|direction|_order)$/i;
const WAY = /^(?:asc|desc)(?:ending)?$/i;

/** What says beside a property which way it is sorted by. */
export function findOrder(document: ContractDocument, queries: readonly Query[], sort: string): Paging['order'] {
  for (const { name, schema } of queries.filter((query) => query.name !== sort && orderNames.test(query.name))) {
    const values = valuesOf(document, schema);
    const [ascending, descending] = [/^asc/i, /^desc/i].map((way) => values.find((value) => way.test(value)));
    if (ascending !== undefined && descending !== undefined) return { parameter: name, ascending, descending };
  }
  return undefined;
}

/** It takes ways alone, and nothing to sort by. */
export function isWay(document: ContractDocument, schema: unknown): boolean {
  const values = valuesOf(document, schema);
  return values.length > 0 && values.every((value) => WAY.test(value));
}

/** An `order` may say by what as well as which way: it does where it has orders by what rows have. */
export function namesProperties(document: ContractDocument, query: Query, row: JsonObject): boolean {
  return /^_?order$/i.test(query.name) && Object.keys(findSorts(document, query, row, false) ?? {}).length > 0;
}

/**
 * The orders of a list that has no others, by the property of a row that each sorts by: those of an enumeration as it spells them
 * (`-created_at`, `createdAt desc`, `NAME_ASC`), else those that its description counts up. `apart`: another parameter says which way.
 */
export function findSorts(document: ContractDocument, query: Query, row: JsonObject, apart: boolean): Paging['sorts'] {
  const paths = pathsOf(document, row);
  const values = valuesOf(document, query.schema);
  if (values.length === 0) return describedSorts(query, paths, apart);
  const found: Record<string, Ways> = {};
  for (const value of values) {
    const { name, way } = spelled(value, paths);
    const path = pathOf(name, paths);
    if (path === undefined) continue;
    const ways = (found[path] ??= {});
    if (way !== 'descending') ways.ascending ??= value;
    if (way === 'descending' || apart) ways.descending ??= value;
  }
  return found;
}

/** Texts that a schema takes, of several where it takes a list of them. */
function valuesOf(document: ContractDocument, schema: unknown, depth = 0): string[] {
  const resolved = document.resolve(schema);
  if (depth > 3) return [];
  const own = texts(resolved['enum']);
  const inner = [resolved['items'], ...asArray(resolved['anyOf']), ...asArray(resolved['oneOf']), ...asArray(resolved['allOf'])];
  return [...own, ...texts([resolved['const']]), ...inner.flatMap((each) => valuesOf(document, asObject(each), depth + 1))];
}

/** Properties of a row, and those of its objects. */
function pathsOf(document: ContractDocument, row: JsonObject): string[] {
  return Object.entries(row).flatMap(([name, schema]) => [
    name,
    ...Object.keys(propertiesOf(document, document.resolve(schema))).map((inner) => `${name}.${inner}`),
  ]);
}

/** What an order is by, and which way: a property may be called after a way, so what is one as it stands is read no further. */
function spelled(value: string, paths: readonly string[]): { name: string; way?: keyof Ways } {
  if (/^[-+]/.test(value)) return { name: value.slice(1), way: value.startsWith('-') ? 'descending' : 'ascending' };
  if (pathOf(value, paths) !== undefined) return { name: value };
  const parts =
    /^(?<name>.*[^\s:,._|-])(?:[\s:,._|-]+|(?<=[a-z\d])(?=[AD]))(?<way>asc|desc)(?:ending)?$/i.exec(value)?.groups ??
    /^(?<way>asc|desc)(?:ending)?[\s:,._(|-]+(?<name>[^)]+)\)?$/i.exec(value)?.groups;
  const { name = value, way } = parts ?? {};
  return { name, ...(way === undefined ? {} : { way: /^asc/i.test(way) ? 'ascending' : 'descending' }) };
}

/** The property of its name, in whatever style; `created` is `created_at`, `duration` is `duration_ms`. */
function pathOf(name: string, paths: readonly string[]): string | undefined {
  return (
    paths.find((path) => path === name) ??
    paths.find((path) => normal(path) === normal(name)) ??
    paths.find((path) => stem(path) === stem(name))
  );
}

function stem(name: string): string {
  return normal(name.replace(/(?:_(?:at|on|date|time|ms|seconds|bytes|usd|utc)|(?<=[a-z])(?:At|On|Date|Time|Ms|Seconds|Bytes))$/, ''));
}

/** Where a description says that a minus turns an order; one that begins the line of a list does not. */
const TURNS = /[`'"(](?:\+\/)?-(?:[`'")]|\w)|\b(?:or|and|with|a) -[\s.,;]|\b(?:minus|hyphen|dash)\b/i;

/** `either by their created_at or email_address`, without what is only an example; `-` before one where it is said to turn it. */
function describedSorts({ description = '', schema }: Query, paths: readonly string[], apart: boolean): Paging['sorts'] {
  const said = description.split(/\be\.g\.|\bfor (?:example|instance)\b|\bsuch as\b|\bany\b/i, 1)[0] ?? '';
  if (!/\b(?:sort|order)/i.test(said)) return undefined;
  const listed = [
    /\bby (?:their |its |the )?([^.\n]+)/i.exec(said)?.[1] ?? '',
    ...[...said.matchAll(/`([^`]+)`/g)].map(([, each = '']) => each),
  ];
  const names = new Set(listed.flatMap((each) => each.match(/[\w.]+/g) ?? []));
  const known = paths.filter((path) => names.has(path));
  const turns = apart || TURNS.test(description) || String(asObject(schema)['default'] ?? '').startsWith('-');
  if (known.length === 0 || !turns) return undefined;
  return Object.fromEntries(known.map((path) => [path, compact<Ways>({ ascending: path, descending: apart ? path : `-${path}` })]));
}
