import { refuse, type Format } from '#domain/formats/format.ts';
import { scanV6 } from '#domain/formats/ip.ts';

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const FOREIGN = /[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%]/;
const BROKEN_ESCAPE = /%(?![\dA-Fa-f]{2})/;
const REG_NAME = /^[A-Za-z0-9\-._~!$&'()*+,;=%]*$/;
const FUTURE = /^v[\dA-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$/i;

/** An absolute URI with a scheme (RFC 3986). */
export const uri: Format = {
  name: 'uri',
  check(text) {
    const scheme = SCHEME.exec(text)?.[0];
    return scheme && isHierarchy(text.slice(scheme.length)) ? undefined : refuse('format.uri.invalid', text);
  },
};

/** What follows a scheme, or a whole relative reference: `//authority/path?query#fragment`. */
export function isHierarchy(text: string): boolean {
  if (BROKEN_ESCAPE.test(text)) return false;
  const [beforeFragment, fragment] = cut(text, '#');
  const [beforeQuery, query] = cut(beforeFragment, '?');
  if (FOREIGN.test(fragment) || FOREIGN.test(query)) return false;
  if (!beforeQuery.startsWith('//')) return !FOREIGN.test(beforeQuery);
  const slash = beforeQuery.indexOf('/', 2);
  const authority = slash < 0 ? beforeQuery.slice(2) : beforeQuery.slice(2, slash);
  return isAuthority(authority) && (slash < 0 || !FOREIGN.test(beforeQuery.slice(slash)));
}

function isAuthority(text: string): boolean {
  const at = text.lastIndexOf('@');
  const user = text.slice(0, Math.max(0, at));
  const [, host = '', port = ''] = /^(.*?)(:\d*)?$/s.exec(text.slice(at + 1)) ?? [];
  if (FOREIGN.test(user) || /[/?@]/.test(user) || !/^:?\d*$/.test(port)) return false;
  if (!host.startsWith('[')) return REG_NAME.test(host);
  const literal = host.slice(1, -1);
  return host.endsWith(']') && (scanV6(literal) !== undefined || FUTURE.test(literal));
}

function cut(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
