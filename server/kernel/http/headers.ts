const everywhere = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Sent with every page and file. Scripts come from here only and are never evaluated from text; styles may stand in the page
 * because antd writes them there.
 */
const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  ...everywhere,
};

/** Sent with what a call answers: opened as a page it may do nothing at all, and has neither frames nor links to say more of. */
export const callHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...everywhere,
};

export function headersOf(url: string, roots: CallRoots): Readonly<Record<string, string>> {
  return isCall(url, roots) ? callHeaders : securityHeaders;
}

/** What the paths of calls begin with, which no page does: `/api`. */
export type CallRoots = ReadonlySet<string>;

export function callRoots(paths: Iterable<string>): CallRoots {
  return new Set([...paths].map(rootOf));
}

export function isCall(url: string, roots: CallRoots): boolean {
  return roots.has(rootOf(url));
}

function rootOf(url: string): string {
  return /^\/[^/?]*/.exec(url)?.[0] ?? '';
}
