import { child } from '#domain/pointer.ts';
import type { Json, ListedResource } from '#domain/model.ts';

/** Where the form of a new one goes on with a draft, if it is a page of its own. */
export function newAddress({ formPage, route }: Pick<ListedResource, 'formPage' | 'route'>, draft: Begun): string | undefined {
  return formPage && `${route}/new?${new URLSearchParams(draftSearch(formPage, draft)).toString()}`;
}

type Begun = { doc: Json; slot?: string };

/** What the address of such a form says: what was chosen before it opened, and which draft it is. */
export function draftSearch({ start }: { start?: string }, { doc, slot }: Begun): Record<string, string> {
  const chosen = start === undefined ? undefined : child(doc, start);
  return { ...(typeof chosen === 'string' ? { start: chosen } : {}), ...(slot === undefined ? {} : { draft: slot }) };
}
