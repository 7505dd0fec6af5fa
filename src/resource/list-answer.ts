import { asArray, isObject } from '#domain/json.ts';
import type { Field, Json, Operation, ListedResource } from '#domain/model.ts';
import { pageQuery, sortQuery, type Paging } from '#domain/paging.ts';
import { getPath } from '#domain/value.ts';
import type { PageState } from './url-state.ts';

export type Row = Record<string, Json>;
/** `capped`: there are more rows than `total`. */
export type Page = { rows: Row[]; total?: number; capped?: boolean; /** Why there are none. */ gap?: string; next?: string };

export const PAGE_SIZES = [20, 50, 100, 200, 500, 1000];
export const DEFAULT_SIZE = 20;

/** All rows come in one answer: sorting is then the browser's. */
export function isUnpaged(op: Operation): boolean {
  const { limit, offset, page, cursor } = op.paging ?? {};
  return !limit && !offset && !page && !cursor;
}

export function pageSizes(paging: Paging | undefined): number[] {
  const max = paging?.max ?? 1000;
  const sizes = PAGE_SIZES.filter((size) => size <= max);
  if (max > 1000) sizes.push(Math.min(max, 100_000));
  return sizes.length > 0 ? sizes : [max];
}

/** The query parameters of one page of the list. A row that was just made stands first, wherever its order would put it. */
export function listQuery(op: Operation, state: PageState, params: Record<string, string>, made?: string): Record<string, unknown> {
  const { paging } = op;
  const size = Math.min(state.size ?? DEFAULT_SIZE, paging?.max ?? Infinity);
  const query: Record<string, unknown> = {
    ...filterQuery(op, state, params),
    ...pageQuery(paging, size, { index: state.page - 1, cursor: state.cursor }),
  };
  if (op.rowAccess) query['access'] = true;
  if (made !== undefined && showsMade(op, state)) query['values'] = [made];
  return query;
}

/** Who has searched or filtered wants to see what fits, and nothing else. */
function showsMade({ query }: Operation, { page, keyword, filters }: PageState): boolean {
  const narrowed = keyword !== '' || Object.values(filters).some((texts) => texts.length > 0);
  return page === 1 && !narrowed && query.some(({ name }) => name === 'values');
}

/** What the address leaves open: filters that the top bar has chosen (where it has chosen nothing, an address may), and the order in which the list opens. */
export function filledState(
  state: PageState,
  { filled, resource }: { filled: Record<string, string[]>; resource: ListedResource },
): PageState {
  const chosen = Object.entries(filled).filter(([, texts]) => texts.length > 0);
  const sort = state.sort === '' ? (resource.sort ?? '') : state.sort;
  return chosen.length === 0 && sort === state.sort
    ? state
    : { ...state, sort, filters: { ...state.filters, ...Object.fromEntries(chosen) } };
}

/** What narrows and orders the list, without the page: an export walks all of it. */
export function filterQuery(
  op: Operation,
  state: Pick<PageState, 'filters' | 'keyword' | 'sort'>,
  params: Record<string, string>,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const field of op.query) {
    // what the top bar has chosen is no filter: `?companyId=` of a list stands for the company one is in
    const texts = field.name in params ? [params[field.name]!] : state.filters[field.name];
    const value = texts && parsedFilter(field, texts);
    if (value !== undefined) query[field.name] = value;
  }
  if (op.paging?.keyword && state.keyword) query[op.paging.keyword] = state.keyword;
  if (op.paging?.sort && state.sort) Object.assign(query, sortQuery(op.paging, state.sort));
  return query;
}

/** The value of a filter from its texts in the address; texts that its kind cannot be are dropped. */
export function parsedFilter(field: Field, texts: readonly string[]): Json | undefined {
  if (field.kind === 'array') {
    const values = texts.map((text) => scalar(field.items?.kind ?? 'text', text)).filter((value) => value !== undefined);
    return values.length > 0 ? values : undefined;
  }
  return texts[0] === undefined ? undefined : scalar(field.kind, texts[0]);
}

export function filterTexts(value: Json | undefined): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap(filterTexts);
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)];
}

/** The rows, their number and the next cursor, wherever the contract puts them. */
export function pageOf(paging: Paging | undefined, data: unknown, headers?: Headers): Page {
  const items = getPath(data, paging?.items ?? '');
  const rows = asArray(items).map(asRow);
  const total = Number(located(paging?.total, data, headers) ?? NaN);
  const next = nextOf(paging, { data, rows, headers });
  const gap = located(paging?.gap, data, headers);
  return {
    rows,
    total: Number.isFinite(total) ? total : undefined,
    ...(located(paging?.capped, data, headers) === true ? { capped: true } : {}),
    ...(typeof gap === 'string' ? { gap } : {}),
    next,
  };
}

function located(where: string | undefined, data: unknown, headers: Headers | undefined): unknown {
  if (where === undefined) return undefined;
  return where.startsWith('header:') ? headers?.get(where.slice('header:'.length)) : getPath(data, where);
}

type Answered = { data: unknown; rows: readonly Row[]; headers: Headers | undefined };

/** The cursor of the page after this one: as the answer has it, in an address, or what its last row is known by. */
function nextOf(paging: Paging | undefined, { data, rows, headers }: Answered): string | undefined {
  const where = paging?.next;
  if (paging?.more !== undefined && getPath(data, paging.more) === false) return undefined;
  if (where?.startsWith('last:')) return textOf(getPath(rows.at(-1), where.slice('last:'.length)));
  if (where === 'link') return cursorIn(/<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(headers?.get('link') ?? '')?.[1] ?? '', paging?.cursor);
  const found = textOf(located(where, data, headers));
  return found !== undefined && /^https?:|^\/|^\?/.test(found) ? cursorIn(found, paging?.cursor) : found;
}

/** The cursor in `https://…?cursor=abc&limit=20`, by its own name. */
function cursorIn(address: string, name: string | undefined): string | undefined {
  if (address === '' || !URL.canParse(address, 'http://base')) return undefined;
  const query = new URL(address, 'http://base').searchParams;
  const names = name === undefined ? ['cursor', 'after', 'page_token'] : [name];
  return names.map((each) => query.get(each)).find((each) => each !== null && each !== '') ?? undefined;
}

function textOf(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}

function scalar(kind: Field['kind'], text: string): Json | undefined {
  if (kind === 'number' || kind === 'integer') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  return text;
}

/** A foreign list may hold plain values: they become rows of one property. */
function asRow(item: Json): Row {
  return isObject(item) ? item : { value: item };
}
