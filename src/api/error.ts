import { t } from 'i18next';
import { asObject, isObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';

/** One finding at one place of the document (RFC 9457 extension `errors`). */
export type FieldError = {
  pointer: string;
  code: string;
  params?: Record<string, string | number>;
  detail: string;
  level?: 'error' | 'confirm' | 'warn';
};

type Parts = {
  status: number;
  code: string;
  /** A message, or what will find one once messages are loaded. */
  detail: string | (() => string);
  title?: string;
  errors?: FieldError[];
  params?: Record<string, unknown>;
  current?: Json;
  requestId?: string;
  serviceCode?: number;
};

/** Every failure of a call. `detail` is a message for the operator in the page's language; `status` is 0 where nothing answered. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly #detail: string | (() => string);
  readonly title: string | undefined;
  readonly errors: FieldError[];
  /** What the message was made of: `{seconds: 42}`. */
  readonly params: Record<string, unknown>;
  readonly current: Json | undefined;
  readonly requestId: string | undefined;
  readonly serviceCode: number | undefined;

  constructor(parts: Parts) {
    super(typeof parts.detail === 'string' ? parts.detail : parts.code);
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.#detail = parts.detail;
    this.title = parts.title;
    this.errors = parts.errors ?? [];
    this.params = parts.params ?? {};
    this.current = parts.current;
    this.requestId = parts.requestId;
    this.serviceCode = parts.serviceCode;
  }

  get detail(): string {
    return typeof this.#detail === 'string' ? this.#detail : this.#detail();
  }
}

/** An error of the client's own making: `clientError('offline')` has the message `errors:offline`. */
export function clientError(code: string, status = 0, params: Record<string, string | number> = {}): ApiError {
  return new ApiError({ status, code, detail: () => t(`errors:${code}`, params) });
}

/** The error that an answer with a failure status stands for. Any body will do; a problem document says most. */
export function errorOf(status: number, body: unknown, requestId?: string): ApiError {
  const problem = asObject(body);
  return new ApiError({
    status,
    code: text(problem['code']) ?? `http.${status}`,
    detail: (status === 418 ? undefined : said(problem)) ?? (() => statusMessage(status)),
    title: text(problem['title']),
    errors: Array.isArray(problem['errors']) ? problem['errors'].filter(isFieldError) : [],
    params: asObject(problem['params']),
    current: problem['current'],
    requestId: text(problem['requestId']) ?? requestId,
    serviceCode: typeof problem['serviceCode'] === 'number' ? problem['serviceCode'] : undefined,
  });
}

/** The message to show for anything that was thrown. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.detail;
  return t('errors:unexpected');
}

/** What the answer says itself. Status 418 has one fixed message, whatever it says (spec section 8). */
function said(problem: Record<string, unknown>): string | undefined {
  return text(problem['detail']) ?? text(problem['message']) ?? text(problem['title']);
}

function statusMessage(status: number): string {
  return t([`errors:http.${status}`, status >= 500 ? 'errors:http.5xx' : 'errors:http.4xx'], { status });
}

function isFieldError(value: unknown): value is FieldError {
  return isObject(value) && typeof value['pointer'] === 'string' && typeof value['detail'] === 'string';
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
