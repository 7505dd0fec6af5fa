/** What a reader is asked. */
export type ReadTask = { id: number; sql: string; parameters: unknown[] };
/** The rest of the rows is asked for: to take in all of very many at once would hold up others. */
export type MoreTask = { more: true };
/** Without id: the reader is ready. `more`: these are not all rows. */
export type ReadAnswer = { id?: number; rows?: unknown[]; more?: true; error?: string; errcode?: number };
