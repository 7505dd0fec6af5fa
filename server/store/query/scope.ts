import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Reach } from '#server/store/query/reach.ts';

/**
 * Rows as a database with row-level security is told to limit them: those of some tenants, of some of these only what
 * stands in `cities`, those of nobody (`shared`), and those that name one of `self`. It is never narrower than the reach it stands for; what else the reach narrows
 * stays with the queries.
 */
export type Scope =
  | 'all'
  | { tenants: readonly string[]; shared: boolean; self: readonly string[]; cities: ReadonlyMap<string, readonly string[]> };

const scopes = new WeakMap<Reach, { read: Scope; write: Scope }>();

/** The scope of a caller's reads of one resource. */
export function readScope(reach: Reach, spec: ItemSpec): Scope {
  return spec.owner === undefined ? 'all' : scopesOf(reach, spec).read;
}

/** The scope of what a caller may write of one resource. */
export function writeScope(reach: Reach, spec: ItemSpec): Scope {
  return spec.owner === undefined ? 'all' : scopesOf(reach, spec).write;
}

function scopesOf(reach: Reach, spec: ItemSpec): { read: Scope; write: Scope } {
  let found = scopes.get(reach);
  if (!found) {
    const { tenants, shared, writes, writesShared, cities = new Map<string, readonly string[]>() } = reach;
    const read: Scope = tenants === 'all' ? 'all' : { tenants: [...tenants], shared: shared !== false, self: selfOf(reach, spec), cities };
    const write: Scope = writes === 'all' ? 'all' : { tenants: [...writes], shared: writesShared, self: [], cities };
    scopes.set(reach, (found = { read, write }));
  }
  return found;
}

/** What rows beyond the tenants are reached by; the table's policy must look at the same properties. */
function selfOf({ also = [] }: Reach, spec: ItemSpec): string[] {
  const unknown = also.find((among) => !spec.personal.includes(among.path));
  if (unknown) throw new Error(`${spec.name}: rows are reached by ${unknown.path}, which its rules do not name as personal`);
  return [...new Set(also.flatMap((among) => among.in.map(String)))];
}
