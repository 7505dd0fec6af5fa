const SOURCES = ['schema', 'rule', 'check', 'server'] as const;
export type ErrorSource = (typeof SOURCES)[number];
export type FormError = { pointer: string; message: string; level?: 'error' | 'warn' | 'confirm'; code?: string; other?: unknown };
export type ErrorsBySource = Partial<Record<ErrorSource, FormError[]>>;

/**
 * Errors by pointer as they are shown now: the server's always, the others where the field was left or the form was sent.
 * Gives `before` itself when nothing changed, and its lists where they did not.
 */
export function visibleErrors(
  bySource: ErrorsBySource,
  touched: ReadonlySet<string>,
  submitted: boolean,
  before: Map<string, FormError[]>,
): Map<string, FormError[]> {
  const next = new Map<string, FormError[]>();
  for (const [source, errors] of Object.entries(bySource)) {
    for (const error of errors ?? []) {
      if (!submitted && source !== 'server' && !wasTouched(error.pointer, touched)) continue;
      const list = next.get(error.pointer);
      if (!list) next.set(error.pointer, [error]);
      else if (!list.some((other) => other.message === error.message)) list.push(error);
    }
  }
  let same = next.size === before.size;
  for (const [pointer, list] of next) {
    const old = before.get(pointer);
    if (old && old.length === list.length && old.every((error, index) => error.message === list[index]?.message)) next.set(pointer, old);
    else same = false;
  }
  return same ? before : next;
}

/** Errors of array rows follow their rows; those of removed rows go. */
export function remapErrors(bySource: ErrorsBySource, array: string, newIndex: (old: number) => number | undefined): ErrorsBySource {
  const moved: ErrorsBySource = {};
  for (const source of SOURCES) {
    moved[source] = bySource[source]?.flatMap((error) => {
      if (!error.pointer.startsWith(`${array}/`)) return [error];
      const [index = '', ...rest] = error.pointer.slice(array.length + 1).split('/');
      const position = newIndex(Number(index));
      return position === undefined ? [] : [{ ...error, pointer: [array, position, ...rest].join('/') }];
    });
  }
  return moved;
}

/** Errors at the pointer or below it. */
export function errorsUnder(shown: ReadonlyMap<string, FormError[]>, pointer: string): FormError[] {
  if (shown.size === 0) return none;
  const found: FormError[] = [];
  for (const [at, errors] of shown) if (at === pointer || at.startsWith(`${pointer}/`)) found.push(...errors);
  return found.length ? found : none;
}

const none: FormError[] = [];

function wasTouched(pointer: string, touched: ReadonlySet<string>): boolean {
  if (touched.size === 0) return false;
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (touched.has(at)) return true;
  return touched.has('');
}
