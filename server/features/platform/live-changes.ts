import type { Topic } from '#server/kernel/live-topic.ts';
import { OPERATION_LOG } from '#server/store/items/authors.ts';

/** That somebody changed something, to who has a session: of whom is not said, what may be seen of the log is asked for. */
export const changes: Topic = {
  event: 'changed',
  resources: [OPERATION_LOG],
  to: () => Promise.resolve({ resource: OPERATION_LOG }),
};
