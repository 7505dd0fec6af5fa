import { same } from '#domain/json.ts';
import type { Body, Operation } from '#domain/model.ts';
import { accessWords } from './access-words.ts';
import { operationPointer, say, type Difference } from './change.ts';
import { attributeChanges } from './fields.ts';

type Wording = [kind: Difference['kind'], words: string];
type Of<T> = (was: T, is: T) => Wording | undefined;

/** What is said of each part of a call that is another than before. A part without words here is said by its name. */
const parts: { [Key in keyof Operation]?: Of<Operation[Key]> } = {
  kind: (was, is) => ['GUESS', `is taken as ${is} instead of ${was}`],
  access: (was, is) => (was && is ? ['ACCESS', `${accessWords(was)} becomes ${accessWords(is)}`] : undefined),
  during: (was, is) => ['ACCESS', `goes on during ${say(is)} instead of ${say(was)}`],
  openWith: (was, is) => ['ACCESS', `every session may call it with ${say(is)} instead of ${say(was)}`],
  rows: (was, is) => ['ACCESS', `may be called for rows ${say(is)} instead of ${say(was)}`],
  when: () => ['VISIBLE', 'is offered on other rows'],
  preview: (_, is) => ['VISIBLE', `shows its effect before: ${is ?? 'no more'}`],
  confirm: (_, is) => ['VISIBLE', `asks for confirmation: ${is ?? 'none'}`],
  bulk: (_, is) => (is ? ['VISIBLE', 'is offered on several rows at once'] : ['BREAK', 'is no longer offered on several rows at once']),
  ifMatch: (_, is) =>
    is
      ? ['TIGHTEN', 'is refused without the revision that it changes (If-Match)']
      : ['BREAK', 'no longer notices what somebody else has changed meanwhile (If-Match)'],
  etag: (_, is) => ['VISIBLE', is ? 'says which revision it answers (ETag)' : 'no longer says which revision it answers (ETag)'],
  success: (was, is) => ['VISIBLE', `answers ${is} instead of ${was}`],
  answer: (was, is) => ['VISIBLE', `answers ${is ?? 'nothing'} instead of ${was ?? 'nothing'}`],
  answerAt: (was, is) => ['GUESS', `its item stands at ${say(is)} of the answer instead of ${say(was)}`],
  once: (_, is) => ['VISIBLE', is ? 'shows its answer once' : 'no longer shows its answer once'],
  download: (_, is) => ['VISIBLE', is ? 'answers a file' : 'no longer answers a file'],
  dryRun: (_, is) => ['VISIBLE', is ? 'can be tried before' : 'can no longer be tried before'],
  idempotencyKey: (_, is) => ['VISIBLE', is ? 'is safe to repeat' : 'is no longer safe to repeat'],
  deprecated: (_, is) => ['VISIBLE', is ? 'is deprecated' : 'is no longer deprecated'],
  tag: (was, is) => ['VISIBLE', `is tagged ${say(is)} instead of ${say(was)}`],
};

const bodyParts: { [Key in keyof Body]?: Of<Body[Key]> } = {
  mediaType: (was, is) => ['BREAK', `is sent as ${is} instead of ${was}`],
  required: (_, is) => (is ? ['BREAK', 'needs a body'] : ['VISIBLE', 'needs no body']),
  many: (_, is) => ['BREAK', is ? 'takes a list' : 'no longer takes a list'],
  merge: (_, is) => ['BREAK', is ? 'changes what is sent only' : 'replaces all that is there'],
  wrap: (was, is) => ['BREAK', `its document stands at ${say(is)} of the body instead of ${say(was)}`],
  schema: (was, is) => ['VISIBLE', `takes ${say(is)} instead of ${say(was)}`],
};

/** Said in a way of their own. */
const apart: ReadonlySet<string> = new Set(['id', 'method', 'path', 'body', 'paging', 'query', 'pathParams']);

