import { canCall } from '#api/can.ts';
import { choose } from '#api/choose.ts';
import { currentModel, formQuery } from '#api/model.ts';
import { readSelection } from '#api/selection.ts';
import { currentUser } from '#api/user.ts';
import { readWorkspace } from '#api/workspace.ts';
import type { NavigationEntry, Panel } from '#domain/model.ts';
import { readTime } from '#time/time-state.ts';
import type { QueryClient } from '@tanstack/react-query';
import { pageOf, panelCall, wantedOf } from './panel-call.ts';

/**
 * Asks for what the panels of a page show first, as they will ask for it, while their code is on its way. Where it is not known yet
 * who asks, the server says whether he may.
 */
export async function warmPanels(
  client: QueryClient,
  panels: readonly Panel[],
  entry: NavigationEntry,
  search: URLSearchParams,
): Promise<void> {
  const { params, companyId } = readWorkspace();
  const time = readTime(search);
  const [model, user] = [currentModel(), currentUser()];
  const place = { entry, search, companyId, selection: readSelection() };
  await Promise.all(
    panels.map(async (panel) => {
      const form = await client.fetchQuery(formQuery(panel.operation));
      if (!choose([form.operation], params) || (model && user && !canCall(model, user, params)(form.operation))) return;
      const own = pageOf(wantedOf(panel, form, place), form, 1);
      const { key, ask } = panelCall({ operation: panel.operation, form, own, params, time });
      // not waited for: the page shows that it is coming
      void client.prefetchQuery({ queryKey: key, queryFn: ({ signal }) => ask(0, signal) });
    }),
  );
}
