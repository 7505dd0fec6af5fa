import { ApiError } from '#api/error.ts';
import { call, type Args } from '#api/operation.ts';
import type { Field, Json, Operation } from '#domain/model.ts';
import { bodyOf, itemOf } from '#resource/body.ts';
import { serverErrors, type Checks } from './checks.ts';
import type { FormError } from './errors.ts';
import type { FormStore } from './store.ts';

export type Outcome =
  | { kind: 'saved'; item: Json | undefined; etag: string | undefined }
  /** At fields, and published in the store. */
  | { kind: 'invalid'; first: string | undefined }
  | { kind: 'confirm'; questions: FormError[] }
  | { kind: 'conflict'; current: Json }
  | { kind: 'failed'; error: unknown };

type Task = {
  store: FormStore;
  checks: Checks;
  operation: Operation;
  root: Field;
  mode: 'create' | 'update';
  args: Args;
  confirmed: boolean;
  /** Only to see what it would say: nothing is stored. */
  dryRun?: boolean;
  /** Only checked: the body is what is answered. */
  collect?: boolean | undefined;
};

/** Checks, then sends. What comes back is told once: at a field, as a question, as a conflict, or on top of the form. */
export async function submit(task: Task): Promise<Outcome> {
  const { store, checks, operation, root, mode, args, confirmed, dryRun = false, collect = false } = task;
  store.setErrors('server', []);
  store.setErrors('check', []);
  const blocking = await checks.run();
  store.markSubmitted();
  if (blocking.length > 0) return { kind: 'invalid', first: firstOf(root, blocking) };
  const questions = store.allErrors().filter((error) => error.level === 'confirm');
  if (questions.length > 0 && !confirmed) return { kind: 'confirm', questions };
  // a call that cannot be tried is taken to go well: its own checks have the last word
  if (dryRun && !operation.dryRun) return { kind: 'saved', item: undefined, etag: undefined };
  const body = bodyOf(operation, root, store.document(), store.base(), mode);
  if (collect) return { kind: 'saved', item: body, etag: undefined };
  const query = { ...args.query, ...(confirmed ? { confirm: true } : {}), ...(dryRun ? { dryRun: true } : {}) };
  try {
    const { data, etag } = await call<Json>(operation, { ...args, body, query });
    return { kind: 'saved', item: itemOf(operation, data), etag };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'failed', error };
    if (error.status === 412 && error.current !== undefined && error.current !== null) return { kind: 'conflict', current: error.current };
    const found = serverErrors(error, operation);
    if (found.length === 0) return { kind: 'failed', error };
    const asked = found.filter((each) => each.level === 'confirm');
    if (asked.length === found.length && !confirmed) return { kind: 'confirm', questions: asked };
    store.setErrors('server', found);
    return { kind: 'invalid', first: firstOf(root, found) };
  }
}

/** The first error in the order in which the form shows its fields. */
function firstOf(root: Field, errors: readonly FormError[]): string | undefined {
  const names = (root.fields ?? []).map((field) => field.name);
  const rank = (error: FormError): number => {
    const at = names.indexOf(error.pointer.split('/')[1] ?? '');
    return at < 0 ? Infinity : at;
  };
  return errors.toSorted((a, b) => rank(a) - rank(b))[0]?.pointer;
}
