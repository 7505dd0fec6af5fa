import type { QueryClient } from '@tanstack/react-query';
import { onSystem } from '#api/live.ts';
import { prefetch } from '#api/prefetch.ts';
import { getGetSystemConfigQueryOptions } from '#generated/client/upgrade.ts';

/** The switches of the platform; the socket says when they change. */
export function loadSystem(client: QueryClient): void {
  const system = getGetSystemConfigQueryOptions();
  onSystem(() => void client.invalidateQueries({ queryKey: system.queryKey }));
  prefetch(client, system);
}
