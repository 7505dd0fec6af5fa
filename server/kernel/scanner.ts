import type { Db } from '#server/store/items/tables.ts';

/** What looks through kept files for what should not be in them. Without one nothing is scanned, and nothing is said to be clean. */
export type Scanner = {
  /** Has the file of an app package scanned; the verdict is written to the package when it is there. */
  scan(packageId: string, tx: Db): Promise<void>;
};
