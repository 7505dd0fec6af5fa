import { bodyField, type SchemaError } from '#domain/causes.ts';
import { schemaFindings } from '#domain/findings.ts';
import { ApiError } from '#api/error.ts';
import { loadValidators, validatorsUrl, type Validate } from '#api/model.ts';
import { call, type Args } from '#api/operation.ts';
import type { Field, Json, Operation, RuleUse } from '#domain/model.ts';
import { prune } from '#domain/document.ts';
import { bodyOf, checkedBodyOf, prefixOf } from '#resource/body.ts';
import type { FormError } from './errors.ts';
import { pointerReleased } from './pointer-released.ts';
import { ruleErrors } from './rule-errors.ts';
import { schemaMessage } from './schema-message.ts';
import type { FormStore } from './store.ts';

/** Rows from which a document is validated in a worker. */
const LONG = 2000;
const DELAY = 150;
const REMOTE_DELAY = 600;

type Where = {
  store: FormStore;
  root: Field;
  mode: 'create' | 'update';
  operation: Operation;
  rules: readonly RuleUse[];
  resourceName: string | undefined;
  /** Path and revision of the dry run. */
  args: () => Args;
};

export type Checks = ReturnType<typeof createChecks>;

/** The checks of one form: schema and rules here, on leaving a field and on submit; on the server by dry run. */
export function createChecks({ store, root, mode, operation, rules, resourceName, args }: Where) {
  const validators = loadValidators(resourceName).catch((): Record<string, Validate> => ({}));
  let worker: Worker | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let remoteTimer: ReturnType<typeof setTimeout> | undefined;
  let remote: AbortController | undefined;
  let lastDoc: Json | undefined;
  /** Fields that were left since the last check: what was found before it may be true no more. */
  const left = new Set<string>();

  async function found(body: Json): Promise<SchemaError[]> {
    if (isLong(body)) return inWorker(body);
    const validate = (await validators)[operation.id];
    if (!validate || validate(body)) return [];
    return [...(validate.errors ?? [])];
  }

  async function inWorker(body: Json): Promise<SchemaError[]> {
    worker ??= new Worker(new URL('./validate.worker.ts', import.meta.url), { type: 'module' });
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<SchemaError[]>((resolve) => {
      port1.onmessage = (event: MessageEvent<SchemaError[]>) => resolve(event.data);
    });
    worker.postMessage({ url: validatorsUrl(resourceName), operationId: operation.id, body }, [port2]);
    return answer;
  }

  /** Checks the document as it stands and publishes what it finds; the blocking errors are the answer. */
  async function run(): Promise<FormError[]> {
    clearTimeout(timer);
    const doc = store.document();
    const body = checkedBodyOf(operation, root, doc, store.base(), mode);
    const prefix = prefixOf(operation);
    const refused = schemaFindings(await found(body), body, bodyField(operation.body, root));
    const schema = below(
      refused.map((finding) => ({ pointer: finding.pointer, message: schemaMessage(finding), code: finding.code })),
      prefix,
    );
    const broken = ruleErrors(rules, prune(root, doc, mode) ?? {});
    // a later run has the last word
    if (store.document() !== doc) return [...schema, ...broken];
    lastDoc = doc;
    const schemaErrors = store.setErrors('schema', schema);
    store.setErrors('rule', broken);
    for (const pointer of left) store.touch(pointer);
    left.clear();
    return [...schemaErrors, ...broken].filter((error) => (error.level ?? 'error') === 'error');
  }

  const runReleased = (): void => void pointerReleased().then(run);

  /** Asks the server for rules that need other records; only a document that is right by itself is worth the question. */
  async function askServer(): Promise<void> {
    remote?.abort();
    if (store.document() !== lastDoc) await run();
    if (!operation.dryRun || store.allErrors().some((error) => (error.level ?? 'error') === 'error') || !store.isDirty()) return;
    remote = new AbortController();
    const doc = store.document();
    const { path, ifMatch } = args();
    const body = bodyOf(operation, root, doc, store.base(), mode);
    try {
      await call(operation, { path, ifMatch, body, query: { dryRun: true }, signal: remote.signal });
      if (store.document() === doc) store.setErrors('check', []);
    } catch (error) {
      // anything but findings about fields is told on submit
      if (error instanceof ApiError && store.document() === doc) store.setErrors('check', serverErrors(error, operation));
    }
  }

  return {
    run,
    /** A field was left: its findings show, and the document is checked once the hand rests. */
    leave: (pointer: string): void => {
      left.add(pointer);
      clearTimeout(timer);
      timer = setTimeout(runReleased, store.document() === lastDoc ? 0 : DELAY);
      clearTimeout(remoteTimer);
      if (operation.dryRun) remoteTimer = setTimeout(() => void askServer(), REMOTE_DELAY);
    },
    /** A value changed: findings that are shown must stay true. */
    changed: (): void => {
      store.setErrors('check', []);
      clearTimeout(timer);
      timer = setTimeout(runReleased, DELAY);
    },
    dispose: (): void => {
      clearTimeout(timer);
      clearTimeout(remoteTimer);
      remote?.abort();
      worker?.terminate();
      worker = undefined;
    },
  };
}

/** The server's findings about fields. */
export function serverErrors(error: ApiError, operation: Operation): FormError[] {
  const found = error.errors.map(({ pointer, detail, code, level }) => ({ pointer, message: detail, code, ...(level ? { level } : {}) }));
  return below(found, prefixOf(operation));
}

function below(errors: FormError[], prefix: string): FormError[] {
  if (prefix === '') return errors;
  return errors.map((error) => (error.pointer.startsWith(prefix) ? { ...error, pointer: error.pointer.slice(prefix.length) } : error));
}

function isLong(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value) && value.length > LONG) return true;
  return Object.values(value).some((each) => isLong(each));
}
