import { ApiError, type FieldError, errorMessage } from '#api/error.ts';
import { type Args, call } from '#api/operation.ts';
import type { Json, Operation, OperationForm } from '#domain/model.ts';
import { pathOf } from '#domain/value.ts';
import { itemOf } from '#resource/body.ts';

/** One call of many, and what it is called in the report. */
export type Step = {
  op: Operation;
  args: Args;
  name: string;
  /** Of the row that it is about. */
  id?: string;
  /** The rows that it is about at once, and what they are called. */
  rows?: { id: string; name: string }[];
  /** In place of a body: properties that get these values, whatever else the item holds by then; only with `bulk`. */
  set?: Record<string, Json>;
  /** The item is so already, as the backend has it at this moment: there is nothing to send. */
  same?: true;
};

export type Outcome =
  | { kind: 'done'; item?: Json }
  /** It was so already; nothing was written. */
  | { kind: 'same' }
  | { kind: 'failed'; status: number; detail: string; errors: FieldError[] }
  /** Never sent (cancelled, or nothing answered any more), or an atomic whole of which another part failed. */
  | { kind: 'skipped' };

export type Run = { outcomes: Outcome[]; /** Whether anything was stored. */ applied: boolean };

export type Options = {
  /** The call that takes many; without it they go one by one, four at a time. */
  bulk?: OperationForm;
  dryRun?: boolean;
  /** All or none; only with `bulk`, in one call. */
  atomic?: boolean;
  /** Said with every call, so that what is sent again after an answer was lost is not carried out twice. */
  key?: string;
  /** Names the whole run, so that it can be undone as one; with `bulk`, where the contract takes it. */
  requestId?: string;
  /** What an earlier run of the same steps with the same key came to: only what nobody answered is sent again. */
  before?: readonly Outcome[];
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
};

type BulkAnswer = {
  applied: boolean;
  results: { index: number; status: number; detail?: string; errors?: FieldError[]; item?: Json; same?: true }[];
};

const AT_ONCE = 4;
/** Small enough to show progress and to cancel in between. */
const CHUNK = 500;
/** Characters of one call: rule sets of megabytes go in calls of their own. */
const CHUNK_TEXT = 4 * 1024 * 1024;

/** Carries out many calls; every one of them has its outcome in the answer, in order. Never throws. */
export function runSteps(steps: readonly Step[], options: Options = {}): Promise<Run> {
  if (options.bulk && steps.every(({ args, same }) => args.query === undefined && !same)) return inBulk(steps, options.bulk, options);
  return oneByOne(steps, options);
}

/** Whether the call that takes many changes items by single properties, as they are at that moment. */
export function supportsSet(bulk: OperationForm | undefined): boolean {
  const items = bulk?.schemas[bulk.operation.body?.schema ?? '']?.fields?.find(({ name }) => name === 'items');
  return items?.items?.fields?.some(({ name }) => name === 'set') ?? false;
}

/** Whether a dry run says anything: what cannot be tried is taken to go well. */
export function canDryRun(steps: readonly Step[], bulk: OperationForm | undefined): boolean {
  return bulk !== undefined || steps.every(({ op, same }) => op.dryRun || same);
}

/** How many calls one atomic whole can hold; 0 where there is none. */
export function atomicLimit(bulk: OperationForm | undefined): number {
  if (!bulk?.operation.body) return 0;
  const items = bulk.schemas[bulk.operation.body.schema]?.fields?.find(({ name }) => name === 'items');
  return items?.limits?.maxItems ?? CHUNK;
}

async function inBulk(
  steps: readonly Step[],
  bulk: OperationForm,
  { dryRun = false, atomic = false, key, requestId, before, onProgress, signal }: Options,
): Promise<Run> {
  const outcomes = begun(steps, before);
  const size = atomic ? Math.max(steps.length, 1) : Math.min(CHUNK, atomicLimit(bulk));
  let applied = false;
  const most = { steps: size, text: CHUNK_TEXT, passwords: dryRun ? Infinity : (bulk.operation.body?.passwords ?? Infinity) };
  for (const [start, end] of atomic ? partsOf(steps, { steps: size }) : partsOf(steps, most)) {
    if (!goesOn(signal)) break;
    const part = steps.slice(start, end);
    if (outcomes.slice(start, end).every(isAnswered)) continue;
    try {
      const items = part.map(({ op, args: { path, body, ifMatch }, set }) =>
        set ? { operation: op.id, path, set } : { operation: op.id, path, body, ifMatch },
      );
      const { data } = await call<BulkAnswer>(bulk.operation, {
        body: { atomic, dryRun, items },
        ...(dryRun ? { signal } : { idempotencyKey: keyOf(bulk.operation, key, start) }),
        ...(bulk.operation.requestId && !dryRun ? { requestId } : {}),
      });
      applied ||= data.applied;
      for (const { index, ...result } of data.results) outcomes[start + index] = outcomeOf(result);
      if (atomic && !dryRun && !data.applied) undo(outcomes);
    } catch (error) {
      part.forEach((_, index) => (outcomes[start + index] = failure(error)));
      if (!isAnswered(failure(error))) break;
    }
    onProgress?.(end);
  }
  return { outcomes, applied };
}

