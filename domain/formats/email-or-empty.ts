import { email } from '#domain/formats/email.ts';
import type { Format } from '#domain/formats/format.ts';

/** A mailbox or nothing (spec 5: empty OK). */
export const emailOrEmpty: Format = {
  name: 'email-or-empty',
  check: (text) => (text === '' ? undefined : email.check(text)),
  normalise: (text) => text.trim(),
};
