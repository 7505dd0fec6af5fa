import type { QueryClient } from '@tanstack/react-query';
import { canOpen } from '#api/can.ts';
import { readWorkspace } from '#api/workspace.ts';
import { currentModel } from '#api/model.ts';
import { platformQuery, prefetch } from '#api/platform-call.ts';
import { clearSelection } from '#api/selection.ts';
import { pageOf } from '#api/viewer.ts';
import type { Answer } from '#api/typed.ts';
import { currentUser } from '#api/user.ts';

/** Spec section 9. */
const mostTags = 1000;

/** Cities of a company with the sites and devices in each. */
export function citySitesQuery(companyId: string) {
  return platformQuery<Answer<'listCitySites'>>('citySites', { path: { companyId }, query: { group: true } });
}

/** Tags that may be put on something now. */
export function tagsQuery(companyId: string) {
  return platformQuery<Answer<'listCompanyTags'>>('tags', { path: { companyId }, query: { limit: mostTags, avaliable: true } });
}

/** Spec section 4: comes first after the language. Pages that need it ask again where it could not be had. */
export function loadAlertDictionary(client: QueryClient): void {
  prefetch(client, platformQuery('alertCodes'));
}

/** Spec section 4: once the company is chosen, its regions, cities, sites per city and tags, in this order. A list that fails is empty. */
export function loadTenant(client: QueryClient): void {
  const { companyId } = readWorkspace();
  if (companyId === undefined) return;
  if (mayRead('Region')) prefetch(client, platformQuery('regions', { path: { companyId } }));
  prefetch(client, platformQuery('cities', { path: { companyId } }));
  prefetch(client, citySitesQuery(companyId));
  if (mayRead('Tag')) prefetch(client, tagsQuery(companyId));
}

/** What the operator may not open is not asked for: the server would refuse it with every page. */
function mayRead(resource: string): boolean {
  const [model, user] = [currentModel(), currentUser()];
  return model !== undefined && user !== undefined && canOpen(model, user, readWorkspace().companyId)(pageOf(model, resource) ?? {});
}

/**
 * Spec section 4: another company reloads tags, regions, sites and alarms, and clears the selected tags.
 * What is on screen goes with its company; what is shown next is asked for anew.
 */
export function enterTenant(client: QueryClient, before: string | undefined): void {
  if (readWorkspace().companyId === before) return;
  clearSelection();
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'model', refetchType: 'none' });
  loadTenant(client);
}
