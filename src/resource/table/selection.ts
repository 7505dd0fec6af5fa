import type { Row } from '#resource/list-answer.ts';

/** Selected rows by id, over all pages; `anchor` is where a range begins. */
export type Selection = { rows: ReadonlyMap<string, Row>; anchor?: string };

export const NOTHING: Selection = { rows: new Map() };

export type Keyed = { id: string; row: Row };

export function toggled(selection: Selection, { id, row }: Keyed): Selection {
  const rows = new Map(selection.rows);
  if (!rows.delete(id)) rows.set(id, row);
  return { rows, anchor: id };
}

/** Shift: all rows from the anchor to here become what this row becomes. */
export function ranged(selection: Selection, page: readonly Keyed[], to: Keyed): Selection {
  const start = page.findIndex((each) => each.id === selection.anchor);
  const end = page.findIndex((each) => each.id === to.id);
  if (start < 0 || end < 0) return toggled(selection, to);
  const select = !selection.rows.has(to.id);
  const rows = new Map(selection.rows);
  for (const each of page.slice(Math.min(start, end), Math.max(start, end) + 1)) {
    if (select) rows.set(each.id, each.row);
    else rows.delete(each.id);
  }
  return { rows, anchor: to.id };
}

/** The whole page, or none of it where all of it is selected. */
export function pageToggled(selection: Selection, page: readonly Keyed[]): Selection {
  const rows = new Map(selection.rows);
  const all = page.every(({ id }) => rows.has(id));
  for (const { id, row } of page) {
    if (all) rows.delete(id);
    else rows.set(id, row);
  }
  return { rows };
}

export function without(selection: Selection, ids: Iterable<string>): Selection {
  const rows = new Map(selection.rows);
  for (const id of ids) rows.delete(id);
  return { rows };
}

/** Refreshed rows replace their older selves, so that a bulk call sends the present revision. */
export function refreshed(selection: Selection, page: readonly Keyed[]): Selection {
  if (!page.some(({ id, row }) => selection.rows.has(id) && selection.rows.get(id) !== row)) return selection;
  const rows = new Map(selection.rows);
  for (const { id, row } of page) if (rows.has(id)) rows.set(id, row);
  return { ...selection, rows };
}
