import type { AddressInfo } from 'node:net';

import { asArray, isObject, isText, type JsonObject } from '#domain/json.ts';
import { listOf, shaped, sure } from '#tests/support/shape.ts';

/** The objects of a list that an answer has; none where it has no list. */
export function objects(value: unknown): JsonObject[] {
  return asArray(value).filter(isObject);
}

const isFinding = shaped({ pointer: isText, code: isText, detail: isText });

/** What is wrong with what was sent, by place; nothing where the answer says nothing of it. */
export function errorsOf({ body }: { body: JsonObject }): { pointer: string; code: string; detail: string }[] {
  return sure(body['errors'] ?? [], listOf(isFinding));
}

/** The port that a server listens on. */
export function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen on a port');
  return address.port;
}

/** What a test has put there itself. */
export function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is not there');
  return value;
}
