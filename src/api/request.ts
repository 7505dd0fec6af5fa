import type { Field, Language } from '#domain/model.ts';
import { config } from '#api/config.ts';
import { ApiError, clientError, errorOf } from '#api/error.ts';
import { language } from '#api/language.ts';
import { asking, noteLeftOut } from '#api/left-out.ts';
import { clearSession, readSession } from '#api/token.ts';

export type Answer<T> = { data: T; status: number; etag?: string; headers: Headers };

export type Call = {
  method: string;
  /** Path with parameters already filled, the contract's base path included. */
  path: string;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  mediaType?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** Headers without which the backend does not answer; whoever signs calls knows what was entered for them. */
  asked?: readonly Field[] | undefined;
  /** Seconds; 60 if absent. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Bearer to send: the session's if absent, none if false. */
  bearer?: string | false | undefined;
  /** False leaves the `locale` parameter out, as the sms path has it. */
  locale?: false | undefined;
  /** The answer is a file: `data` is a Blob. */
  download?: boolean | undefined;
  /** Told while a file comes how many bytes of it are here. */
  onReceived?: ((bytes: number) => void) | undefined;
  /** A refusal by maintenance is the caller's to tell: the page goes on. */
  quiet?: boolean | undefined;
  /** It was refused once, and is made with other credentials. */
  again?: true | undefined;
};

/** What the page does when a session ended under a call, and when the system answered that it is under maintenance. */
export type Interruptions = { expired: (reason?: string) => void; maintenance: () => void };

export const interruptions: Interruptions = { expired: () => {}, maintenance: () => {} };

export function onInterruption(handlers: Interruptions): void {
  Object.assign(interruptions, handlers);
}

/** How calls to a backend that is not ours say who makes them; whether one that it did not let in is worth another try. */
export type Signer = {
  sign: (headers: Headers, asked: readonly Field[]) => void;
  refused: (again: true | undefined) => Promise<boolean>;
  /** Whether it is known what to send for a header that is asked for. */
  knows: (asked: Field) => boolean;
};

let signer: Signer | undefined;

export function signWith(own: Signer): void {
  signer = own;
}

export function unknownHeaders(asked: readonly Field[] = []): Field[] {
  return asked.filter((field) => signer?.knows(field) === false);
}

/** Sends one call. Rejects with an ApiError, or with an AbortError when the caller gave up. */
export function request<T>(call: Call): Promise<Answer<T>> {
  const bearer = call.bearer ?? (signer ? false : (readSession()?.token ?? false));
  const headers = new Headers({ accept: call.download === true ? '*/*' : 'application/json', ...call.headers });
  if (bearer !== false) headers.set('authorization', `Bearer ${bearer}`);
  const body = encode(call, headers);
  const page = asking.page();
  const url = call.locale === false ? config().apiUrl + call.path : address(call.path, call.query);
  return within(call, async (signal) => {
    signer?.sign(headers, call.asked ?? []);
    const response = await fetch(url, { method: call.method.toUpperCase(), headers, body, signal });
    return response.ok || response.status === 304 ? answer<T>(response, call, page) : refused<T>(call, response, bearer);
  });
}

async function refused<T>(call: Call, response: Response, bearer: string | false): Promise<Answer<T>> {
  if (response.status === 401 && signer && (await signer.refused(call.again))) return request({ ...call, again: true });
  if (response.status === 401 && call.bearer === undefined && bearer !== false) {
    // another tab may have renewed the session while this call was under way
    const renewed = readSession()?.token;
    if (renewed !== undefined && renewed !== bearer) return request({ ...call, bearer: renewed });
    const over = overBy(await problemOf(response));
    interruptions.expired(over?.detail);
    clearSession();
    throw over ?? clientError('session.expired', 401);
  }
  const error = await problemOf(response);
  if (isMaintenance(error) && call.quiet !== true) interruptions.maintenance();
  throw error;
}

async function problemOf(response: Response): Promise<ApiError> {
  return errorOf(response.status, await bodyOf(response), response.headers.get('x-request-id') ?? undefined);
}

/** Somebody ended the session, and the server says why: it is not that nobody used it. */
function overBy(error: ApiError): ApiError | undefined {
  return error.code.startsWith('session.') ? error : undefined;
}

/** Absolute or same-origin address with its query; every call says its language (spec section 7). */
export function address(path: string, query: Record<string, unknown> = {}, locale: Language = language()): string {
  // another contract's calls take what it declares
  const search = searchOf(config().foreign ? query : { ...query, locale });
  return `${config().apiUrl}${path}${search === '' ? '' : `?${search}`}`;
}

/** Limits the whole exchange, the reading of its answer too, and tells the ways in which none came apart. */
async function within<T>({ timeout: seconds = 60, signal: callers }: Call, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), seconds * 1000);
  try {
    return await work(callers === undefined ? limit.signal : AbortSignal.any([callers, limit.signal]));
  } catch (error) {
    if (error instanceof ApiError || callers?.aborted === true) throw error;
    if (limit.signal.aborted) throw clientError('timeout', 0, { seconds });
    throw clientError(navigator.onLine ? 'unreachable' : 'offline');
  } finally {
    clearTimeout(timer);
  }
}

function encode(call: Call, headers: Headers): BodyInit | null {
  if (call.body === undefined) return null;
  // the browser writes the boundary itself
  if (call.body instanceof FormData) return call.body;
  if (call.body instanceof Blob) {
    headers.set('content-type', call.mediaType ?? call.body.type);
    return call.body;
  }
  headers.set('content-type', call.mediaType ?? 'application/json');
  return typeof call.body === 'string' && call.mediaType?.includes('json') === false ? call.body : JSON.stringify(call.body);
}

async function answer<T>(response: Response, { download, onReceived }: Call, page: string): Promise<Answer<T>> {
  const etag = response.headers.get('etag') ?? undefined;
  const leftOut = response.headers.get('x-left-out');
  if (leftOut !== null) noteLeftOut(leftOut, page);
  const data = (download === true ? await fileOf(response, onReceived) : await bodyOf(response)) as T;
  return { data, status: response.status, headers: response.headers, ...(etag === undefined ? {} : { etag }) };
}

/** A file under the name that the answer gives it; nameless where it gives none. */
async function fileOf(response: Response, onReceived: Call['onReceived']): Promise<File> {
  const blob = await (onReceived ? withProgress(response, onReceived) : response).blob();
  return new File([blob], fileName(response.headers.get('content-disposition') ?? ''), { type: blob.type });
}

/** The same answer, whose bytes are told as they pass. */
function withProgress(response: Response, onReceived: (bytes: number) => void): Response {
  let bytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, passed) {
      onReceived((bytes += part.byteLength));
      passed.enqueue(part);
    },
  });
  return new Response(response.body?.pipeThrough(counted) ?? null, { headers: response.headers });
}

/** `attachment; filename="a.csv"; filename*=UTF-8''%E6%8A%A5.csv`: the second says it in full. */
export function fileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;]+)/i.exec(disposition);
  const name = encoded === undefined ? (plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2] ?? '') : decoded(encoded);
  // a name is no path
  return name.trim().split(/[\\/]/).at(-1) ?? '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 205) return undefined;
  const text = await response.text();
  if (text === '') return undefined;
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Any 503 says so (spec section 8), unless it names another reason: a database that is away comes back by itself. */
function isMaintenance({ status, code }: ApiError): boolean {
  return status === 503 && (code === 'maintenance' || code === 'http.503');
}

function searchOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null || one === '') continue;
      search.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
    }
  }
  return search.toString();
}
