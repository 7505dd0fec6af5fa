import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request comes from a page of this console, or from no page at all. Browsers let every page open a WebSocket
 * anywhere and say only where it comes from. A page cannot set the other two headers: a proxy in front that changes `Host`
 * keeps it in `X-Forwarded-Host`.
 */
export function isOwnOrigin({ origin, host, 'x-forwarded-host': forwarded }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  const page = URL.parse(origin)?.host;
  const names = [host, ...(Array.isArray(forwarded) ? forwarded : (forwarded ?? '').split(','))];
  return page !== undefined && page !== '' && names.some((name) => name !== undefined && hostOf(name, origin) === page);
}

/** Without the port that goes without saying, as a page's origin has it. */
function hostOf(name: string, origin: string): string | undefined {
  return URL.parse(`${origin.startsWith('https:') ? 'https' : 'http'}://${name.trim()}`)?.host;
}
