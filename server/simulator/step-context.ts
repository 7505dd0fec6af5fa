import type { TaskName, Work } from '#server/kernel/network.ts';
import type { Services } from '#server/kernel/services.ts';

/** A look at a task that the demo network's devices work on. */
export type StepContext<Name extends TaskName> = Work<Name> & { services: Services };
