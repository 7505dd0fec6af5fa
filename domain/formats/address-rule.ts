import { isDomain } from '#domain/formats/domain.ts';
import { refuse, tidy, type Format, type Problem } from '#domain/formats/format.ts';
import { normaliseIpRule, parseIpRule } from '#domain/formats/ip-list.ts';

/** The longest domain of an address set (spec 5). */
export const MAX_RULE_DOMAIN = 64;

/** One line of an address set: an address, a network, a range or a domain of at most 64 characters. */
export const addressRule: Format = {
  name: 'address-rule',
  check: checkAddressRule,
  normalise: (text) => (isDomain(tidy(text)) ? tidy(text).toLowerCase() : normaliseIpRule(text)),
};

export function checkAddressRule(text: string): Problem | undefined {
  const rule = parseIpRule(text);
  if (!('code' in rule)) return undefined;
  if (isDomain(text)) {
    if (text.length <= MAX_RULE_DOMAIN) return undefined;
    return refuse('format.addressRule.domainLength', text, { length: text.length, max: MAX_RULE_DOMAIN });
  }
  // what looks like a network or a range is told its own mistake
  return /^[\da-f.:]+[-/]/i.test(text) ? rule : refuse('format.addressRule.invalid', text);
}
