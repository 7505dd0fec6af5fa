import type { ListedResource } from '#domain/model.ts';
import type { PageState } from '#resource/url-state.ts';

/** Where the form stands that the page's state asks for, if it is a page of its own. */
export function formAddress(
  { formPage, route }: Pick<ListedResource, 'formPage' | 'route'>,
  { create, edit, copy }: PageState,
): string | undefined {
  if (!formPage) return undefined;
  if (edit !== undefined) return `${route}/${encodeURIComponent(edit)}`;
  if (copy !== undefined) return `${route}/new?copy=${encodeURIComponent(copy)}`;
  return create ? `${route}/new` : undefined;
}
