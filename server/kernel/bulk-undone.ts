import type { Answer } from '#server/kernel/handler.ts';

/** Ends a transaction without a trace and answers nevertheless: the results of a bulk call that applied nothing. */
export class BulkUndone extends Error {
  readonly answer: Answer;

  constructor(body: unknown) {
    super('nothing was applied');
    this.answer = { body };
  }
}
