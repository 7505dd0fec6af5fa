import { decide } from '#domain/access/decide.ts';
import { getPath } from '#domain/value.ts';
import type { Call } from '#server/kernel/handler.ts';
import type { Stored } from '#server/store/items/tables.ts';

/** Whether an operation may be called for a row at all, by whom the row names (`x-access.rows`); all else is decided beside it. */
export function isForRow(
  { rows }: Call['served']['operation'],
  { doc, owner }: Pick<Stored, 'doc' | 'owner'>,
  { principal, services }: Pick<Call, 'principal' | 'services'>,
): boolean {
  if (!rows || !principal) return !rows;
  const isNamed = (path: string): boolean => getPath(doc, path) === principal.username;
  if (rows.notOwn !== undefined && isNamed(rows.notOwn)) return false;
  if (!rows.own || rows.own.some(isNamed)) return true;
  if (!rows.or || owner === null) return false;
  return decide({ ...rows.or, tenant: { in: 'item', name: '' } }, principal, [owner], services.contract.permissions).allowed;
}
