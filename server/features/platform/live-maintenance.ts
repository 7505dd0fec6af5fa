import type { Topic } from '#server/kernel/live-topic.ts';

/** The maintenance switch was thrown: open pages learn of it (decision 11). */
export const maintenance: Topic = {
  event: 'system',
  resources: ['SystemConfig'],
  toEverybody: async ({ state }) => {
    const { enable, maintenanceNote } = await state.config();
    return { enable: enable !== false, ...(typeof maintenanceNote === 'string' ? { maintenanceNote } : {}) };
  },
};
