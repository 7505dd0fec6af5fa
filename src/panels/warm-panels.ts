import { formQuery } from '#api/model.ts';
import { readSelection } from '#api/selection.ts';
import { readWorkspace } from '#api/workspace.ts';
import type { NavigationEntry, Panel } from '#domain/model.ts';
import { readTime } from '#time/time-state.ts';
import type { QueryClient } from '@tanstack/react-query';
import { pageOf, panelCall, wantedOf } from './panel-call.ts';

/** Asks for what the panels of a page show first, as they will ask for it, while their code is on its way. */
export async function warmPanels(
  client: QueryClient,
  panels: readonly Panel[],
  entry: NavigationEntry,
  search: URLSearchParams,
): Promise<void> {
  const { params, companyId } = readWorkspace();
  const time = readTime(search);
  const place = { entry, search, companyId, selection: readSelection() };
  await Promise.all(
    panels.map(async (panel) => {
      const form = await client.fetchQuery(formQuery(panel.operation));
      const own = pageOf(wantedOf(panel, form, place), form, 1);
      const { key, ask } = panelCall({ operation: panel.operation, form, own, params, time });
      // not waited for: the page shows that it is coming
      void client.prefetchQuery({ queryKey: key, queryFn: ({ signal }) => ask(0, signal) });
    }),
  );
}
