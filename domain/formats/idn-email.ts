import { isMailbox } from '#domain/formats/email.ts';
import { refuse, type Format } from '#domain/formats/format.ts';
import { isIdnHostname } from '#domain/formats/idn-hostname.ts';

const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+)*$/u;

/** A mailbox in any script (RFC 6531). */
export const idnEmail: Format = {
  name: 'idn-email',
  check: (text) => (isMailbox(text, isIdnHostname, DOT_ATOM) ? undefined : refuse('format.idnEmail.invalid', text)),
  normalise: (text) => text.trim(),
};
