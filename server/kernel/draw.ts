/** Numbers that a text and a position determine, whatever was asked before: any part of a history can be drawn alone. */

export function seedOf(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return state >>> 0;
}

/** From 0 up to, not with, 1. */
export function share(seed: number, position: number): number {
  return spread(seed ^ Math.imul(Math.trunc(position), 0x9e3779b9)) / 2 ** 32;
}

/** A value between 0 and 1 that changes gently: drawn anew every `period`, eased in between. */
export function drift(seed: number, at: number, period: number): number {
  const place = at / period;
  const before = Math.floor(place);
  const part = place - before;
  const eased = part * part * (3 - 2 * part);
  return share(seed, before) * (1 - eased) + share(seed, before + 1) * eased;
}

/** Spreads 32 bits evenly (the finish of murmur3). */
export function spread(value: number): number {
  let state = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
