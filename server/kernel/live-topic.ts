import type { Principal } from '#server/kernel/access/principal.ts';
import type { Services } from '#server/kernel/services.ts';

/** Who listens to a company with some rights; the empty one stands for all companies. */
export type Listener = { companyId: string; principal: Principal };

/**
 * Something that the server publishes when rows of these resources have changed: to everybody who is connected, or to each group of
 * listeners what it may know, undefined where that is nothing. What is asked for at once is answered when somebody begins to listen, too.
 */
export type Topic = { event: string; resources: readonly string[] } & (
  | { toEverybody(services: Services): Promise<object> }
  | { to(services: Services, listener: Listener): Promise<object | undefined>; atOnce?: true }
);