export function operationChanges(before: Operation[], after: Operation[]): Difference[] {
  const old = new Map(before.map((operation) => [operation.id, operation]));
  const now = new Set(after.map(({ id }) => id));
  const placed = new Map(before.filter(({ id }) => !now.has(id)).map((operation) => [placeOf(operation), operation]));
  const found: Difference[] = [];
  for (const operation of after) {
    const twin = placed.get(placeOf(operation));
    const was = old.get(operation.id) ?? twin;
    if (was === undefined) {
      found.push(of(operation, 'VISIBLE', `new ${nounOf(operation)}: ${operation.id} (${placeOf(operation)})`));
      continue;
    }
    if (was === twin) {
      placed.delete(placeOf(operation));
      found.push({ ...of(operation, 'RENAME', `operation ${was.id} is called ${operation.id}`), names: [was.id, operation.id] });
    } else if (placeOf(was) !== placeOf(operation)) found.push(of(operation, 'BREAK', `${operation.id} moves to ${placeOf(operation)}`));
    found.push(...changesOf(was, operation));
  }
  for (const operation of before.filter((each) => !now.has(each.id) && placed.has(placeOf(each))))
    found.push(of(operation, 'BREAK', `${nounOf(operation)} ${operation.id} is gone`));
  return found;
}

function changesOf(was: Operation, is: Operation): Difference[] {
  const found = otherParts(was, is, parts).map(([kind, words]) => of(is, kind, `${is.id}${kind === 'ACCESS' ? ':' : ''} ${words}`));
  if (was.body && is.body)
    found.push(...otherParts(was.body, is.body, bodyParts).map(([kind, words]) => of(is, kind, `${is.id} ${words}`)));
  else if (was.body || is.body) found.push(of(is, 'BREAK', `${is.id} ${is.body ? 'takes a body' : 'no longer takes a body'}`));
  if (!same(asked(was), asked(is))) found.push(of(is, 'GUESS', `pages of ${is.id} are asked for in another way`));
  if (was.paging?.gap !== is.paging?.gap)
    found.push(of(is, 'VISIBLE', `${is.id} ${is.paging?.gap ? 'says why there is nothing' : 'no longer says why there is nothing'}`));
  return [...found, ...parameterChanges(was, is)];
}

function otherParts<T extends object>(was: T, is: T, words: { [Key in keyof T]?: Of<T[Key]> }): Wording[] {
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => !apart.has(key)) as (keyof T & string)[];
  return keys.flatMap((key): Wording[] => {
    if (same(was[key], is[key])) return [];
    const said = words[key]?.(was[key], is[key]);
    return [said ?? ['VISIBLE', `${key} ${say(was[key])} becomes ${say(is[key])}`]];
  });
}

/** Of parameters that a list is narrowed by the page says itself that they come and go. */
function parameterChanges(was: Operation, is: Operation): Difference[] {
  const old = new Map(was.query.map((each) => [each.name, each]));
  const gone = was.query.filter(({ name }) => is.kind !== 'list' && !is.query.some((each) => each.name === name));
  const at = { key: is.id, form: true };
  return [
    ...is.query.flatMap((each) => {
      const before = old.get(each.name);
      if (each.required && !before?.required) return [of(is, 'BREAK', `${is.id} needs ${each.name}`)];
      const changes = before ? attributeChanges(at, before, each) : [];
      return changes.map(({ kind, words }) => of(is, kind, `${is.id}, parameter${words.slice('field'.length)}`));
    }),
    ...gone.map(({ name }) => of(is, 'BREAK', `${is.id} no longer takes ${name}`)),
  ];
}

function of(operation: Operation, kind: Difference['kind'], words: string): Difference {
  return { kind, words, pointer: operationPointer(operation), names: [operation.id] };
}

/** What belongs to no resource is a form. */
function nounOf({ kind }: Operation): string {
  return kind === 'none' ? 'form' : kind;
}

function placeOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** How pages are asked for, without what an answer says beside them. */
function asked({ paging }: Operation): Operation['paging'] {
  return paging && { ...paging, gap: undefined };
}
