import type { QueryClient } from '@tanstack/react-query';
import { onSystem } from '#api/live.ts';
import { platformQuery, prefetch } from '#api/platform-call.ts';
import type { Answer } from '#api/typed.ts';

type SystemConfig = Answer<'getSystemConfig'>;

export function systemQuery() {
  return platformQuery<SystemConfig>('system');
}

/** The switches of the platform; the socket says when they change. */
export function loadSystem(client: QueryClient): void {
  onSystem(() => void client.invalidateQueries({ queryKey: systemQuery().queryKey }));
  prefetch(client, systemQuery());
}
