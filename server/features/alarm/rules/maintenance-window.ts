import { settleSoon } from '#server/features/alarm/thresholds/watch.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';

/** Alarms at its sites ask for nobody while it lasts, and for somebody as soon as it is gone. */
export const maintenanceWindow: EntityRules<'MaintenanceWindow'> = {
  written: ({ owner }, { call, tx }) => settleSoon(call.services, owner ?? '', tx.db),
  beforeDelete: ({ owner }, { call, tx }) => settleSoon(call.services, owner ?? '', tx.db),
};
