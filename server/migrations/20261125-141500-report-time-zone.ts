import type { Migration } from '#server/store/migrations/migration.ts';

/** Reports were of Coordinated Universal Time before their definitions had a time zone, and go on so until somebody says otherwise. */
export const migration = {
  ReportConfig: (doc, was) => (was['timeZone'] === undefined ? { ...doc, timeZone: 'UTC' } : undefined),
} satisfies Migration;