function outcomeOf({ status, detail = '', errors = [], item, same }: Omit<BulkAnswer['results'][number], 'index'>): Outcome {
  if (status >= 400) return { kind: 'failed', status, detail, errors };
  return same ? { kind: 'same' } : { kind: 'done', item };
}

function bringsPassword(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'password' in body && typeof body.password === 'string';
}

/** Stretches of the steps that go in one call each, the same for the same steps: their keys say where they begin. */
function partsOf(steps: readonly Step[], most: { steps: number; text?: number; passwords?: number }): [number, number][] {
  const { text = Infinity, passwords = Infinity } = most;
  const parts: [number, number][] = [];
  let [start, length, secrets] = [0, 0, 0];
  steps.forEach(({ args: { body } }, index) => {
    const own = JSON.stringify(body ?? null).length;
    const secret = bringsPassword(body) ? 1 : 0;
    if (index > start && (index - start >= most.steps || length + own > text || secrets + secret > passwords)) {
      parts.push([start, index]);
      [start, length, secrets] = [index, 0, 0];
    }
    length += own;
    secrets += secret;
  });
  return steps.length > start ? [...parts, [start, steps.length]] : parts;
}

/** Nothing of an atomic whole was stored: what would have gone well did not happen. */
function undo(outcomes: Outcome[]): void {
  outcomes.forEach((outcome, index) => {
    if (outcome.kind === 'done') outcomes[index] = { kind: 'skipped' };
  });
}

async function oneByOne(steps: readonly Step[], { dryRun = false, key, before, onProgress, signal }: Options): Promise<Run> {
  const outcomes = begun(steps, before);
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    while (next < steps.length && goesOn(signal)) {
      const index = next++;
      const step = steps[index];
      const known = outcomes[index];
      if (step && !(known && isAnswered(known))) outcomes[index] = await one(step, dryRun, signal, keyOf(step.op, key, index));
      onProgress?.(++done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, steps.length) }, work));
  return { outcomes, applied: !dryRun && outcomes.some(({ kind }) => kind === 'done') };
}

/** Sent, and no answer to it came back (a proxy's is none): it may have been carried out or not. */
export function isLost(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && (outcome.status === 0 || outcome.status >= 500);
}

function isAnswered(outcome: Outcome): boolean {
  return outcome.kind !== 'skipped' && !isLost(outcome);
}

function begun(steps: readonly Step[], before: readonly Outcome[] = []): Outcome[] {
  return steps.map((_, index) => before[index] ?? { kind: 'skipped' });
}

/** The same for the same part of the same run; none where the contract does not take one. */
function keyOf(op: Operation, key: string | undefined, at: number): string | undefined {
  return key !== undefined && op.idempotencyKey ? `${key}-${at}` : undefined;
}

function goesOn(signal: AbortSignal | undefined): boolean {
  return signal?.aborted !== true;
}

async function one({ op, args, same }: Step, dryRun: boolean, signal?: AbortSignal, idempotencyKey?: string): Promise<Outcome> {
  if (same) return { kind: 'same' };
  // a call that cannot be tried is taken to go well: its own checks have the last word
  if (dryRun && !op.dryRun) return { kind: 'done' };
  try {
    // what was sent to be stored is waited for: a call that is given up may have been carried out
    const { data } = await call<Json>(
      op,
      dryRun ? { ...args, query: { ...args.query, dryRun: true }, signal } : { ...args, idempotencyKey },
    );
    return { kind: 'done', item: itemOf(op, data) };
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): Outcome {
  if (error instanceof ApiError) return { kind: 'failed', status: error.status, detail: error.detail, errors: error.errors };
  if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'skipped' };
  return { kind: 'failed', status: 0, detail: errorMessage(error), errors: [] };
}

/** What went wrong, in one line: the findings at places say more than their sum. */
export function reason(outcome: Outcome, placeName?: (path: string) => string): string {
  if (outcome.kind !== 'failed') return '';
  if (outcome.errors.length === 0) return outcome.detail;
  return outcome.errors
    .map(({ pointer, detail }) => (pointer === '' || !placeName ? detail : `${placeName(pathOf(pointer))}: ${detail}`))
    .join('; ');
}
