import { canCall } from '#api/can.ts';
import { choose, pathArgs } from '#api/choose.ts';
import { readWorkspace } from '#api/workspace.ts';
import { language } from '#api/language.ts';
import { currentModel, resourceQuery } from '#api/model.ts';
import { query } from '#api/operation.ts';
import { filledBy, readSelection, selectorsOf } from '#api/selection.ts';
import { currentUser } from '#api/user.ts';
import { filledState, listQuery } from '#resource/list-answer.ts';
import { readState } from '#resource/url-state.ts';
import { queryClient } from './query-client.ts';

/** Fetches what a resource's page will ask for first, while its code is on its way: its model, then the rows of its address. */
export async function warmPage(tabs: string[], search: URLSearchParams): Promise<void> {
  const state = readState(search);
  const name = state.tab !== undefined && tabs.includes(state.tab) ? state.tab : tabs[0];
  const model = currentModel();
  const user = currentUser();
  if (name === undefined || model === undefined || user === undefined) return;
  const { resource } = await queryClient.fetchQuery(resourceQuery(name, language()));
  const context = { ...readWorkspace().params, ...state.parents };
  const list = choose(resource.operations.list, context);
  if (list === undefined || !canCall(model, user, readWorkspace().params)(list)) return;
  // not waited for: the page shows that rows are coming
  const page = model.navigation.find(({ tabs: shown }) => shown?.includes(name));
  const filled = filledBy(list.query, selectorsOf(page, readWorkspace().companyId), readSelection());
  const args = { path: pathArgs(list, { context }), query: listQuery(list, filledState(state, { filled, resource }), context) };
  void queryClient.prefetchQuery(query(list, args));
}
