import { asObject, isText, type JsonObject } from '#domain/json.ts';
import type { Resource } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import type { BuiltResource } from '../built.ts';
import type { RawOperation } from '../read/operations.ts';
import { filled, type Values } from './bindings.ts';
import type { Answer } from './call.ts';
import type { Bodies } from './bodies.ts';
import type { Suite } from './suite.ts';

/** What was made here and must go again. */
type Made = { resource: string; remove: RawOperation; get: RawOperation | undefined; values: Values };
type Wishes = { bodies: Bodies; isWanted: (create: RawOperation) => boolean; isStopped: () => boolean };
type Calls = Partial<Record<'create' | 'get' | 'update' | 'delete', RawOperation>>;

const created = [200, 201, 202];
const changed = [200, 201, 202, 204];
const removed = [200, 202, 204];
const gone = [404, 410];
const stale = [409, 412, 428];

/**
 * Makes one of each kind that can be removed again, changes it, and removes it. Actions and settings are left alone: nothing takes
 * them back. `left` are the addresses of what could not be removed.
 */
export async function tryWrites(suite: Suite, built: readonly BuiltResource[], { bodies, isWanted, isStopped }: Wishes): Promise<string[]> {
  const made: Made[] = [];
  const left: string[] = [];
  try {
    for (const { resource, draft } of built) {
      if (isStopped()) break;
      for (const calls of scopesOf(
        draft.operations.map(({ operation }) => operation),
        resource,
      ))
        if (calls.create && isWanted(calls.create)) await tryLife(suite, resource, calls, bodies, made);
    }
  } finally {
    for (const each of made.toReversed()) if (!(await takeAway(suite, each))) left.push(filled(each.remove.wire, each.values));
  }
  return left;
}

/** The calls of each scope: a create, and what stands right below its path. */
function scopesOf(operations: readonly RawOperation[], { operations: grouped }: Resource): Calls[] {
  const ids = (kind: 'get' | 'create' | 'update' | 'delete'): Set<string> => new Set(grouped[kind].map(({ id }) => id));
  const raw = (kind: 'get' | 'create' | 'update' | 'delete'): RawOperation[] => operations.filter(({ id }) => ids(kind).has(id));
  return raw('create').map((create) => {
    const below = (kind: 'get' | 'update' | 'delete'): RawOperation | undefined =>
      raw(kind).find(({ path }) => path.startsWith(`${create.path}/{`) && path.indexOf('}', create.path.length) === path.length - 1);
    return { create, get: below('get'), update: below('update'), delete: below('delete') };
  });
}

async function tryLife(suite: Suite, resource: Resource, calls: Calls, bodies: Bodies, made: Made[]): Promise<void> {
  const { create, get, update, delete: remove } = calls;
  if (!create) return;
  if (!remove) return suite.skipped(create, 'nothing removes what it makes');
  const [place] = suite.bindings.of(create);
  if (!place) return suite.skipped(create, 'the backend has listed nothing that its path could name');
  const wrap = suite.known(create)?.operation.body?.wrap;
  const body = bodies.of(create, namesOf(resource), wrap);
  if (body === undefined) return suite.skipped(create, 'the contract has no example of its body that its own schema takes');
  const query = suite.queryOf(create) ?? {};
  const answer = await suite.call(create, place.values, { body, query });
  if (answer.status === 403) return suite.skipped(create, 'the credentials may not (403)');
  if ([400, 404, 409, 422].includes(answer.status))
    return suite.skipped(create, `the example is refused here (${answer.status}): ${JSON.stringify(answer.body)?.slice(0, 200)}`);
  suite.passed(
    create,
    '',
    answer,
    suite.check.faults(create, answer, { statuses: created, why: 'what is made is answered with 200, 201 or 202' }),
  );
  const name = /\{([^}]+)\}$/.exec(remove.path)?.[1] ?? '';
  const id = idOf(suite, resource, create, answer, name);
  if (id === undefined) {
    if (answer.status < 300)
      suite.add(create, 'what it made', 'failed', [`the answer names no ${name}, so that what it made cannot be removed`], answer);
    return;
  }
  const one: Made = { resource: resource.name, remove, get, values: { ...place.values, [name]: id } };
  made.push(one);
  let etag = answer.headers.get('etag') ?? undefined;
  if (get) {
    const found = await suite.call(get, one.values);
    suite.passed(get, 'what was made', found, suite.check.faults(get, found, { statuses: [200], why: 'what was made is there' }));
    etag = found.headers.get('etag') ?? etag;
  }
  if (update) etag = await tryUpdate(suite, resource, update, one, { made: inside(body, wrap), etag, bodies });
  const end = await suite.call(remove, one.values, withEtag(remove, etag));
  suite.passed(remove, '', end, suite.check.faults(remove, end, { statuses: removed, why: 'what was made is removed' }));
  if (end.status >= 300) return;
  made.pop();
  if (!get) return;
  const after = await suite.call(get, one.values);
  suite.passed(get, 'what was removed', after, suite.check.faults(get, after, { statuses: gone, why: 'what was removed is not there' }));
}

