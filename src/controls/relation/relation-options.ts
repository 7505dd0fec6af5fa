import { pageQuery } from '#domain/paging.ts';
import { choose, pathArgs } from '#api/choose.ts';
import { call } from '#api/operation.ts';
import type { Json, ListedResource, Ref } from '#domain/model.ts';
import { rowLabel } from '#domain/label.ts';
import { getPath } from '#domain/value.ts';
import { rowsOf } from '#cells/relation-rows.ts';

export type Option = { value: string | number; label: string };
export type OptionPage = { options: Option[]; more: boolean };

/** Spec section 9. */
const PAGE = 20;

type OptionQuery = {
  resource: ListedResource;
  ref: Ref;
  /** Parameters bound to the document; '' stands for the workspace's own. */
  scope: Record<string, Json | undefined>;
  params: Record<string, string>;
  keyword: string;
  page: number;
  signal: AbortSignal;
};

/** One page of what a reference may point to. */
export async function optionPage(query: OptionQuery): Promise<OptionPage> {
  const { resource, ref, page } = query;
  const { list, rows, total } = await pageOf(query);
  if (!list) return { options: [], more: false };
  const property = ref.value ?? resource.id;
  const options = rows.flatMap((row) => {
    const value = property === '' ? row : getPath(row, property);
    return typeof value === 'string' || typeof value === 'number' ? [{ value, label: rowLabel(resource.label, row, String(value)) }] : [];
  });
  const paged = list.paging?.offset !== undefined || list.paging?.page !== undefined;
  return { options: unique(options), more: paged && (total === undefined ? rows.length === PAGE : (page + 1) * PAGE < total) };
}

/** The rows themselves. */
export async function rowsWhere(query: OptionQuery): Promise<Json[]> {
  return (await pageOf(query)).rows;
}

async function pageOf({ resource, ref, scope, params, keyword, page, signal }: OptionQuery) {
  const bound = { ...params, ...texts(scope) };
  const list = choose(resource.operations.list, bound);
  if (!list) return { list, rows: [], total: undefined };
  const inPath = new Set(list.pathParams.map((param) => param.name));
  const filters = Object.fromEntries(
    Object.entries(scope).filter(([name, value]) => value !== '' && value !== undefined && !inPath.has(name)),
  );
  const query = {
    ...ref.where,
    ...filters,
    ...pageQuery(list.paging, PAGE, { index: page }),
    ...(keyword === '' ? {} : { [list.paging?.keyword ?? 'keyword']: keyword }),
  };
  const { data } = await call(list, { path: pathArgs(list, { params: bound }), query, signal });
  return { list, ...rowsOf(list, data) };
}

function texts(scope: Record<string, Json | undefined>): Record<string, string> {
  const entries = Object.entries(scope).filter(
    (entry): entry is [string, string | number] => (typeof entry[1] === 'string' && entry[1] !== '') || typeof entry[1] === 'number',
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function unique(options: Option[]): Option[] {
  const seen = new Set<unknown>();
  return options.filter(({ value }) => !seen.has(value) && seen.add(value));
}
