/** What a backend answered. `body` is read where it is JSON; a file is not. */
export type Answer = { status: number; headers: Headers; mediaType: string; body: unknown; url: string; millis: number };

export type CallRequest = {
  method: string;
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};

export type Backend = {
  /** Address before the paths of the contract. */
  url: string;
  /** Sent with every call: credentials, mostly. */
  headers: Record<string, string>;
  query: Record<string, string>;
  seconds: number;
};

/** The backend does not answer at all: nothing of the contract can be tried. */
export class Unreachable extends Error {}

/** One call. Redirects are not followed: credentials are for this backend alone. */
export async function ask(backend: Backend, { method, path, query, body, headers }: CallRequest): Promise<Answer> {
  const search = new URLSearchParams({ ...query, ...backend.query }).toString();
  const url = `${backend.url}${path}${search === '' ? '' : `?${search}`}`;
  const started = performance.now();
  const sent = new Headers({
    accept: 'application/json, */*;q=0.5',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  });
  for (const [name, value] of Object.entries({ ...backend.headers, ...headers })) sent.set(name, value);
  const response = await fetch(url, {
    method: method.toUpperCase(),
    redirect: 'manual',
    signal: AbortSignal.timeout(backend.seconds * 1000),
    headers: sent,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new Unreachable(reasonOf(error, url, backend.seconds));
  });
  const mediaType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const bytes = await response.text().catch(() => '');
  return {
    status: response.status,
    headers: response.headers,
    mediaType,
    body: bodyOf(bytes, mediaType),
    url,
    millis: performance.now() - started,
  };
}

function bodyOf(text: string, mediaType: string): unknown {
  if (!mediaType.includes('json') || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** Stands for a body that calls itself JSON and is none. */
export const NOT_JSON = Symbol('not JSON');

function reasonOf(error: unknown, url: string, seconds: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `${url} did not answer within ${seconds} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message || error.cause.name : String(error);
  return `${url} does not answer: ${cause}`;
}