/** `made`: what was sent to make it, without what may wrap it. */
type Change = { made: JsonObject; etag: string | undefined; bodies: Bodies };

async function tryUpdate(
  suite: Suite,
  resource: Resource,
  update: RawOperation,
  { values }: Made,
  { made, etag, bodies }: Change,
): Promise<string | undefined> {
  const wrap = suite.known(update)?.operation.body?.wrap;
  const own = bodies.of(update, namesOf(resource), wrap);
  const sent = own === undefined ? made : { ...inside(own, wrap), ...pick(made, Object.keys(inside(own, wrap))) };
  const next = around(sent, wrap);
  const answer = await suite.call(update, values, { body: next, query: suite.queryOf(update) ?? {}, ...withEtag(update, etag) });
  const faults = suite.check.faults(update, answer, { statuses: changed, why: 'what was made can be changed to what its schema takes' });
  suite.passed(update, '', answer, faults);
  if (!takesEtag(update) || etag === undefined || answer.status >= 300) return answer.headers.get('etag') ?? etag;
  const late = await suite.call(update, values, {
    body: around({ ...sent, ...fresh(resource, sent) }, wrap),
    query: suite.queryOf(update) ?? {},
    ...withEtag(update, '"of-before"'),
  });
  suite.passed(
    update,
    'with the ETag of another revision',
    late,
    suite.check.faults(update, late, { statuses: stale, why: 'a change of what somebody else has changed is refused' }),
  );
  return answer.headers.get('etag') ?? etag;
}

/** Whether it is gone; an ETag is asked for anew. */
async function takeAway(suite: Suite, { get, remove, values }: Made): Promise<boolean> {
  const found = get ? await suite.call(get, values).catch(() => undefined) : undefined;
  if (found && gone.includes(found.status)) return true;
  const answer = await suite.call(remove, values, withEtag(remove, found?.headers.get('etag') ?? undefined)).catch(() => undefined);
  return answer !== undefined && (answer.status < 300 || gone.includes(answer.status));
}

const takesEtag = ({ params }: RawOperation): boolean =>
  params.some((each) => each.in === 'header' && each.name.toLowerCase() === 'if-match');

function withEtag(raw: RawOperation, etag: string | undefined): { headers?: Record<string, string> } {
  return takesEtag(raw) && etag !== undefined ? { headers: { 'if-match': etag } } : {};
}

/** Properties by which a person knows one, or that no two may share. */
function namesOf({ label, data }: Resource): Set<string> {
  return new Set([...[...label.matchAll(/\{(\w+)/g)].map(([, name = '']) => name), ...(data?.unique ?? []).map((set) => set.at(-1) ?? '')]);
}

function fresh({ label }: Resource, body: JsonObject): JsonObject {
  const name = /\{(\w+)/.exec(label)?.[1] ?? '';
  const value = body[name];
  return isText(value) ? { [name]: `${value.slice(0, -1)}z` } : {};
}

function inside(body: JsonObject, wrap: string | undefined): JsonObject {
  return wrap === undefined ? body : asObject(body[wrap]);
}

function around(sent: JsonObject, wrap: string | undefined): JsonObject {
  return wrap === undefined ? sent : { [wrap]: sent };
}

function pick(body: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

function idOf(suite: Suite, { id, operations }: Resource, create: RawOperation, { body }: Answer, name: string): string | undefined {
  const at = operations.create.find((each) => each.id === create.id)?.answerAt;
  const item = asObject(at === undefined ? body : getPath(body, at));
  const value = item[name] ?? item[id] ?? item['id'];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
