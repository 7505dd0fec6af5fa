import type { QueryClient, UseQueryOptions } from '@tanstack/react-query';

/** Asks beforehand for what will be wanted, where the contract has it. */
export function prefetch<T, E>(client: QueryClient, options: UseQueryOptions<T, E>): void {
  if (options.enabled !== false) void client.prefetchQuery(options);
}
