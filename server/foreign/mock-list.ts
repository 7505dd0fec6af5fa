import { isArray, isObject, type JsonObject } from '#domain/json.ts';
import type { Json, ListedResource, Operation } from '#domain/model.ts';
import type { Paging } from '#domain/paging.ts';
import { getPath } from '#domain/value.ts';

/** Rows of one page where a caller does not say how many. */
const PAGE = 100;
const DESCENDING = /^-|[\s:,_]desc(?:ending)?$/i;
const ORDER = /^(?:order|sort_?order|sort_?dir(?:ection)?|direction|_order)$/i;

type Query = Record<string, string | string[] | undefined>;
/** `next`: what asks for the page after this one. */
export type ListPage = { rows: JsonObject[]; total: number; next?: string };

/** The rows that a list is asked for, as a backend would choose them: those that fit, searched, in order, and of them one page. */
export function listPage(all: readonly JsonObject[], operation: Operation, resource: ListedResource, query: Query): ListPage {
  const fitting = sorted(
    all.filter((row) => isWanted(row, operation, resource, query) && isFound(row, text(query, operation.paging?.keyword))),
    meant(operation.paging?.sorts, text(query, operation.paging?.sort)),
    Object.entries(query).some(([name, value]) => ORDER.test(name) && /^desc|^-1$/i.test(String(value))),
  );
  const { limit, offset, page, cursor, base = 1, next } = operation.paging ?? {};
  const size = Number(text(query, limit)) || PAGE;
  const property = next?.startsWith('last:') ? next.slice('last:'.length) : undefined;
  const mark = text(query, cursor);
  const after = property === undefined ? Number(mark ?? 0) || 0 : fitting.findIndex((row) => String(getPath(row, property)) === mark) + 1;
  const begin =
    cursor !== undefined
      ? after
      : offset !== undefined
        ? Number(text(query, offset) ?? 0)
        : (Number(text(query, page) ?? base) - base) * size;
  const rows = fitting.slice(begin, begin + size);
  return { rows, total: fitting.length, ...(begin + size < fitting.length ? { next: nextOf(rows, begin + size, property) } : {}) };
}

function nextOf(rows: readonly JsonObject[], end: number, property: string | undefined): string {
  return String(property === undefined ? end : getPath(rows.at(-1), property));
}

/** A query of the name of a property asks for rows with that value. */
function isWanted(row: JsonObject, operation: Operation, resource: ListedResource, query: Query): boolean {
  const paging = Object.values(operation.paging ?? {});
  const known = new Set(resource.schemas[resource.row]?.fields?.map(({ name }) => name));
  return operation.query.every(({ name }) => {
    const asked = [query[name] ?? []].flat();
    if (asked.length === 0 || paging.includes(name) || !known.has(name)) return true;
    const own = [row[name] ?? []].flat().map(worded);
    return asked.flatMap((each) => each.split(',')).some((each) => own.includes(each));
  });
}

function isFound(row: Json, keyword: string | undefined): boolean {
  if (keyword === undefined || keyword === '') return true;
  if (isArray(row)) return row.some((each) => isFound(each, keyword));
  if (isObject(row)) return Object.values(row).some((each) => isFound(each, keyword));
  return worded(row).toLowerCase().includes(keyword.toLowerCase());
}

/** By which property an order is that the contract spells in its own way: `name` or `-name`. */
function meant(sorts: Paging['sorts'], sort: string | undefined): string | undefined {
  const found = Object.entries(sorts ?? {}).find(([, ways]) => ways.ascending === sort || ways.descending === sort);
  if (sort === undefined || found === undefined) return sort;
  const [property, { ascending }] = found;
  return ascending === sort ? property : `-${property}`;
}

/** `name`, `-name`, `name:desc`, `name desc`, or `name` with an order of its own. */
function sorted(rows: JsonObject[], sort: string | undefined, isDescending: boolean): JsonObject[] {
  if (sort === undefined || sort === '') return rows;
  const property = sort.replace(/^[-+]/, '').replace(/[\s:,_](?:asc|desc)(?:ending)?$/i, '');
  const sign = isDescending || DESCENDING.test(sort) ? -1 : 1;
  return rows.toSorted((a, b) => sign * compared(getPath(a, property), getPath(b, property)));
}

function compared(one: Json | undefined, other: Json | undefined): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return worded(one).localeCompare(worded(other));
}

function worded(value: Json | undefined): string {
  return value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function text(query: Query, name: string | undefined): string | undefined {
  return name === undefined ? undefined : [query[name]].flat()[0];
}
