import { refuse, type Format } from '#domain/formats/format.ts';
import { isHostname } from '#domain/formats/hostname.ts';
import { scanV4, scanV6 } from '#domain/formats/ip.ts';

const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;

/** A mailbox (RFC 5321): local part up to 64, 254 in all. */
export const email: Format = {
  name: 'email',
  check: (text) => (isMailbox(text, isHostname, DOT_ATOM) ? undefined : refuse('format.email.invalid', text)),
  normalise: (text) => text.trim(),
};

/** A mailbox whose domain and unquoted local part follow the given grammars. */
export function isMailbox(text: string, isDomain: (domain: string) => boolean, dotAtom: RegExp): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > 64 || text.length > 254) return false;
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (!dotAtom.test(local) && !QUOTED.test(local)) return false;
  return domain.startsWith('[') ? isAddressLiteral(domain) : isDomain(domain);
}

function isAddressLiteral(domain: string): boolean {
  if (!domain.endsWith(']')) return false;
  const literal = domain.slice(1, -1);
  return literal.startsWith('IPv6:') ? scanV6(literal.slice(5)) !== undefined : scanV4(literal) >= 0;
}
