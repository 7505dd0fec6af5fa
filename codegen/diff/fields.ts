import { same } from '#domain/json.ts';
import type { Limits } from '#domain/limits.ts';
import type { Field, Json, Resource } from '#domain/model.ts';
import { allFields } from '../field-paths.ts';
import { pointerOf, say, type Difference } from './change.ts';
import { groupChanges } from './groups.ts';

type Schema = { key: string; form: boolean };

/** What fields of one schema gained, lost and became. What only got another name is one change. */
export function fieldChanges(before: Field | undefined, after: Field, schema: Schema): Difference[] {
  const now = byIdentity(after);
  const old = underOtherConditions(byIdentity(before), now);
  const gone = [...old].filter(([id]) => !now.has(id)).map(([, field]) => field);
  const come = [...now].filter(([id]) => !old.has(id)).map(([, field]) => field);
  const renamed = renames(gone, come);
  for (const pair of inPlaces(gone, come, before, after))
    if (![...renamed].some((each) => each.some((one) => pair.includes(one)))) renamed.add(pair);
  const found: Difference[] = wholeChanges(schema, before, after);
  for (const [was, field] of renamed) {
    found.push(of(schema, field, 'RENAME', `${was.path} is called ${field.path}`, [was.name, field.name]));
    found.push(...attributeChanges(schema, was, field));
  }
  const kept = (field: Field): boolean => ![...renamed].some((pair) => pair.some((each) => isWithin(field.path, each.path)));
  for (const field of gone.filter(kept)) found.push(of(schema, field, 'BREAK', `field ${field.path} is gone`));
  for (const field of come.filter(kept)) found.push(newField(schema, field));
  for (const [id, field] of now) {
    const was = old.get(id);
    if (was) found.push(...attributeChanges(schema, was, field));
  }
  return found;
}

/** The schemas that operations take, by key: what becomes narrower there refuses what was taken before. */
export function formsOf({ operations }: Resource): ReadonlySet<string> {
  return new Set(Object.values(operations).flatMap((list) => list.flatMap(({ body }) => body?.schema ?? [])));
}

function byIdentity(tree: Field | undefined): Map<string, Field> {
  // two fields of one path differ by the condition under which they are shown
  return new Map(
    (tree ? allFields(tree) : []).filter(({ path }) => path !== '').map((field) => [`${field.path} ${say(field.when)}`, field]),
  );
}

/** A path that stood there once and stands there once is one field, whatever the condition has become. */
function underOtherConditions(old: Map<string, Field>, now: ReadonlyMap<string, Field>): Map<string, Field> {
  const alone = (all: ReadonlyMap<string, Field>, others: ReadonlyMap<string, Field>): Map<string, string> => {
    const left = Map.groupBy(
      [...all].filter(([id]) => !others.has(id)),
      ([, { path }]) => path,
    );
    return new Map(
      [...left].flatMap(([path, [only, ...more]]): [string, string][] => (only && more.length === 0 ? [[path, only[0]]] : [])),
    );
  };
  const come = alone(now, old);
  const called = new Map([...alone(old, now)].flatMap(([path, id]): [string, string][] => [[id, come.get(path) ?? id]]));
  return new Map([...old].map(([id, field]) => [called.get(id) ?? id, field]));
}

function renames(gone: readonly Field[], come: readonly Field[]): Set<[Field, Field]> {
  const pairs = new Set<[Field, Field]>();
  for (const was of gone) {
    const alike = come.filter((field) => parentOf(field.path) === parentOf(was.path) && isAlike(was, field));
    const twins = gone.filter((field) => parentOf(field.path) === parentOf(was.path) && isAlike(was, field));
    if (alike.length === 1 && twins.length === 1 && alike[0]) pairs.add([was, alike[0]]);
  }
  return pairs;
}

/** One that is much alike and stands between the same two as the other did is the other, whatever else became of it. */
function inPlaces(gone: readonly Field[], come: readonly Field[], before: Field | undefined, after: Field): [Field, Field][] {
  const [old, now] = [placesIn(before), placesIn(after)];
  return gone.flatMap((was): [Field, Field][] => {
    const place = old.get(was.path);
    const [is, ...others] = come.filter((field) => place !== undefined && now.get(field.path) === place && resembles(was, field));
    return is && others.length === 0 ? [[was, is]] : [];
  });
}

/** By the path of each field: the object in which it stands, and its neighbours there. */
function placesIn(tree: Field | undefined): Map<string, string> {
  const owners = (tree ? allFields(tree) : []).filter(({ kind }) => kind === 'object');
  return new Map(
    owners.flatMap(({ path: owner, fields = [] }) =>
      fields.map(({ path }, index): [string, string] => [
        path,
        say([owner, fields[index - 1]?.name ?? null, fields[index + 1]?.name ?? null]),
      ]),
    ),
  );
}

