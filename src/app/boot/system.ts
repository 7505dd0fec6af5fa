import type { QueryClient } from '@tanstack/react-query';
import { onSystem } from '#api/live.ts';
import { query, type Callable } from '#api/operation.ts';
import type { Answer } from '#api/typed.ts';

type SystemConfig = Answer<'getSystemConfig'>;

const getSystemConfig: Callable = { id: 'getSystemConfig', method: 'get', path: '/api/v1/system' };

export const systemQuery = query<SystemConfig>(getSystemConfig);

/** The switches of the platform; the socket says when they change. */
export function loadSystem(client: QueryClient): void {
  onSystem(() => void client.invalidateQueries({ queryKey: systemQuery.queryKey }));
  void client.prefetchQuery(systemQuery);
}
