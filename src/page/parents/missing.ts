import type { ListedResource } from '#domain/model.ts';
import type { Scope } from '#resource/scope.ts';
import type { PageState } from '#resource/url-state.ts';

/**
 * What has to be known before there is something to show and nothing fills yet: path parameters of a resource below others, whose
 * parents are chosen first, and queries without which its list does not answer.
 */
export function missingParents({ operations, settings }: ListedResource, { list, get, params }: Scope, { filters }: PageState): string[] {
  const [nearest] = settings ? [get] : [list ?? operations.list[0]];
  const open = (nearest?.query ?? []).filter(({ name, required }) => required && !(name in filters));
  return [...(nearest?.pathParams ?? []), ...open].map(({ name }) => name).filter((name) => !(name in params));
}
