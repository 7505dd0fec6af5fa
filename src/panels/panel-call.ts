import { workspaceArgs } from '#api/choose.ts';
import { call } from '#api/operation.ts';
import { filledBy, type Selection, selectorsOf } from '#api/selection.ts';
import { asObject, type JsonObject } from '#domain/json.ts';
import type { Field, NavigationEntry, Operation, OperationForm, Panel } from '#domain/model.ts';
import { pageQuery } from '#domain/paging.ts';
import { OWN_PAGING } from '#resource/own-paging.ts';
import { timeQuery, type TimeState } from '#time/time-state.ts';

/** First part of the key of every answer of a panel. */
export const PANEL = 'panel';
/** Parameters of the panels in the address begin so. */
export const FILTER = 'q.';
/** The parameter that says how many are answered. */
const MANY = 'n';
/** Rows of one page of a table. */
export const ROWS = 20;

type PanelContext = {
  entry: NavigationEntry | undefined;
  search: URLSearchParams;
  companyId: string | undefined;
  selection: Selection;
};
type Query = Record<string, unknown>;

/** What a panel asks for where it stands: by its page's address, by the top bar, and what it fixes itself. */
export function wantedOf(panel: Panel, form: OperationForm | undefined, { entry, search, companyId, selection }: PanelContext): Query {
  const query = form?.operation.query ?? [];
  const values = valuesIn(search);
  const filled = filledBy(query, selectorsOf(entry, companyId), selection);
  const wanted: Query = {};
  for (const field of query) {
    const texts = values[field.name] ?? filled[field.name] ?? [];
    if (texts.length > 0) wanted[field.name] = field.kind === 'array' ? texts : texts[0];
  }
  return { ...wanted, ...panel.with };
}

export function isPaged({ query }: Operation): boolean {
  return [OWN_PAGING.offset, OWN_PAGING.limit].every((paging) => query.some(({ name }) => name === paging));
}

/** The same for one page of its rows, where it is answered in pages. */
export function pageOf(wanted: Query, form: OperationForm | undefined, page: number): Query {
  return form && isPaged(form.operation) ? { ...wanted, ...pageQuery(OWN_PAGING, ROWS, { index: page - 1 }) } : wanted;
}

type PanelQuery = { operation: string; form: OperationForm | undefined; own: Query; params: Record<string, string>; time: TimeState };

type Args = { path: Record<string, string>; query: Query };
/** The call of a panel and the key that its answer is kept under; `back`: of so many periods before. */
type PanelCall = {
  key: readonly unknown[];
  argsOf: (operation: Operation, back: number) => Args;
  ask: (back: number, signal: AbortSignal) => Promise<{ data: JsonObject; at: number }>;
};

export function panelCall({ operation, form, own, params, time }: PanelQuery): PanelCall {
  const argsOf: PanelCall['argsOf'] = (called, back) => {
    const { query, range } = called;
    // what is among the first now need not have been then
    const many = query.find(({ name }) => name === MANY)?.limits?.maximum;
    const most = back > 0 && many !== undefined ? { [MANY]: many } : {};
    const over = range ? timeQuery(range, time, { now: Date.now(), back }) : {};
    return { path: workspaceArgs(called, params), query: { ...own, ...most, ...over } };
  };
  return {
    key: [PANEL, operation, params, own, time.option, time.from, time.to],
    argsOf,
    ask: async (back, signal) => {
      if (!form) throw new Error('Asked before the operation is known');
      const { data } = await call<unknown>(form.operation, { ...argsOf(form.operation, back), signal });
      return { data: asObject(data), at: Date.now() };
    },
  };
}

/** Query parameters that somebody may set: not time and paging, nor what the top bar fills or every one of the panels fixes. */
export function offered({ query, range }: Operation, panels: readonly Panel[]): Field[] {
  const taken = new Set([range?.start, range?.end, range?.option, 'points', OWN_PAGING.offset, OWN_PAGING.limit]);
  const isFixed = (name: string): boolean => panels.every((panel) => panel.with !== undefined && name in panel.with);
  return query.filter(({ name, fill, hide }) => !taken.has(name) && !isFixed(name) && fill === undefined && !hide?.includes('filter'));
}

/** Parameters of the panels in the address: `?q.siteId=s-1&q.siteId=s-2&q.metric=loss`. */
export function valuesIn(search: URLSearchParams): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, value] of search) if (name.startsWith(FILTER) && value !== '') (found[name.slice(FILTER.length)] ??= []).push(value);
  return found;
}

export function withValues(search: URLSearchParams, name: string, texts: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(FILTER + name);
  for (const text of texts) if (text !== '') next.append(FILTER + name, text);
  return next;
}
