import { refuse, tidy, type Format } from '#domain/formats/format.ts';
import { areLabels } from '#domain/formats/idna.ts';

const LABELS = /^[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)*$/;

/** A host name (RFC 1123): labels of letters, digits and inner hyphens up to 63, 253 in all; `xn--` labels are decoded and checked. */
export const hostname: Format = {
  name: 'hostname',
  check: (text) => (isHostname(text) ? undefined : refuse('format.hostname.invalid', text)),
  normalise: (text) => (isHostname(tidy(text)) ? tidy(text).toLowerCase() : text),
};

export function isHostname(text: string): boolean {
  if (text.length > 253 || !LABELS.test(text)) return false;
  return !/xn--/i.test(text) || areLabels(text.split('.'));
}
