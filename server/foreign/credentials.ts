import type { Scheme, Security } from './document.ts';

export type Sent = { headers: Record<string, string | string[] | undefined>; query: Record<string, unknown> };

/** Whether a call brings what the document asks for; the mock knows nobody, and takes every value that is none. */
export function isSigned({ open, ways }: Security, sent: Sent): boolean {
  return open || ways.length === 0 || ways.some((way) => way.every((scheme) => brings(scheme, sent)));
}

function brings(scheme: Scheme, { headers, query }: Sent): boolean {
  const authorization = String(headers['authorization'] ?? '');
  if (scheme.kind === 'basic') return /^Basic [A-Za-z0-9+/=]+$/i.test(authorization);
  if (scheme.kind !== 'key') return /^Bearer \S+$/i.test(authorization);
  if (scheme.in === 'query') return String(query[scheme.key] ?? '') !== '';
  if (scheme.in === 'header') return String(headers[scheme.key.toLowerCase()] ?? '') !== '';
  return String(headers['cookie'] ?? '')
    .split(/;\s*/)
    .some((each) => each.startsWith(`${scheme.key}=`) && each.length > scheme.key.length + 1);
}
