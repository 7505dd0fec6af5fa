import type { Migration } from '#server/store/migrations/migration.ts';

/** Who measured applications said what was slow before their targets could be set: now it is what a new one begins with. */
export const migration = {
  ApmTarget: (doc, was) =>
    was['apdexThreshold'] === undefined
      ? { ...doc, category: doc.category ?? 'other', apdexThreshold: 0.85, errorThreshold: 5 }
      : undefined,
} satisfies Migration;
