import { taskActive } from '#generated/problems.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { labelOfItem } from '#server/kernel/resource/references.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';
import { isActive, scheduleStep } from '#server/features/task/index.ts';

/** Dials from the company's own sites, at once or from its first time on. */
export const dialingTask: EntityRules<'DialingTask'> = {
  complete: async (doc, { call, tx, spec, before }) => {
    if (before) return doc;
    const first = typeof doc.startTime === 'string' ? Date.parse(doc.startTime) : 0;
    if (call.services.network) await scheduleStep(call.services, spec, String(doc.id), { tx: tx.db, from: first });
    return { ...doc, state: 'pending', progress: 0, runs: 0 };
  },
  restored: (doc) => doc,
  beforeDelete: (item, { spec }) => {
    if (isActive(item.doc)) throw new ProblemError(taskActive({ name: labelOfItem(spec, item) }));
    return Promise.resolve();
  },
};
