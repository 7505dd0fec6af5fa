import { networkNone } from '#generated/problems.ts';
import { type Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { type Db } from '#server/store/engine.ts';

/** What reaches devices. Without one nothing is delivered, measured or tested, and nothing says that it was. */
export type Network = {
  /** Has the devices of a site take its configuration; what came of it is written to the site when it happened. */
  deliver(siteId: string, tx: Db): Promise<void>;
};

/** What a device would have to do is refused where none is connected: a result would be made up. */
export function requireNetwork({ services }: Pick<Call, 'services'>): void {
  if (!services.network) throw new ProblemError(networkNone());
}
