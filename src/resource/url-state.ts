/** What a page remembers in its address: `?page=2&size=50&sort=-name&keyword=x&f.status=firing&p.owner=x&cols=name,city&view=<id>&edit=<id>&copy=<id>&mark=<id>&new=1&deleted=1&tab=Tag`. */
export type PageState = {
  page: number;
  size?: number;
  /** Where a contract pages by cursor. */
  cursor?: string;
  /** Property, `-` first for descending; '' for the server's own order. */
  sort: string;
  keyword: string;
  /** By query parameter; several values of one parameter are a choice of any. */
  filters: Record<string, string[]>;
  /** Path parameters that neither the workspace nor a row fills. */
  parents: Record<string, string>;
  /** Columns of a shared or saved view, before those that the reader chose. */
  columns?: string[];
  view?: string;
  edit?: string;
  /** A new one that starts as this one is. */
  copy?: string;
  /** A row that is pointed at. */
  mark?: string;
  create: boolean;
  /** In place of the rows, what was deleted of them. */
  deleted?: true;
  tab?: string;
};

/** A change that builds on what holds when it is made says so as a function: what is drawn may be older. */
export type PageChange = Partial<PageState> | ((now: PageState) => Partial<PageState>);

export function changesOf(change: PageChange, now: PageState): Partial<PageState> {
  return typeof change === 'function' ? change(now) : change;
}

const FILTER = 'f.';
const PARENT = 'p.';

export function readState(params: URLSearchParams): PageState {
  return {
    page: positive(params.get('page')) ?? 1,
    size: positive(params.get('size')),
    cursor: params.get('cursor') ?? undefined,
    sort: params.get('sort') ?? '',
    keyword: params.get('keyword') ?? '',
    filters: group(params, FILTER),
    parents: Object.fromEntries(Object.entries(group(params, PARENT)).map(([name, values]) => [name, values[0] ?? ''])),
    columns: columnsIn(params.get('cols')),
    view: params.get('view') ?? undefined,
    edit: params.get('edit') ?? undefined,
    copy: params.get('copy') ?? undefined,
    mark: params.get('mark') ?? undefined,
    create: params.get('new') === '1',
    ...(params.get('deleted') === '1' ? { deleted: true as const } : {}),
    tab: params.get('tab') ?? undefined,
  };
}

/** New parameters with the change applied; defaults and empty values are left out, parameters of others are kept. */
export function writeState(params: URLSearchParams, change: Partial<PageState>): URLSearchParams {
  const next = { ...readState(params), ...change };
  const result = new URLSearchParams();
  for (const [name, value] of params) if (!isOurs(name)) result.append(name, value);
  put(result, 'tab', next.tab);
  for (const [name, value] of Object.entries(next.parents)) put(result, PARENT + name, value);
  put(result, 'keyword', next.keyword);
  for (const [name, values] of Object.entries(next.filters)) for (const value of values) put(result, FILTER + name, value);
  put(result, 'sort', next.sort);
  if (next.page > 1) result.set('page', String(next.page));
  put(result, 'size', next.size === undefined ? undefined : String(next.size));
  put(result, 'cursor', next.cursor);
  put(result, 'cols', next.columns?.join(','));
  put(result, 'view', next.view);
  put(result, 'edit', next.edit);
  put(result, 'copy', next.copy);
  put(result, 'mark', next.mark);
  if (next.create) result.set('new', '1');
  if (next.deleted) result.set('deleted', '1');
  return result;
}

/** The change that shows other rows from their first page on. */
export function narrowed(change: Partial<PageState>): Partial<PageState> {
  return { page: 1, cursor: undefined, mark: undefined, ...change };
}

/** The change that leaves a tab for another: nothing of the one means anything to the other. */
export function toTab(tab: string): Partial<PageState> {
  return { ...readState(new URLSearchParams()), deleted: undefined, tab };
}

/** Ascending, then descending, where the list has both, then the order in which the list opened. */
export function nextSort(sort: string, property: string, opening = '', ways: Ways = BOTH): string {
  const turns = [...(ways.ascending ? [property] : []), ...(ways.descending ? [`-${property}`] : [])];
  return turns[turns.indexOf(sort) + 1] ?? (sort === opening ? (turns[0] ?? '') : '');
}

type Ways = { ascending?: string; descending?: string };
const BOTH: Ways = { ascending: 'a', descending: 'd' };

function isOurs(name: string): boolean {
  return OURS.has(name) || name.startsWith(FILTER) || name.startsWith(PARENT);
}

const OURS = new Set(['page', 'size', 'cursor', 'sort', 'keyword', 'view', 'edit', 'copy', 'mark', 'new', 'deleted', 'tab', 'cols']);

function put(params: URLSearchParams, name: string, value: string | undefined): void {
  if (value !== undefined && value !== '') params.append(name, value);
}

function columnsIn(text: string | null): string[] | undefined {
  const keys = text?.split(',').filter((key) => key !== '');
  return keys?.length ? keys : undefined;
}

function positive(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function group(params: URLSearchParams, prefix: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, value] of params) {
    if (name.startsWith(prefix) && value !== '') (found[name.slice(prefix.length)] ??= []).push(value);
  }
  return found;
}
