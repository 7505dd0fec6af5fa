import { lengthOf, type Problem } from '#domain/formats/format.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 32;

export type Requirement = { problem: Problem; met: boolean };

/**
 * The strength check of accounts and of password changes (spec 5, decision 27): 8-32 characters with an upper-case letter,
 * a lower-case letter and a digit, and no Chinese. Every requirement with its state, for a list beside the field.
 */
export function passwordRequirements(text: string): Requirement[] {
  const length = lengthOf(text);
  return [
    {
      problem: { code: 'password.length', params: { min: PASSWORD_MIN, max: PASSWORD_MAX, length } },
      met: length >= PASSWORD_MIN && length <= PASSWORD_MAX,
    },
    { problem: { code: 'password.upper' }, met: /[A-Z]/.test(text) },
    { problem: { code: 'password.lower' }, met: /[a-z]/.test(text) },
    { problem: { code: 'password.digit' }, met: /\d/.test(text) },
    { problem: { code: 'password.chinese' }, met: !/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(text) },
    { problem: { code: 'password.control' }, met: !/\p{Cc}/u.test(text) && text.isWellFormed() },
  ];
}

/** The first requirement that is not met. */
export function passwordProblem(text: string): Problem | undefined {
  return passwordRequirements(text).find(({ met }) => !met)?.problem;
}
