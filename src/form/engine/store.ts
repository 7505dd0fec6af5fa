import { sameJson } from '#domain/condition.ts';
import { fieldAt, initialDocument } from '#domain/document.ts';
import { child, getPointer, joinPointer, parsePointer, setPointer } from '#domain/pointer.ts';
import { asArray, isObject } from '#domain/json.ts';
import type { Field, Json } from '#domain/model.ts';
import { errorsUnder, remapErrors, visibleErrors, type ErrorSource, type FormError } from './errors.ts';
import { createListeners } from './listeners.ts';

export type UiValue = string | number | boolean;
type Refine = (errors: FormError[]) => FormError[];

/**
 * One form's state: an immutable document beside the base it started from, the errors by pointer, and what is open.
 * A change of one path calls the listeners of that path, of what lies below it and of what holds it; nobody else.
 */
export type FormStore = ReturnType<typeof createFormStore>;

export function createFormStore(initial: Json, baseDocument: Json = initial, root?: Field) {
  let doc = initial;
  let base = baseDocument;
  let bySource: Partial<Record<ErrorSource, FormError[]>> = {};
  let shown = new Map<string, FormError[]>();
  let submitted = false;
  /** Lists handed out, so that a reader gets the same one while it says the same. */
  const lists = new Map<string, FormError[]>();
  const touched = new Set<string>();
  const ui = new Map<string, UiValue>();
  const values = createListeners();
  const refiners = new Set<Refine>();
  const errorListeners = new Set<() => void>();
  const uiListeners = new Set<() => void>();
  /** Identity of array rows: kept with the array, so that it follows every copy of it. */
  const keys = new WeakMap<object, readonly number[]>();
  let nextKey = 1;

  function change(next: Json, pointer: string): void {
    if (next === doc) return;
    const segments = parsePointer(pointer);
    carryKeys(doc, next, segments);
    doc = next;
    values.notify(segments);
  }

  /** An object that is not there yet, and gets its first value, begins with its defaults: they are shown beside it. */
  function begin(pointer: string): void {
    const segments = parsePointer(pointer).slice(0, -1);
    segments.forEach((_, index) => {
      const owner = segments.slice(0, index + 1);
      const at = joinPointer('', ...owner);
      const field = root && getPointer(doc, at) === undefined ? fieldAt(root, doc, owner) : undefined;
      if (field?.kind === 'object') change(setPointer(doc, at, initialDocument({ ...field, required: true }) ?? {}), at);
    });
  }

  function carryKeys(from: unknown, to: unknown, segments: string[]): void {
    let before = from;
    let after = to;
    for (const segment of segments) {
      if (Array.isArray(before) && Array.isArray(after) && !keys.has(after)) {
        const known = keys.get(before);
        if (known && before.length === after.length) keys.set(after, known);
      }
      before = child(before, segment);
      after = child(after, segment);
    }
    // a whole array at once (a paste): rows keep their places
    if (Array.isArray(before) && Array.isArray(after) && !keys.has(after)) {
      const known = keys.get(before) ?? [];
      keys.set(
        after,
        after.map((_, index) => known[index] ?? nextKey++),
      );
    }
  }

  function rowsAt(pointer: string): Json[] {
    return asArray(getPointer(doc, pointer));
  }

  function keysOf(rows: object & { length: number }): readonly number[] {
    let known = keys.get(rows);
    if (!known) keys.set(rows, (known = Array.from({ length: rows.length }, () => nextKey++)));
    return known;
  }

  /** Rows by their old index, or new ones; errors move along. */
  function rearrange(pointer: string, order: (number | { row: Json })[]): void {
    const rows = rowsAt(pointer);
    const before = keysOf(rows);
    const next = order.map((entry) => (typeof entry === 'number' ? (rows[entry] ?? null) : entry.row));
    keys.set(
      next,
      order.map((entry) => (typeof entry === 'number' ? (before[entry] ?? nextKey++) : nextKey++)),
    );
    const position = new Map(order.flatMap((entry, index) => (typeof entry === 'number' ? [[entry, index] as const] : [])));
    bySource = remapErrors(bySource, pointer, (index) => position.get(index));
    change(setPointer(doc, pointer, next), pointer);
    publish();
  }

  function publish(): void {
    const next = visibleErrors(bySource, touched, submitted, shown);
    if (next === shown) return;
    shown = next;
    for (const listener of errorListeners) listener();
  }

  return {
    document: () => doc,
    base: () => base,
    get: (pointer: string) => getPointer(doc, pointer),
    subscribe: (pointer: string, listener: () => void) => values.add(parsePointer(pointer), listener),

    set(pointer: string, value: Json | undefined): void {
      if (Object.is(getPointer(doc, pointer), value)) return;
      bySource = { ...bySource, server: bySource.server?.filter((error) => !related(error.pointer, pointer)) };
      if (value !== undefined) begin(pointer);
      change(withValue(doc, pointer, value), pointer);
      publish();
    },
    /** The whole document at once: a restored draft, a merge. */
    replace(next: Json): void {
      change(next, '');
    },
    rebase(next: Json): void {
      base = next;
      values.notify([]);
    },
    undo(pointer: string): void {
      change(withValue(doc, pointer, getPointer(base, pointer)), pointer);
    },
    isDirty: (pointer = '') => !sameJson(getPointer(doc, pointer), getPointer(base, pointer)),

    rowKeys: (pointer: string) => keysOf(rowsAt(pointer)),
    insert(pointer: string, index: number, ...rows: Json[]): void {
      const all = [...rowsAt(pointer).keys()];
      rearrange(pointer, [...all.slice(0, index), ...rows.map((row) => ({ row })), ...all.slice(index)]);
    },
    remove(pointer: string, ...indexes: number[]): void {
      const gone = new Set(indexes);
      rearrange(
        pointer,
        [...rowsAt(pointer).keys()].filter((index) => !gone.has(index)),
      );
    },
    move(pointer: string, from: number, to: number): void {
      const order = [...rowsAt(pointer).keys()];
      if (from < 0 || from >= order.length || to < 0 || to >= order.length) return;
      order.splice(to, 0, ...order.splice(from, 1));
      rearrange(pointer, order);
    },

    /** Errors an operator has to see now: of the server always, others where the field was left or the form was sent. */
    shownErrors: () => shown,
    errorsUnder(pointer: string): FormError[] {
      const next = errorsUnder(shown, pointer);
      const before = lists.get(pointer);
      if (before && before.length === next.length && before.every((error, index) => error === next[index])) return before;
      lists.set(pointer, next);
      return next;
    },
    allErrors: () => Object.values(bySource).flatMap((errors) => errors ?? []),
    setErrors(source: ErrorSource, found: FormError[]): FormError[] {
      const errors = source === 'schema' ? [...refiners].reduce((list, refine) => refine(list), found) : found;
      bySource = { ...bySource, [source]: errors };
      publish();
      return errors;
    },
    /** What the schema refuses is told by those who know more of a part of the document. */
    refineErrors(refine: Refine): () => void {
      refiners.add(refine);
      return () => refiners.delete(refine);
    },
    touch(pointer: string): void {
      if (touched.has(pointer)) return;
      touched.add(pointer);
      publish();
    },
    markSubmitted(): void {
      submitted = true;
      publish();
    },
    isSubmitted: () => submitted,
    subscribeErrors: (listener: () => void) => listen(errorListeners, listener),

    /** What is open: a tab, a step, a folded group, a row; keys are `<pointer>#<group>`. */
    ui: (key: string) => ui.get(key),
    setUi(key: string, value: UiValue): void {
      if (ui.get(key) === value) return;
      ui.set(key, value);
      for (const listener of uiListeners) listener();
    },
    subscribeUi: (listener: () => void) => listen(uiListeners, listener),
  };
}

function listen(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Like setPointer, but an undefined value takes the property away from its object. */
function withValue(doc: Json, pointer: string, value: Json | undefined): Json {
  if (value !== undefined || pointer === '') return setPointer(doc, pointer, value ?? null);
  const segments = parsePointer(pointer);
  const name = segments.at(-1) ?? '';
  const ownerPointer = joinPointer('', ...segments.slice(0, -1));
  const owner = getPointer(doc, ownerPointer);
  if (Array.isArray(owner)) return setPointer(doc, pointer, null);
  if (!isObject(owner) || !Object.hasOwn(owner, name)) return doc;
  const { [name]: _gone, ...rest } = owner;
  return setPointer(doc, ownerPointer, rest);
}

function related(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
