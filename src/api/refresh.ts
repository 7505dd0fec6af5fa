import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * After a write: everything that came from the backend may have changed (counts, states, references); the model has not.
 * What was deleted is not asked for again.
 */
export function refreshAll(client: QueryClient, gone: readonly string[] = []): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'model' && !gone.some((id) => isAbout(queryKey, id)) });
}

/** `['/api/v1/tags/t-1']`, `['/api/v1/references', {id: 't-1'}]`, `['history', 'Tag', 't-1']`. */
function isAbout(key: QueryKey, id: string): boolean {
  return key.some((part) => {
    if (typeof part === 'string') return part === id || part.endsWith(`/${encodeURIComponent(id)}`);
    return typeof part === 'object' && part !== null && 'id' in part && part.id === id;
  });
}
