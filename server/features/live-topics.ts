import { alertTotals } from '#server/features/alarm/live-totals.ts';
import { networkChanges } from '#server/features/planning/live-network.ts';
import { changes } from '#server/features/platform/live-changes.ts';
import { maintenance } from '#server/features/platform/live-maintenance.ts';
import type { Topic } from '#server/kernel/live-topic.ts';

/** What the server publishes by itself over the socket. */
export const liveTopics: readonly Topic[] = [alertTotals, changes, maintenance, networkChanges];
