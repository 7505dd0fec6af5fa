import { mediaType } from '#generated/problems.ts';
import type { Call } from '#server/kernel/handler.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import { findingsOf } from '#server/kernel/validation/findings.ts';
import { unstorable } from '#server/kernel/validation/text.ts';

const KEY_MIN = 8;
const KEY_MAX = 128;

/** What is wrong with the body, by the contract's own validator; nothing is bent and nothing dropped. */
export function bodyFindings({ served, body }: Call, contentType?: string): Finding[] {
  const { operation, validate } = served;
  if (!operation.body)
    return body === undefined || body === null ? [] : [{ pointer: '', code: 'schema.additionalProperties', params: { property: 'body' } }];
  if (body === undefined) {
    if (contentType !== undefined && !contentType.startsWith(operation.body.mediaType)) {
      throw new ProblemError(mediaType({ type: contentType, allowed: operation.body.mediaType }));
    }
    return operation.body.required ? [{ pointer: '', code: 'schema.required', params: { property: 'body' } }] : [];
  }
  const bad = unstorable(body);
  if (bad.length > 0 || !validate || validate(body)) return bad;
  return findingsOf(validate.errors ?? [], body, { field: served.body });
}

/** What is wrong with the headers that the contract declares. */
export function headerFindings({ idempotencyKey }: Call): Finding[] {
  if (idempotencyKey === undefined) return [];
  const pointer = '/header/Idempotency-Key';
  if (idempotencyKey.length < KEY_MIN) return [{ pointer, code: 'schema.minLength', params: { limit: KEY_MIN } }];
  return idempotencyKey.length > KEY_MAX ? [{ pointer, code: 'schema.maxLength', params: { limit: KEY_MAX } }] : [];
}
