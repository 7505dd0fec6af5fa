import { useMemo } from 'react';
import { canOpen, useCan } from '#api/can.ts';
import { config } from '#api/config.ts';
import { choose, workspaceArgs, pathArgs } from '#api/choose.ts';
import { useWorkspace } from '#api/workspace.ts';
import { useModel } from '#api/model.ts';
import type { Args } from '#api/operation.ts';
import { filledBy, selectorsOf, useSelection } from '#api/selection.ts';
import { pageOf } from '#api/viewer.ts';
import { roleOf, useUser } from '#api/user.ts';
import type { Labels, Language, ListedResource, Model, Operation, Resource } from '#domain/model.ts';
import { rowLabel } from '#domain/label.ts';
import { getPath } from '#domain/value.ts';
import type { FieldViewer } from './fields.ts';
import { rowId } from './row-id.ts';
import type { Keyed } from './selection.ts';
import type { Row } from './list-answer.ts';

/** One resource as this viewer sees it here and now: what can be called, under which path, and what rows are named. */
export type Scope = {
  model: Model;
  resource: ListedResource;
  labels: Labels;
  language: Language;
  viewer: FieldViewer;
  /** Bound path parameters: the workspace's and those of parent resources. */
  params: Record<string, string>;
  /** Filters that the top bar's selectors stand for on this page. */
  filled: Record<string, string[]>;
  /** Rows of several tenants stand together. */
  mixed: boolean;
  list?: Operation;
  get?: Operation;
  create?: Operation;
  update?: Operation;
  remove?: Operation;
  /** One of each name, in the scope that fits. */
  actions: Operation[];
  bulk: Operation[];
  can: (op: Operation | undefined, row?: Row) => op is Operation;
  key: (row: Row) => Keyed;
  /** Whether the row is the operator's own account. */
  isOwn: (row: Row) => boolean;
  nameOf: (row: Row) => string;
  /** Path parameters of a call on a row, or on the collection. */
  path: (op: Operation, row?: Row, id?: string) => Record<string, string>;
};

/** The same with what forms and single items need of the resource. */
export type WholeScope = Omit<Scope, 'resource'> & { resource: Resource };

export function useScope<R extends ListedResource>(
  resource: R,
  labels: Labels,
  parents?: Record<string, string>,
): Omit<Scope, 'resource'> & { resource: R } {
  const model = useModel();
  const { mode, language, params: bound, companyId } = useWorkspace();
  const selection = useSelection();
  const allowed = useCan();
  const user = useUser();
  // the address gives a new object with every change
  const above = JSON.stringify(parents ?? {});
  return useMemo(() => {
    const parentParams: Record<string, string> = JSON.parse(above);
    const params = { ...bound, ...parentParams };
    const { operations } = resource;
    const idOf = (row: Row): string => rowId(resource, row);
    const update = choose(operations.update, params);
    const list = choose(operations.list, params);
    const page = pageOf(model, resource.name);
    const path = (op: Operation, row?: Row, id?: string): Record<string, string> =>
      resource.settings ? workspaceArgs(op, params) : pathArgs(op, { params, row, id, idProperty: resource.id });
    return {
      model,
      resource,
      labels,
      language,
      viewer: { mode, kind: roleOf(user), holds: (node) => canOpen(model, user, companyId)({ node }, 'edit') },
      params,
      filled: filledBy(list?.query ?? [], selectorsOf(page, companyId), selection),
      mixed: resource.data?.owner !== undefined && !(resource.data.owner in bound),
      list,
      get: choose(operations.get, params),
      create: choose(operations.create, params),
      update,
      remove: choose(operations.delete, params),
      actions: chosenPerName(operations.actions, params),
      bulk: chosenPerName(operations.bulk, params),
      // of rows of several parents only those can be changed that say whose they are
      can: (op, row): op is Operation =>
        op !== undefined &&
        allowed(op, accessOf(row)) &&
        !(row && config().foreign && Object.keys(path(op, row)).length < op.pathParams.length),
      key: (row) => ({ id: idOf(row), row }),
      isOwn: (row) => idOf(row) === user.username,
      nameOf: (row) => rowLabel(resource.label, row, idOf(row), (path, value) => labels.enums[path]?.[value] ?? value),
      path,
    };
  }, [model, resource, labels, language, mode, bound, above, allowed, user, companyId, selection]);
}

/** Parameters of a call that changes a stored item: where, and which revision it is based on. */
export function changeArgs(scope: Scope, op: Operation, row: Row, etag?: string): Args {
  const revision = scope.resource.revision === undefined ? undefined : getPath(row, scope.resource.revision);
  const known = etag ?? (typeof revision === 'number' ? `"${revision}"` : undefined);
  return { path: scope.path(op, row), ifMatch: op.ifMatch ? known : undefined };
}

/** An action exists once per scope: `/sites/{id}/reset` and `/companies/{companyId}/sites/{id}/reset` are one. */
function chosenPerName(operations: Operation[], params: Record<string, string>): Operation[] {
  const names = new Map<string, Operation[]>();
  for (const op of operations) {
    const name = `${op.kind} ${op.method} ${
      op.path
        .split('/')
        .filter((part) => part !== '' && !part.startsWith('{'))
        .at(-1) ?? ''
    }`;
    names.set(name, [...(names.get(name) ?? []), op]);
  }
  return [...names.values()].flatMap((same) => choose(same, params) ?? []);
}

function accessOf(row: Row | undefined): { _access?: string[] } | undefined {
  const access = row?.['_access'];
  return Array.isArray(access) ? { _access: access.filter((name): name is string => typeof name === 'string') } : undefined;
}
