import { asObject, asText } from '#domain/json.ts';
import { type Client, type Credential, keepCredentials, readCredentials, readServer } from '#api/credentials.ts';

/** OAuth2's client credentials: the server of this page asks for the token, because a page may call nobody else. */
export async function clientToken(client: Client): Promise<Credential | undefined> {
  const answer = await fetch('/foreign/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(readServer() === undefined ? {} : { 'x-server': readServer() ?? '' }) },
    body: JSON.stringify(client),
  }).catch(() => undefined);
  const token = answer?.ok ? asText(asObject(await answer.json())['token']) : undefined;
  return token === undefined ? undefined : { in: 'header', name: 'authorization', value: `Bearer ${token}`, client };
}

let renewing: Promise<boolean> | undefined;

/** Such tokens last minutes: new ones, once for all calls that were refused meanwhile. False where there is none to renew. */
export function renewTokens(): Promise<boolean> {
  renewing ??= renew().finally(() => (renewing = undefined));
  return renewing;
}

async function renew(): Promise<boolean> {
  const before = readCredentials() ?? [];
  if (!before.some(({ client }) => client)) return false;
  const found = await Promise.all(before.map((each) => (each.client ? clientToken(each.client) : Promise.resolve(each))));
  const known = found.filter((each) => each !== undefined);
  if (known.length < before.length) return false;
  keepCredentials(known);
  return true;
}
