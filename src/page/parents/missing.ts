import { unknownHeaders } from '#api/request.ts';
import type { ListedResource } from '#domain/model.ts';
import type { Scope } from '#resource/scope.ts';
import type { PageState } from '#resource/url-state.ts';

/**
 * What has to be known before there is something to show and nothing fills yet: path parameters of a resource below others, whose
 * parents are chosen first, and queries and headers without which its list does not answer.
 */
export function missingParents({ operations, settings }: ListedResource, { list, get, params }: Scope, { filters }: PageState): string[] {
  const [nearest] = settings ? [get] : [list ?? operations.list[0]];
  const open = (nearest?.query ?? []).filter(({ name, required }) => required && !(name in filters));
  const unbound = [...(nearest?.pathParams ?? []), ...open].filter(({ name }) => !(name in params));
  return [...unbound, ...unknownHeaders(nearest?.asked)].map(({ name }) => name);
}
