import { useQuery } from '@tanstack/react-query';
import { formQuery, loadForm, useModel } from './model.ts';
import type { Json, Model, Operation, OperationForm } from '#domain/model.ts';
import type { PlatformRole } from '#domain/platform-role.ts';

/** A call that serves every resource; undefined where the contract has none, or while it loads. */
export function usePlatform(name: PlatformRole): Operation | undefined {
  const id = useModel().platform[name]?.id;
  return useQuery(formQuery(id)).data?.operation;
}

export async function loadPlatform(model: Model, name: PlatformRole): Promise<OperationForm | undefined> {
  const id = model.platform[name]?.id;
  return id === undefined ? undefined : loadForm(id);
}

/** `history`: one revision. `before` and `after` hold what changed; null where there was, or is, no item. */
export type Revision = {
  revision: number;
  at: string;
  actor: string;
  requestId?: string;
  operation: string;
  before?: Json;
  after?: Json;
};

/** `references`: `total` counts everything, `results` holds what the caller may see. */
export type References = { total: number; results: Use[] };

/** `blocks`: the item cannot be deleted while it is used so; absent where the backend does not say. */
export type Use = { resource: string; id: string; label: string; path: string; blocks?: boolean };

/** Of `undo`: the request as revisions name it, and the account that made it; the caller if absent. */
export type RequestRef = { requestId: string; actor?: string };

/** What became, or would become, of each item that a request wrote. */
export type UndoResult = {
  total: number;
  consequences: number;
  results: { resource: string; id: string; label: string; outcome: 'removed' | 'reverted' | 'restored' }[];
};
