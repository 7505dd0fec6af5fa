import { asArray, asObject, asText } from '#domain/json.ts';

/** One thing that is sent with every call to a backend that is not ours: a header, a query parameter or a cookie. */
export type Credential = { in: 'header' | 'query' | 'cookie'; name: string; value: string };

const key = 'wan.credentials';
/** Which of the document's servers, and the values of its variables. */
const server = 'wan.server';
/** A page may send no cookie of its own making: the server makes one of this. */
const COOKIE = 'x-send-cookie';

/** What the document's log-in left in this tab; none where it asks for none. */
export function readCredentials(): Credential[] | undefined {
  const text = sessionStorage.getItem(key);
  if (text === null) return undefined;
  return asArray(JSON.parse(text)).map((each) => {
    const { in: place, name, value } = asObject(each);
    return { in: place === 'query' || place === 'cookie' ? place : 'header', name: asText(name) ?? '', value: asText(value) ?? '' };
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

/** Puts them on a call; the query that goes with them. */
export function sign(headers: Headers): Record<string, string> {
  const credentials = readCredentials() ?? [];
  const cookies = credentials.filter((each) => each.in === 'cookie').map(({ name, value }) => `${name}=${value}`);
  const chosen = readServer();
  if (chosen !== undefined) headers.set('x-server', chosen);
  if (cookies.length > 0) headers.set(COOKIE, cookies.join('; '));
  for (const each of credentials) if (each.in === 'header') headers.set(each.name, each.value);
  return Object.fromEntries(credentials.flatMap((each) => (each.in === 'query' ? [[each.name, each.value]] : [])));
}
