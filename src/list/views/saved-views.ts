import { type PageState, readState, writeState } from '#resource/url-state.ts';

/** One way to look at a list: what its address says after the `?`, under a name. */
export type SavedView = { name: string; query: string };

/** The views of one person for one list; `standard` is the one that a bare address opens. */
export type SavedViews = { views?: SavedView[]; standard?: string };

export const MOST_VIEWS = 50;
export const LONGEST_NAME = 60;

type Look = Pick<PageState, 'keyword' | 'filters' | 'sort' | 'size' | 'columns'>;

/** What a view keeps of a page's state: not where in the list one is, nor what is open beside it. */
export function queryOf({ keyword, filters, sort, size, columns }: Look): string {
  const params = writeState(new URLSearchParams(), { keyword, filters, sort, size, columns });
  params.sort();
  return params.toString();
}

/** The state of a view; what the list no longer has is left out of it. */
export function stateOf(query: string, known: { sorts: (property: string) => boolean; columns: ReadonlySet<string> }): Look {
  const { keyword, filters, sort, size, columns } = readState(new URLSearchParams(query));
  const left = columns?.filter((key) => known.columns.has(key));
  return {
    keyword,
    filters,
    sort: known.sorts(sort.replace(/^-/, '')) ? sort : '',
    size,
    columns: left && left.length > 0 ? left : undefined,
  };
}

/** Nothing is chosen and nothing is open: the page as the menu opens it. */
export function isBare(state: PageState): boolean {
  return (
    queryOf(state) === '' && state.page === 1 && !state.cursor && !state.create && state.view === undefined && state.edit === undefined
  );
}

/** Why a name cannot be taken; undefined if it can. `but` is the view that has it already. */
export function nameProblem({ views = [] }: SavedViews, name: string, but?: string): 'empty' | 'taken' | 'full' | undefined {
  if (name.trim() === '') return 'empty';
  if (views.some((view) => view.name !== but && view.name.toLowerCase() === name.trim().toLowerCase())) return 'taken';
  return but === undefined && views.length >= MOST_VIEWS ? 'full' : undefined;
}

/** With the view under its name, in place of what had that name. */
export function kept({ views = [], standard }: SavedViews, view: SavedView): SavedViews {
  const at = views.findIndex(({ name }) => name === view.name);
  return { views: at < 0 ? [...views, view] : views.with(at, view), ...(standard === undefined ? {} : { standard }) };
}

export function renamed({ views = [], standard }: SavedViews, from: string, to: string): SavedViews {
  const next = standard === from ? to : standard;
  return {
    views: views.map((view) => (view.name === from ? { ...view, name: to } : view)),
    ...(next === undefined ? {} : { standard: next }),
  };
}

export function removed({ views = [], standard }: SavedViews, name: string): SavedViews {
  return { views: views.filter((view) => view.name !== name), ...(standard === undefined || standard === name ? {} : { standard }) };
}

/** The view that the page shows. */
export function currentOf({ saved, query }: { saved: SavedViews; query: string }): SavedView | undefined {
  return saved.views?.find((view) => view.query === query);
}
