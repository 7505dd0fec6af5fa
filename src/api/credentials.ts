import { asArray, asObject, asText } from '#domain/json.ts';
import { clientError } from '#api/error.ts';

/** One thing that is sent with every call to a backend that is not ours: a header, a query parameter or a cookie. */
export type Credential = { in: 'header' | 'query' | 'cookie'; name: string; value: string; client?: Client };
/** For whom the token was made: one that is over is made anew. */
export type Client = { name: string; id: string; secret: string };

const key = 'wan.credentials';
/** Which of the document's servers, and the values of its variables. */
const server = 'wan.server';
/** A page may send no cookie of its own making, and a key has no business in an address: the server makes of these what they stand for. */
const COOKIE = 'x-send-cookie';
const QUERY = 'x-send-query';

/** What the document's log-in left in this tab; none where it asks for none. */
export function readCredentials(): Credential[] | undefined {
  const text = sessionStorage.getItem(key);
  if (text === null) return undefined;
  return asArray(JSON.parse(text)).map((each) => {
    const { in: place, name, value, client } = asObject(each);
    const { name: scheme, id, secret } = asObject(client);
    return {
      in: place === 'query' || place === 'cookie' ? place : 'header',
      name: asText(name) ?? '',
      value: asText(value) ?? '',
      ...(client === undefined ? {} : { client: { name: asText(scheme) ?? '', id: asText(id) ?? '', secret: asText(secret) ?? '' } }),
    };
  });
}

export function keepCredentials(credentials: Credential[]): void {
  sessionStorage.setItem(key, JSON.stringify(credentials));
}

export function forgetCredentials(): void {
  sessionStorage.removeItem(key);
  sessionStorage.removeItem(server);
}

export function readServer(): string | undefined {
  return sessionStorage.getItem(server) ?? undefined;
}

export function keepServer(choice: string): void {
  sessionStorage.setItem(server, choice);
}

/** Puts them on a call. */
export function signWithCredentials(headers: Headers): void {
  const credentials = readCredentials() ?? [];
  const chosen = readServer();
  if (chosen !== undefined) headers.set('x-server', chosen);
  for (const [place, header] of [
    ['cookie', COOKIE],
    ['query', QUERY],
  ] as const) {
    const values = credentials.filter((each) => each.in === place).map(({ name, value }): [string, string] => [name, value]);
    if (values.length > 0) headers.set(header, new URLSearchParams(values).toString());
  }
  for (const each of credentials) if (each.in === 'header') setHeader(headers, each.name, each.value);
}

/** What no header can carry is said by the name of its field, and never shown. */
export function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw clientError('call.header', 0, { name });
  }
}
