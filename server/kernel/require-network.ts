import { networkNone } from '#generated/problems.ts';
import type { Call } from '#server/kernel/handler.ts';
import type { Network } from '#server/kernel/network.ts';
import { ProblemError } from '#server/kernel/problem.ts';

/** What a device would have to do is refused where none is connected: a result would be made up. */
export function requireNetwork({ services }: Pick<Call, 'services'>): Network {
  if (!services.network) throw new ProblemError(networkNone());
  return services.network;
}
