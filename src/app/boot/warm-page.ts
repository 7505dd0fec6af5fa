import { canCall } from '#api/can.ts';
import { choose, pathArgs } from '#api/choose.ts';
import { readWorkspace } from '#api/workspace.ts';
import { language } from '#api/language.ts';
import { currentModel, formQuery, loadLabels, loadResource, resourceQuery } from '#api/model.ts';
import { query } from '#api/operation.ts';
import { filledBy, readSelection, selectorsOf } from '#api/selection.ts';
import { currentUser } from '#api/user.ts';
import type { Model, NavigationEntry, PanelTab } from '#domain/model.ts';
import { filledState, listQuery } from '#resource/list-answer.ts';
import { readState } from '#resource/url-state.ts';
import { landing, pages } from '#app/base/navigation.ts';
import { viewerIn } from '#app/scope/modes.ts';
import { queryClient } from '#app/base/query-client.ts';

/**
 * Fetches what a resource's page will ask for first, while its code is on its way: its model, then the rows of its address. Where
 * it is not known yet who asks, the server says whether he may.
 */
export async function warmPage(entry: NavigationEntry, search: URLSearchParams): Promise<void> {
  const state = readState(search);
  const arrangement = shownPanels(entry, state.tab);
  if (arrangement) {
    // what they ask is known from their forms, which come together with the code that asks
    for (const { operation } of arrangement.show) void queryClient.prefetchQuery(formQuery(operation));
    const { warmPanels } = await import('#panels/warm-panels.ts');
    await warmPanels(queryClient, arrangement.show, entry, search);
    return;
  }
  const name = shownTab(entry, state.tab);
  const model = currentModel();
  if (name === undefined || model === undefined) return;
  const { resource } = await queryClient.fetchQuery(resourceQuery(name, language()));
  const user = currentUser();
  const params = { ...readWorkspace().params, ...state.parents };
  const list = choose(resource.operations.list, params);
  if (list === undefined || (user && !canCall(model, user, readWorkspace().params)(list))) return;
  // not waited for: the page shows that rows are coming
  const page = model.navigation.find(({ tabs: shown }) => shown?.includes(name));
  const filled = filledBy(list.query, selectorsOf(page, readWorkspace().companyId), readSelection());
  const args = { path: pathArgs(list, { params }), query: listQuery(list, filledState(state, { filled, resource }), params) };
  void queryClient.prefetchQuery(query(list, args));
}

/** The same for the page that the address of the window leads to. */
export async function warmAddress(model: Model): Promise<void> {
  const { pathname, search } = window.location;
  const entry = entryAt(model, pathname);
  if (entry) await warmPage(entry, new URLSearchParams(search));
}

/** What the contract says of the page at an address, ahead of its operator. */
export async function prefetchPage(model: Model, address: string): Promise<void> {
  const { pathname, searchParams } = new URL(address, window.location.href);
  const name = shownTab(entryAt(model, pathname), readState(searchParams).tab);
  if (name !== undefined) await Promise.all([loadResource(name), loadLabels(name, language())]);
}

/** Of an address that is no page's the start page is shown, as soon as it is known whose. */
function entryAt(model: Model, path: string): NavigationEntry | undefined {
  const user = currentUser();
  const { mode, auditType } = readWorkspace();
  const at = (wanted: string | undefined) => pages(model).find((page) => page.path === wanted);
  return at(path) ?? (user && at(landing(model, viewerIn(model, user, mode, auditType))));
}

/** The panels that a page begins with. */
function shownPanels({ panels, tabs }: NavigationEntry, tab: string | undefined): PanelTab | undefined {
  return panels?.find(({ name }) => name === tab) ?? (tabs ? undefined : panels?.[0]);
}

/** A screen of its own begins with something else than the first of its lists. */
function shownTab(entry: NavigationEntry | undefined, tab: string | undefined): string | undefined {
  if (tab !== undefined && entry?.tabs?.includes(tab)) return tab;
  if (entry?.screen !== undefined || entry?.panels?.some(({ name }) => name === tab)) return undefined;
  return entry?.tabs?.[0];
}
