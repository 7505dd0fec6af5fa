import type { QueryClient } from '@tanstack/react-query';
import { canOpen } from '#api/can.ts';
import { readWorkspace } from '#api/workspace.ts';
import { currentModel } from '#api/model.ts';
import { prefetch } from '#api/prefetch.ts';
import { clearSelection } from '#api/selection.ts';
import { pageOf } from '#api/viewer.ts';
import { currentUser } from '#api/user.ts';
import { getListCompanyRegionsQueryOptions } from '#generated/client/account.ts';
import {
  getListCitiesQueryOptions,
  getListCitySitesQueryOptions,
  getListCompanyTagsQueryOptions,
} from '#generated/client/configuration.ts';
import { getGetAlertDictionaryQueryOptions } from '#generated/client/monitor.ts';

/** Spec section 9. */
const mostTags = 1000;

/** Cities with the sites and devices in each. */
export const BY_CITY = { group: true };
/** Tags that may be put on something now. */
export const USABLE_TAGS = { limit: mostTags, avaliable: true };

/** Spec section 4: comes first after the language. Pages that need it ask again where it could not be had. */
export function loadAlertDictionary(client: QueryClient): void {
  prefetch(client, getGetAlertDictionaryQueryOptions());
}

/** Spec section 4: once the company is chosen, its regions, cities, sites per city and tags, in this order. A list that fails is empty. */
export function loadTenant(client: QueryClient): void {
  const { companyId } = readWorkspace();
  if (companyId === undefined) return;
  if (mayRead('Region')) prefetch(client, getListCompanyRegionsQueryOptions(companyId));
  prefetch(client, getListCitiesQueryOptions(companyId));
  prefetch(client, getListCitySitesQueryOptions(companyId, BY_CITY));
  if (mayRead('Tag')) prefetch(client, getListCompanyTagsQueryOptions(companyId, USABLE_TAGS));
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