/** Half of what is said of the one, and more than its kind, is said of the other too. */
function resembles(was: Field, field: Field): boolean {
  const said = (each: Field): Record<string, unknown> => ({
    ...each,
    ...each.limits,
    name: undefined,
    path: undefined,
    kind: undefined,
    limits: undefined,
  });
  const [one, other] = [said(was), said(field)];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (key) => one[key] !== undefined || other[key] !== undefined,
  );
  const alike = keys.filter((key) => same(one[key], other[key])).length;
  const isLeaf = [was, field].every(({ fields, items, variants }) => !fields && !items && !variants);
  return isLeaf && was.kind === field.kind && alike > 0 && alike * 2 >= keys.length;
}

/** All but its name is the same; what says nothing of itself is no evidence. */
function isAlike(was: Field, field: Field): boolean {
  const plain = (each: Field): Json => JSON.parse(JSON.stringify({ ...each, name: '' }).replaceAll(/"path":"[^"]*",?/g, ''));
  return same(plain(was), plain(field)) && Object.keys(field).length > 3;
}

function newField(schema: Schema, field: Field): Difference {
  const asks = schema.form && field.required === true && field.default === undefined && field.const === undefined && !field.readOnly;
  const what = [field.format ?? field.kind, ...(field.required ? ['required'] : []), ...(field.when ? ['conditional'] : [])].join(', ');
  return of(schema, field, asks ? 'BREAK' : 'VISIBLE', `field ${field.path} appears: ${what}${asks ? ', without a default' : ''}`);
}

/** What is said of one field that is another than before; all of it begins with `field`. */
export function attributeChanges(schema: Schema, was: Field, field: Field): Difference[] {
  const found: Difference[] = [];
  const add = (kind: Difference['kind'], words: string): void => void found.push(of(schema, field, kind, `field ${field.path}: ${words}`));
  const narrowing = schema.form && !field.readOnly;
  if (was.kind !== field.kind) add('BREAK', `${was.kind} becomes ${field.kind}`);
  if (!was.required && field.required) {
    const free = field.default !== undefined || field.const !== undefined;
    add(narrowing ? (free ? 'TIGHTEN' : 'BREAK') : 'VISIBLE', `is required${free ? '' : narrowing ? ', without a default' : ''}`);
  } else if (was.required && !field.required) add('VISIBLE', 'is no longer required');
  if (!same(was.requiredWhen, field.requiredWhen)) add(narrowing ? 'TIGHTEN' : 'VISIBLE', 'is required under another condition');
  found.push(...valueChanges(schema, was, field, narrowing), ...limitChanges(schema, was, field, narrowing));
  if (was.nullable && !field.nullable && narrowing) add('TIGHTEN', 'null is refused');
  if (was.format !== field.format)
    add(narrowing && field.format !== undefined ? 'TIGHTEN' : 'VISIBLE', `format ${say(was.format)} becomes ${say(field.format)}`);
  if (!was.readOnly && field.readOnly) add(schema.form ? 'BREAK' : 'VISIBLE', 'can no longer be entered');
  for (const name of ['node', 'kinds', 'modes', 'own', 'grantable'] as const)
    if (!same(was[name], field[name])) add('ACCESS', `${name} ${say(was[name])} becomes ${say(field[name])}`);
  for (const name of ['widget', 'unit', 'empty', 'writeOnly', 'default', 'hide', 'ref', 'tone', 'when'] as const)
    if (!same(was[name], field[name])) add('VISIBLE', `${name} ${say(was[name])} becomes ${say(field[name])}`);
  if (was.readOnly && !field.readOnly) add('VISIBLE', 'can be entered');
  for (const [kind, words] of openness(was, field, narrowing)) add(kind, words);
  if (field.groups || was.groups) for (const words of groupChanges(was, field)) add('VISIBLE', words);
  const keys = new Set([...Object.keys(was), ...Object.keys(field)]) as Set<keyof Field>;
  for (const name of keys)
    if (!said.has(name) && !same(was[name], field[name])) add('VISIBLE', `${name} ${say(was[name])} becomes ${say(field[name])}`);
  return found;
}

/** What is said above in words of its own, or of the fields within. Which part of the schema an island draws is seen in these. */
const said: ReadonlySet<keyof Field> = new Set<keyof Field>([
  ...(['name', 'path', 'kind', 'fields', 'items', 'variants', 'island', 'groups', 'closed', 'others', 'without', 'required'] as const),
  ...(['requiredWhen', 'values', 'open', 'limits', 'nullable', 'keepsNull', 'keepsObject', 'format', 'readOnly', 'node', 'kinds'] as const),
  ...(['modes', 'own', 'grantable', 'widget', 'unit', 'empty', 'writeOnly', 'default', 'hide', 'ref', 'tone', 'when'] as const),
]);

/** The root of a schema has no name: what is said of it is said of the whole. */
function wholeChanges(schema: Schema, was: Field | undefined, is: Field): Difference[] {
  if (!was) return [];
  const narrowing = schema.form && !is.readOnly;
  const found = openness(was, is, narrowing).map(([kind, words]) => of(schema, is, kind, `the whole ${words}`));
  const kind = was.kind === is.kind ? [] : [of(schema, is, 'BREAK', `the whole: ${was.kind} becomes ${is.kind}`)];
  return [...kind, ...found, ...groupChanges(was, is).map((words) => of(schema, is, 'VISIBLE', words))];
}

type Wording = [kind: Difference['kind'], words: string];

/** Which properties may stand beside those that are drawn, and which values beside those that can be chosen. */
function openness(was: Field, is: Field, narrowing: boolean): Wording[] {
  const found: Wording[] = [];
  const add = (is: boolean, more: string, less: string): void =>
    void found.push(is ? ['VISIBLE', more] : [narrowing ? 'TIGHTEN' : 'VISIBLE', less]);
  if (!same(was.closed, is.closed))
    if (was.closed !== undefined && is.closed !== undefined) add(false, '', 'takes other names under another condition only');
    else add(is.closed === undefined, 'takes properties of any other name', 'takes no properties of other names');
  if (!same(names(was), names(is)))
    add(
      names(was).every((name) => names(is).includes(name)),
      'takes more names',
      'takes other names',
    );
  if (!same(was.without, is.without)) add(is.without === undefined, 'refuses no name any more', 'refuses other names');
  if (was.open !== is.open && same(was.values, is.values)) add(is.open === true, 'takes any other value', 'takes no other value');
  return found;
}

function names({ others = [] }: Field): string[] {
  return others.map((each) => each.names);
}

function valueChanges(schema: Schema, was: Field, field: Field, narrowing: boolean): Difference[] {
  if (same(was.values, field.values)) return [];
  const lost = (was.values ?? []).filter((value) => field.values && !field.open && !field.values.some((each) => same(each, value)));
  const won = (field.values ?? []).filter((value) => was.values && !was.values.some((each) => same(each, value)));
  const added = won.length > 0 ? [of(schema, field, 'VISIBLE', `field ${field.path}: ${won.map(say).join(', ')} can be chosen`)] : [];
  if (was.values === undefined)
    return [of(schema, field, narrowing ? 'BREAK' : 'VISIBLE', `field ${field.path}: only ${say(field.values)} is left to choose`)];
  if (lost.length === 0) return added;
  return [
    of(schema, field, narrowing ? 'BREAK' : 'VISIBLE', `field ${field.path}: ${lost.map(say).join(', ')} can no longer be chosen`),
    ...added,
  ];
}

const lower: Partial<Record<keyof Limits, true>> = { minLength: true, minimum: true, exclusiveMinimum: true, minItems: true };
/** What is written into what exists: text that was short enough is refused. */
const breaking: Partial<Record<keyof Limits, true>> = { minLength: true, maxLength: true, pattern: true };

function limitChanges(schema: Schema, was: Field, field: Field, narrowing: boolean): Difference[] {
  const limits: Record<string, unknown> = { ...field.limits };
  const before: Record<string, unknown> = { ...was.limits };
  return [...new Set([...Object.keys(before), ...Object.keys(limits)])].flatMap((name): Difference[] => {
    const [old, now] = [before[name], limits[name]];
    if (same(old, now)) return [];
    const isNarrower =
      now !== undefined &&
      (old === undefined || (typeof old === 'number' && typeof now === 'number' ? (name in lower ? now > old : now < old) : true));
    const kind = narrowing && isNarrower ? (name in breaking ? 'BREAK' : 'TIGHTEN') : 'VISIBLE';
    return [of(schema, field, kind, `field ${field.path}: ${name} ${say(old)} becomes ${say(now)}`)];
  });
}

function of({ key }: Schema, field: Field, kind: Difference['kind'], words: string, names: string[] = [field.name]): Difference {
  return { kind, words, pointer: pointerOf(key, field.path), names: names.filter((name) => name !== '') };
}

function parentOf(path: string): string {
  return path.split('.').slice(0, -1).join('.');
}

function isWithin(path: string, owner: string): boolean {
  return path === owner || path.startsWith(`${owner}.`) || path.startsWith(`${owner}[`);
}
