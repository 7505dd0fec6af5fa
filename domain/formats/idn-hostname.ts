import { refuse, type Format } from '#domain/formats/format.ts';
import { areLabels, asciiLabel } from '#domain/formats/idna.ts';

/** A host name in its own script (RFC 5890): Chinese too, with the ideographic full stops as separators. */
export const idnHostname: Format = {
  name: 'idn-hostname',
  check: (text) => (isIdnHostname(text) ? undefined : refuse('format.idnHostname.invalid', text)),
};

export function isIdnHostname(text: string): boolean {
  if (text.length > 253) return false;
  const labels = text.split(/[.\u3002\uff0e\uff61]/);
  return areLabels(labels) && labels.map(asciiLabel).join('.').length <= 253;
}
