import { canCall } from '#api/can.ts';
import { choose, pathArgs } from '#api/choose.ts';
import { readWorkspace } from '#api/workspace.ts';
import { language } from '#api/language.ts';
import { currentModel, loadLabels, loadResource, resourceQuery } from '#api/model.ts';
import { query } from '#api/operation.ts';
import { filledBy, readSelection, selectorsOf } from '#api/selection.ts';
import { currentUser } from '#api/user.ts';
import type { Model } from '#domain/model.ts';
import { filledState, listQuery } from '#resource/list-answer.ts';
import { readState } from '#resource/url-state.ts';
import { landing, pages } from '#app/frame/navigation.ts';
import { viewerIn } from '#app/scope/modes.ts';
import { queryClient } from './query-client.ts';

/**
 * Fetches what a resource's page will ask for first, while its code is on its way: its model, then the rows of its address. Where
 * it is not known yet who asks, the server says whether he may.
 */
export async function warmPage(tabs: string[], search: URLSearchParams): Promise<void> {
  const state = readState(search);
  const name = shownTab(tabs, state.tab);
  const model = currentModel();
  if (name === undefined || model === undefined) return;
  const { resource } = await queryClient.fetchQuery(resourceQuery(name, language()));
  const user = currentUser();
  const context = { ...readWorkspace().params, ...state.parents };
  const list = choose(resource.operations.list, context);
  if (list === undefined || (user && !canCall(model, user, readWorkspace().params)(list))) return;
  // not waited for: the page shows that rows are coming
  const page = model.navigation.find(({ tabs: shown }) => shown?.includes(name));
  const filled = filledBy(list.query, selectorsOf(page, readWorkspace().companyId), readSelection());
  const args = { path: pathArgs(list, { context }), query: listQuery(list, filledState(state, { filled, resource }), context) };
  void queryClient.prefetchQuery(query(list, args));
}

/** The same for the page that the address of the window leads to. */
export async function warmAddress(model: Model): Promise<void> {
  const { pathname, search } = window.location;
  const tabs = tabsAt(model, pathname);
  if (tabs === undefined) return;
  await warmPage(tabs, new URLSearchParams(search));
}

/** What the contract says of the page at an address, ahead of its operator. */
export async function prefetchPage(model: Model, address: string): Promise<void> {
  const { pathname, searchParams } = new URL(address, window.location.href);
  const name = shownTab(tabsAt(model, pathname) ?? [], readState(searchParams).tab);
  if (name !== undefined) await Promise.all([loadResource(name), loadLabels(name, language())]);
}

/** Of an address that is no page's the start page is shown, as soon as it is known whose. */
function tabsAt(model: Model, path: string): string[] | undefined {
  const user = currentUser();
  const { mode, auditType } = readWorkspace();
  const at = (wanted: string | undefined) => pages(model).find((page) => page.path === wanted);
  return (at(path) ?? (user && at(landing(model, viewerIn(model, user, mode, auditType)))))?.tabs;
}

function shownTab(tabs: string[], tab: string | undefined): string | undefined {
  return tab !== undefined && tabs.includes(tab) ? tab : tabs[0];
}
