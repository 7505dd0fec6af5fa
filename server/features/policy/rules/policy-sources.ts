import { noteStandings } from '#server/features/policy/strategy.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';

/** A template or scenario that changed leaves the applications of it out of date until they are issued again. */
export const policyTemplate: EntityRules<'PolicyTemplate'> = {
  written: (item, { tx }) => noteStandings(tx, { target: 'PolicyTemplate', id: item.id }),
};

export const policyScenario: EntityRules<'PolicyScenario'> = {
  written: (item, { tx }) => noteStandings(tx, { target: 'PolicyScenario', id: item.id }),
};
