import { isObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';

/** A code that was sent to a person: how often it was guessed at, and until when it is good. */
export type SentCode = { code: string; tries: number; until: number };

export function sentCode(kept: Json | undefined): SentCode | undefined {
  if (!isObject(kept)) return undefined;
  const { code, tries, until } = kept;
  return typeof code === 'string' && typeof tries === 'number' && typeof until === 'number' ? { code, tries, until } : undefined;
}
