import type { Topic } from '#server/kernel/live-topic.ts';

/** That something of some network was changed, to who has a session: of whom is not said, what may be seen is asked for. */
export const networkChanges: Topic = {
  event: 'changed',
  // what the picture of a network is drawn from
  resources: ['Topology', 'Site'],
  to: () => Promise.resolve({ resource: 'Topology' }),
};
