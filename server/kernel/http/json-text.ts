import { isObject } from '#domain/json.ts';
import { breathe } from '#server/store/breathe.ts';

/** From so many items in a list on, an answer is written a part at a time, so that others have their turn. */
const LONG = 1000;
const ITEMS_A_PART = 100;

type LongAnswer = Record<string, unknown>;

export function isLongAnswer(body: unknown): body is LongAnswer {
  return isObject(body) && Object.values(body).some(isLong);
}

/** What `JSON.stringify` writes of it, in parts. */
export async function* jsonParts(body: LongAnswer): AsyncGenerator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    const text = isLong(value) ? '' : JSON.stringify(value);
    // what is not there is left out
    if (text === undefined) continue;
    yield `${before}${JSON.stringify(name)}:${text}`;
    before = ',';
    if (isLong(value)) yield* listParts(value);
  }
  yield '}';
}

async function* listParts(list: readonly unknown[]): AsyncGenerator<string> {
  for (let at = 0; at < list.length; at += ITEMS_A_PART) {
    await breathe();
    yield `${at === 0 ? '[' : ','}${JSON.stringify(list.slice(at, at + ITEMS_A_PART)).slice(1, -1)}`;
  }
  yield ']';
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length >= LONG;
}
