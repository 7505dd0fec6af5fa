import { overlaps } from '#domain/pointer.ts';
import { ruleConfirm, validationFailed } from '#generated/problems.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';

const QUESTION = ruleConfirm({ count: 1 }).code;
const MANY = validationFailed({ count: 1 }).code;

/**
 * What the checks of one document found: all of it is told at once, under the code of the first. `wrong` are places that
 * the schema has refused already; a check takes for granted what the schema promises and may fail without it.
 */
export class Failures {
  readonly wrong: readonly string[];
  readonly #found: ProblemError[] = [];

  constructor(wrong: readonly string[] = []) {
    this.wrong = wrong;
  }

  get none(): boolean {
    return this.#found.length === 0;
  }

  /** Goes on where a check refuses; what it would have answered is undefined then. */
  async of<T>(check: () => Promise<T> | T): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      if (error instanceof ProblemError) this.#found.push(error);
      else if (this.none && this.wrong.length === 0) throw error;
      return undefined;
    }
  }

  throwAny(): void {
    const errors = this.#found.filter(({ problem }) => problem.code !== QUESTION);
    // a question is put once nothing else is wrong
    const reported = errors.length > 0 ? errors : this.#found;
    const [first, ...others] = reported;
    if (!first) return;
    if (others.length === 0) throw first;
    const findings = this.findings();
    const problem = first.problem.code === MANY ? validationFailed({ count: findings.length }) : first.problem;
    throw new ProblemError(problem, { ...first.extra, errors: findings });
  }

  /** One cause is told once: of several findings at a place the first, and none at a place that is wrong already. */
  findings(): Finding[] {
    const reported: Finding[] = [];
    for (const { problem, extra } of this.#found) {
      if (problem.code === QUESTION) continue;
      const errors: Finding[] = extra.errors ?? [{ pointer: '', code: problem.code, params: problem.params }];
      const known = reported.map(({ pointer }) => pointer);
      reported.push(...errors.filter(({ pointer }) => pointer === '' || (!known.includes(pointer) && !this.#isWrong(pointer))));
    }
    return reported;
  }

  #isWrong(pointer: string): boolean {
    return this.wrong.some((place) => overlaps(pointer, place));
  }
}
