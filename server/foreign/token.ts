import { asObject, asText } from '#domain/json.ts';
import type { Scheme } from './document.ts';

export type Client = { id: string; secret: string };
type ClientScheme = Extract<Scheme, { kind: 'client' }>;
type AuthMethod = 'header' | 'body';

/** What an answer says where the client itself was understood, and something else is refused (RFC 6749, section 5.2). */
const OTHERWISE = new Set(['invalid_grant', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope']);
const authMethods: readonly AuthMethod[] = ['header', 'body'];
/** Token endpoints that took a secret in the body: it goes there at once the next time. */
const inBody = new Set<string>();

/**
 * OAuth2's client credentials (RFC 6749, section 4.4). Every server has to take the secret in the header; one that refuses it
 * there gets it in the body (section 2.3.1).
 */
export async function tokenFrom(backend: string, { tokenUrl, scopes }: ClientScheme, client: Client): Promise<string | undefined> {
  if (!URL.canParse(tokenUrl, backend)) return undefined;
  const { href } = new URL(tokenUrl, backend);
  for (const place of inBody.has(href) ? authMethods.toReversed() : authMethods) {
    const { token, error } = await answerOf(href, scopes, client, place);
    if (token !== undefined && place === 'body') inBody.add(href);
    if (token !== undefined && place === 'header') inBody.delete(href);
    if (token !== undefined || error === undefined || OTHERWISE.has(error)) return token;
  }
  return undefined;
}

/** `error`: why it was refused, where asking in another way may help. */
async function answerOf(
  href: string,
  scopes: readonly string[],
  { id, secret }: Client,
  place: AuthMethod,
): Promise<{ token?: string | undefined; error?: string }> {
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64');
  const answer = await fetch(href, {
    method: 'POST',
    headers: { accept: 'application/json', ...(place === 'header' ? { authorization: `Basic ${basic}` } : {}) },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
      ...(place === 'body' ? { client_id: id, client_secret: secret } : {}),
    }),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => undefined);
  if (!answer) return {};
  const said = asObject(await answer.json().catch(() => undefined));
  if (answer.ok) return { token: asText(said['access_token']) };
  const refuses = answer.status === 400 || answer.status === 401 || answer.status === 403;
  return refuses ? { error: asText(said['error']) ?? '' } : {};
}
