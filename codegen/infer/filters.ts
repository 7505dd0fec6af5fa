import type { Field, Operation } from '#domain/model.ts';

/** Query parameters that say how a list answers, not of what. */
export const notFilters = new Set(['locale', 'access', 'values', 'dryRun', 'view', 'hasAll', 'paginate', 'paginated']);

/** `isOther`: what the parameters of a contract that nobody annotated are else for. */
export function filtersOf(lists: Operation[], isOther: (field: Field) => boolean = () => false): string[] {
  const found: string[] = [];
  for (const list of lists) {
    const paging = list.paging;
    const taken = new Set([
      paging?.limit,
      paging?.offset,
      paging?.page,
      paging?.cursor,
      paging?.back,
      paging?.sort,
      paging?.order?.parameter,
      paging?.keyword,
      list.range?.start,
      list.range?.end,
      list.range?.option,
    ]);
    for (const field of list.query) {
      if (taken.has(field.name) || notFilters.has(field.name) || isOther(field)) continue;
      if (field.hide?.includes('filter') === true || found.includes(field.name)) continue;
      found.push(field.name);
    }
  }
  return found;
}

/** What stands first in the rows is narrowed first; whose row it is comes after its name. */
export function byColumns(filters: string[], columns: string[], owner: string | undefined): string[] {
  const places = owner === undefined || columns.includes(owner) ? columns : [...columns.slice(0, 1), owner, ...columns.slice(1)];
  const place = (name: string): number => (places.includes(name) ? places.indexOf(name) : places.length);
  return filters.toSorted((a, b) => place(a) - place(b));
}
