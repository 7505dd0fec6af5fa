import type { QueryClient } from '@tanstack/react-query';

/** After a write: everything that came from the backend may have changed (counts, states, references); the model has not. */
export function refreshAll(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'model' });
}
