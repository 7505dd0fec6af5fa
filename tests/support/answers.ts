import { type AddressInfo } from 'node:net';

import { asArray, isObject, type JsonObject } from '#domain/json.ts';

/** The objects of a list that an answer has; none where it has no list. */
export function objects(value: unknown): JsonObject[] {
  return asArray(value).filter(isObject);
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
