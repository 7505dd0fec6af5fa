import { sameJson } from '#domain/condition.ts';
import type { Json } from '#domain/model.ts';

/** What somebody said yes to while filling in, by document and place: it is not asked again when it is saved. */
const agreed = new WeakMap<object, Map<string, Json>>();

export function agree(document: object, pointer: string, value: Json): void {
  const answers = agreed.get(document) ?? new Map<string, Json>();
  agreed.set(document, answers.set(pointer, value));
}

export function isAgreed(document: object, pointer: string, value: Json | undefined): boolean {
  const answer = agreed.get(document)?.get(pointer);
  return answer !== undefined && sameJson(answer, value);
}
