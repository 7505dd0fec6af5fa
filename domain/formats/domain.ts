import { refuse, tidy, type Format, type Problem } from '#domain/formats/format.ts';
import { isHostname } from '#domain/formats/hostname.ts';

/** A domain name, labels up to 63 (spec 5). A name whose last label is a number would be a mistyped address. */
export const domain: Format = {
  name: 'domain',
  check: checkDomain,
  normalise: (text) => (checkDomain(tidy(text)) ? text : tidy(text).toLowerCase()),
};

function checkDomain(text: string): Problem | undefined {
  if (isDomain(text)) return undefined;
  const long = text.split('.').find((label) => label.length > 63);
  return long === undefined ? refuse('format.domain.invalid', text) : refuse('format.domain.label', long, { length: long.length });
}

export function isDomain(text: string): boolean {
  return isHostname(text) && !/(?:^|\.)\d+$/.test(text);
}
