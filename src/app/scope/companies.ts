import { pageQuery } from '#domain/paging.ts';
import type { Channel, Company } from '#api/workspace.ts';
import { canCall } from '#api/can.ts';
import { choose, pathArgs } from '#api/choose.ts';
import { currentModel, loadResource } from '#api/model.ts';
import { call } from '#api/operation.ts';
import { currentUser } from '#api/user.ts';
import { getPath } from '#domain/value.ts';
import { rowLabel } from '#domain/label.ts';
import type { Ref, ListedResource } from '#domain/model.ts';

/** Spec section 9. */
export const pageSize = 20;

/** One page of what the top bar's switcher offers: the rows of the resource that the contract's first context parameter names. */
export async function companyPage(keyword: string, skip: number, limit = pageSize, signal?: AbortSignal): Promise<Company[]> {
  const choice = Object.values(currentModel()?.context ?? {})[0];
  if (choice === undefined) return [];
  const resource = await loadResource(choice.resource);
  const rows = await rowsOf(resource, keyword, { skip, limit, where: choice.where, signal });
  return rows.map((row) => {
    const audit = getPath(row, 'auditType');
    return { ...identity(resource, row), ...(typeof audit === 'string' ? { auditType: audit } : {}) };
  });
}

export async function firstCompany(): Promise<Company | undefined> {
  return (await companyPage('', 0, 1).catch(() => []))[0];
}

/** The first channel there is, for those who have none of their own (super administrators). */
export async function firstChannel(): Promise<Channel | undefined> {
  const summary = Object.values(currentModel()?.resources ?? {}).find((resource) => resource.route === '/channelTradeMessage');
  if (summary === undefined) return undefined;
  const resource = await loadResource(summary.name);
  const rows = await rowsOf(resource, '', { skip: 0, limit: 1 }).catch(() => []);
  return rows[0] === undefined ? undefined : identity(resource, rows[0]);
}

/** Rows of a resource that hold the word, as far as the operator may list them within what the workspace binds. */
export async function searchRows(
  name: string,
  params: Record<string, string>,
  keyword: string,
  limit: number,
  signal: AbortSignal,
): Promise<{ resource: string; id: string; name: string }[]> {
  const resource = await loadResource(name);
  const list = choose(resource.operations.list, params);
  const [model, user] = [currentModel(), currentUser()];
  if (list === undefined || model === undefined || user === undefined || !canCall(model, user, params)(list)) return [];
  const rows = await rowsOf(resource, keyword, { skip: 0, limit, params, signal });
  return rows.map((row) => ({ resource: name, ...identity(resource, row) }));
}

type RowQuery = {
  skip: number;
  limit: number;
  params?: Record<string, string>;
  where?: Ref['where'] | undefined;
  signal?: AbortSignal | undefined;
};

async function rowsOf(
  resource: ListedResource,
  keyword: string,
  { skip, limit, params = {}, where, signal }: RowQuery,
): Promise<unknown[]> {
  const list = choose(resource.operations.list, params);
  if (list === undefined) return [];
  const { paging } = list;
  const query = {
    ...where,
    ...pageQuery(paging, limit, { index: skip / limit, skip }),
    ...(paging?.keyword === undefined || keyword === '' ? {} : { [paging.keyword]: keyword }),
  };
  const { data } = await call<unknown>(list, { path: pathArgs(list, { params }), query, ...(signal === undefined ? {} : { signal }) });
  const rows = paging?.items ? getPath(data, paging.items) : data;
  return Array.isArray(rows) ? rows : [];
}

function identity(resource: ListedResource, row: unknown): { id: string; name: string } {
  const value = getPath(row, resource.id);
  const id = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return { id, name: rowLabel(resource.label, row, id) };
}
