import type { Json } from '#domain/model.ts';
import type { Params } from '#domain/message.ts';
import type { Problem } from '#generated/problems.ts';

/** Something wrong at one place of the request. */
export type Finding = { pointer: string; code: string; params?: Params; level?: 'error' | 'confirm' | 'warn' };

export type ProblemExtra = {
  errors?: Finding[];
  /** The stored item, where a stale edit was refused. */
  current?: Json;
  headers?: Record<string, string>;
  /** What went wrong behind it, for the log. */
  cause?: unknown;
};

/** A failure that the caller is told about: one entry of `openapi/problems.yaml`, put into the caller's language by the reply. */
export class ProblemError extends Error {
  readonly problem: Problem;
  readonly extra: ProblemExtra;

  constructor(problem: Problem, extra: ProblemExtra = {}) {
    super(problem.code, { cause: extra.cause });
    this.problem = problem;
    this.extra = extra;
  }
}
