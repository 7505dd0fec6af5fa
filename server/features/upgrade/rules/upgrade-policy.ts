import { taskActive, upgradeStarted } from '#generated/problems.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { labelOfItem } from '#server/kernel/resource/references.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';

/** What the plan was made from stays as it was. */
const FROZEN = ['releaseId', 'companyIds', 'rings'] as const;

export const upgradePolicy: EntityRules<'UpgradePolicy'> = {
  check: (doc, { before }) => {
    const changed = FROZEN.find((name) => JSON.stringify(before?.doc[name] ?? []) !== JSON.stringify(doc[name] ?? []));
    if (before && before.doc.state !== 'draft' && changed !== undefined) {
      const problem = upgradeStarted();
      throw new ProblemError(problem, { errors: [{ pointer: `/${changed}`, code: problem.code }] });
    }
    return Promise.resolve([]);
  },
  beforeDelete: (item, { spec }) => {
    if (['running', 'paused', 'halted', 'rollingBack'].includes(item.doc.state))
      throw new ProblemError(taskActive({ name: labelOfItem(spec, item) }));
    return Promise.resolve();
  },
};
