import { PLATFORM_PATH, type PlatformRole } from '#domain/platform-role.ts';
import type { Model } from '#domain/model.ts';
import { type ApiError, clientError } from '#api/error.ts';
import { currentModel, loadModel } from '#api/model.ts';
import { fillPath } from '#domain/fill-path.ts';
import { request, type Answer, type Call } from '#api/request.ts';

/** What a generated function hands over. */
type Sent = {
  url: string;
  method: string;
  params?: object | undefined;
  data?: unknown;
  /** Parameters of the operation that are headers (If-Match), and the type of its body. */
  headers?: object | undefined;
  responseType?: string;
  signal?: AbortSignal | undefined;
};

/** What a caller may say beside an operation's own parameters. */
export type Options = Pick<Call, 'bearer' | 'locale' | 'timeout' | 'quiet' | 'onReceived' | 'headers'>;

/** What a call rejects with: one kind of error, whatever body the contract gives its failures. */
export type ErrorType<Body> = ApiError & { body?: Body };

/**
 * Every generated function calls through here. An operation that plays a part for every page is called where the contract
 * at hand has it: the model says where, and is waited for before the shell; where it has none, the call rejects.
 */
export async function mutator<T>(
  { url, method, params, data, headers, responseType, signal }: Sent,
  options: Options = {},
): Promise<Answer<T>> {
  const { 'Content-Type': mediaType, ...own } = { ...headers } as Record<string, string | undefined>;
  const place = url.startsWith(PLATFORM_PATH) ? placeOf(url, await loadModel()) : { method, path: url };
  if (place === undefined) throw clientError('call.none');
  return request<T>({
    ...options,
    method: place.method,
    path: (currentModel()?.base ?? '') + place.path,
    query: { ...params },
    body: data,
    mediaType,
    headers: { ...given(own), ...options.headers },
    download: responseType === 'blob',
    signal,
  });
}

/** Options of a query whose operation plays a part: its key is its address in the contract at hand; a part that nobody plays is not asked for. */
export function platformOptions<T extends { queryKey: readonly unknown[] }>(options: T) {
  const [url, ...rest] = options.queryKey;
  const place = placeOf(String(url), currentModel());
  return place === undefined ? { ...options, enabled: false } : { ...options, queryKey: [place.path, ...rest] };
}

/** Does the contract at hand have it? */
export function isPlayed(role: PlatformRole): boolean {
  return currentModel()?.platform[role] !== undefined;
}

/** `/x-platform/endSession/s%201`: the parameters of its path by their order, for what a contract calls them is its own. */
function placeOf(url: string, model: Model | undefined): { method: string; path: string } | undefined {
  const [role = '', ...values] = url.slice(PLATFORM_PATH.length).split('/');
  const found = Object.entries(model?.platform ?? {}).find(([name]) => name === role)?.[1];
  if (found === undefined) return undefined;
  const names = [...found.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const path = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
  return { method: found.method, path: fillPath(found.path, path) };
}

function given(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
