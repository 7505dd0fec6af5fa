import { pascalCase, singular, words } from '../names.ts';
import type { RawOperation } from '../read/operations.ts';

/** What the last word of a path says of how things stand with what it holds. */
export const states = /^(?:pending|active|archived|bypassed|current|recent|expired|disabled|enabled|deleted|blocked|mine|all|history)$/i;

/** What `/peers/edr/bypassed` holds is said by the call that lists it: `listBypassedPeers`. */
export function calledByState(segment: string, list: RawOperation | undefined): string | undefined {
  if (!states.test(segment) || list === undefined) return undefined;
  const said = /^(?:list|get|getAll)([A-Z]\w*)$/.exec(list.id)?.[1];
  return said?.startsWith(pascalCase(segment)) === true && words(said).length > 1 ? pascalCase(singular(said)) : undefined;
}

/** A `Product` at `/billing/plans`, in the chapter `Plans`, is a plan: only its schema calls it otherwise. */
export function isCalledElse(name: string, statics: readonly string[], tag: string, common: ReadonlySet<string>): boolean {
  // where the contract names no chapter its paths are these
  const chapter = statics.includes(tag) ? [] : stemsOf(tag);
  const [place, own] = [stemsOf(statics.at(-1) ?? ''), stemsOf(name)];
  const isIn = (stems: readonly string[], all: readonly string[]): boolean => stems.some((stem) => all.some((each) => each.includes(stem)));
  return isIn(place, chapter) && !isIn(own, [...chapter.filter((stem) => !common.has(stem)), ...statics.flatMap(stemsOf)]);
}

/** An `Integration` in one of five chapters of integrations is told from the others by its path alone. */
export function commonWords(operations: readonly RawOperation[]): ReadonlySet<string> {
  const stems = [...new Set(operations.map(({ tag }) => tag))].flatMap((tag) => [...new Set(stemsOf(tag))]);
  const counted = Map.groupBy(stems, (stem) => stem);
  return new Set([...counted].flatMap(([stem, { length }]) => (length >= 3 ? [stem] : [])));
}

function stemsOf(text: string): string[] {
  return words(text).map((word) => singular(word.toLowerCase()));
}
