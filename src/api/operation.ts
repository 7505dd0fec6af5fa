import { fillPath } from '#domain/fill-path.ts';
import type { Operation } from '#domain/model.ts';
import { clientError } from '#api/error.ts';
import { currentModel } from '#api/model.ts';
import { request, type Answer } from '#api/request.ts';

export type { Answer } from '#api/request.ts';

export type Args = {
  path?: Record<string, string> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  ifMatch?: string | undefined;
  /** What one has: the same is answered without data, and with the status 304. */
  ifNoneMatch?: string | undefined;
  idempotencyKey?: string | undefined;
  requestId?: string | undefined;
  signal?: AbortSignal | undefined;
  quiet?: boolean | undefined;
  onReceived?: ((bytes: number) => void) | undefined;
};

/** The part of an operation that a call needs. */
export type Callable = Pick<Operation, 'id' | 'method' | 'path'> & Partial<Pick<Operation, 'body' | 'timeout' | 'download' | 'asked'>>;

type Query<T> = { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<Answer<T>>; enabled: boolean };

/**
 * Options for useQuery. Generic pages and generated hooks share one cache: the key is `[url, params?]`. Where it is not known
 * yet what to ask, the query is not enabled.
 */
export function query<T>(operation: Callable | undefined, args: Args = {}): Query<T> {
  if (operation === undefined) return { queryKey: ['none'], queryFn: () => Promise.reject(clientError('call.none')), enabled: false };
  const url = fillPath(operation.path, args.path);
  return {
    queryKey: [url, ...(args.query ? [args.query] : [])],
    queryFn: ({ signal }) => call<T>(operation, { ...args, signal }),
    enabled: true,
  };
}

export function call<T>(operation: Callable, args: Args = {}): Promise<Answer<T>> {
  return request<T>({
    method: operation.method,
    path: base() + fillPath(operation.path, args.path),
    query: args.query,
    body: args.body,
    mediaType: operation.body?.mediaType,
    headers: headersOf(args),
    asked: operation.asked,
    timeout: operation.timeout,
    download: operation.download,
    signal: args.signal,
    quiet: args.quiet,
    onReceived: args.onReceived,
  });
}

function headersOf(args: Args): Record<string, string> {
  return {
    ...(args.ifMatch === undefined ? {} : { 'if-match': args.ifMatch }),
    ...(args.ifNoneMatch === undefined ? {} : { 'if-none-match': args.ifNoneMatch }),
    ...(args.idempotencyKey === undefined ? {} : { 'idempotency-key': args.idempotencyKey }),
    ...(args.requestId === undefined ? {} : { 'x-request-id': args.requestId }),
  };
}

/** The contract's own base path; none before the model is here (login, user info). */
function base(): string {
  return currentModel()?.base ?? '';
}
