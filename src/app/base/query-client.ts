import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/error.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // offline, a call fails at once and says so; what is on screen is asked for again when the network is back
      networkMode: 'always',
      refetchOnReconnect: 'always',
      // what the server refused it will refuse again
      retry: (failures, error) => failures < 1 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 502),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// what an edit of the contract changes is asked for again while it is on screen
if (import.meta.hot) {
  const reread = import('./reread-model.ts');
  import.meta.hot.on('model:changed', () => void reread.then(({ showChangedModel }) => showChangedModel(queryClient)));
}
