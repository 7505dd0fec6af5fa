import type { Field } from '#domain/model.ts';
import { camelCase, singular, words } from '../names.ts';
import { isParameter } from './paths.ts';
import type { Draft } from './resources.ts';

/** What identifies something where nothing says more, the most certain first. */
const idLike = ['id', '_id', 'gid', 'uuid', 'uid', 'guid', 'key', 'slug', 'symbol', 'code', 'name'];
/** What a row may hold its own name in; any other object of a row is another thing with a name of its own. */
const HOLDER = /^(?:meta|metadata|attributes|properties|info|spec|data|header)$/;

/** Where a row stands: the path of an item, whose last parameter tells rows apart, or that of a list. */
export type Where = { path: string; resource: string };

/** The path to an item by which its rows are told apart; where it has none, that of its list. */
export function itemPath({ operations, paths }: Draft): string {
  const found = (['get', 'update', 'delete', 'action'] as const).flatMap((wanted) =>
    operations.filter(({ kind, operation }) => kind === wanted && !paths.includes(operation.path)).map(({ operation }) => operation.path),
  );
  const [first] = found.map(itemIn).filter((path) => path.includes('{'));
  return first ?? paths[0] ?? '';
}

/** `/invitations/{id}/revoke` is done to `/invitations/{id}`. */
export function itemIn(path: string): string {
  return path.slice(0, path.lastIndexOf('}') + 1);
}

/** Of a row that is one of several shapes, what all of them have, each as its shape has it. */
export function fieldsOf(row: Field): Field[] {
  const [first, ...others] = row.kind === 'variants' ? (row.variants ?? []).map(fieldsOf) : [];
  if (first === undefined) return row.fields ?? [];
  return first.filter((field) => others.every((fields) => fields.some(({ name, kind }) => name === field.name && kind === field.kind)));
}

export function scalars(row: Field): Field[] {
  return fieldsOf(row).filter((field) => ['text', 'number', 'integer', 'boolean'].includes(field.kind) && field.writeOnly !== true);
}

/** The property that tells rows apart: that of the parameter, else the usual names. What names a parent never does. */
export function findId(row: Field, where: Where): string | undefined {
  const own = parameterOf(where.path);
  const parents = parentsOf(where.path);
  const apart = telling(row).filter(({ name }) => !parents.has(name));
  const names = apart.flatMap(({ name, kind }) => (kind === 'boolean' ? [] : [name]));
  // what is one of a few values tells no rows apart
  const [first, second] = [apart[0], apart.find(({ kind, values }) => kind === 'text' && values === undefined)];
  const resource = [`${camelCase(where.resource)}Id`, `${camelCase(where.resource)}_id`];
  return (
    (own === undefined ? undefined : propertyOf(row, where)) ??
    ['id', '_id', ...resource, ...idLike].find((name) => names.includes(name)) ??
    inHolder(row, ['name', ...idLike]) ??
    ((first?.values === undefined ? first : (second ?? first)) ?? telling(row)[0] ?? scalars(row)[0])?.name
  );
}

/** What is counted or measured of a row, and when it was last written: it is another when one looks again. */
const MEASURED =
  /(?:^|_)(?:num|counts?|totals?|size|bytes|packets|tokens?|costs?|amount|duration|latency|rate|score|hits|requests|errors|usage|used|percent|balance)(?:_|$)|(?:Count|Total|Size|Bytes|Tokens|Cost|Amount|Duration|Latency|Rate|Score)(?=[A-Z]|$)|^(?:created|updated|modified)|(?:Updated|Modified)(?=[A-Z]|$)/;

/**
 * What tells rows apart together that are only looked at and have no id: what each is about, and of when (a count of one user and one
 * day). Undefined where one property is called as an id is.
 */
export function findKey(row: Field, where: Where): string[] | undefined {
  const apart = telling(row).filter(({ name }) => !parentsOf(where.path).has(name));
  const last = words(where.resource).at(-1) ?? '';
  const known = [
    ...idLike,
    `${camelCase(where.resource)}Id`,
    `${camelCase(where.resource)}_id`,
    `${camelCase(last)}_id`,
    `${camelCase(last)}Id`,
  ];
  if (parameterOf(where.path) !== undefined || apart.some(({ name }) => known.includes(name) || /^[a-z]{1,2}id$/.test(name)))
    return undefined;
  if (inHolder(row, ['name', ...idLike]) !== undefined) return undefined;
  const lasting = apart.filter(({ kind, name }) => (kind === 'text' || kind === 'integer') && !MEASURED.test(name));
  const needed = lasting.filter(({ required }) => required === true);
  const chosen = needed.length > 0 ? needed : lasting.length > 0 ? lasting : apart;
  return chosen.length === 0 ? undefined : chosen.map(({ name }) => name);
}

/**
 * The property of a row that a parameter of its path stands for: `{slug}` is the slug, `{repository_tag}` the tag, `{id}` of
 * `/clients` the `client_id`, `{name}` of what has metadata `metadata.name`.
 */
export function propertyOf(row: Field, { path, resource }: Where): string | undefined {
  const parameter = parameterOf(path);
  if (parameter === undefined) return undefined;
  const parents = parentsOf(path);
  const names = telling(row).flatMap(({ name, kind }) => (kind === 'boolean' || (parents.has(name) && name !== parameter) ? [] : [name]));
  const called = (wanted: string): string | undefined =>
    names.find((name) => name === wanted) ?? names.find((name) => plain(name) === plain(wanted));
  const parts = words(parameter);
  const noun = segmentOf(path);
  const isId = /^(?:id|uuid|uid|gid)$/i.test(parts.at(-1) ?? '');
  return (
    insideOf(row, resource, parameter) ??
    names.find((name) => name === parameter) ??
    // the `id` of a thing is its own, whatever its `provider_id` is
    (isId ? called(parts.at(-1) ?? '') : undefined) ??
    called(parameter) ??
    inHolder(row, [parameter]) ??
    parts.flatMap((_, at) => (at === 0 ? [] : (called(parts.slice(at).join('')) ?? [])))[0] ??
    (isId && noun !== undefined ? (called(`${noun}_${parts.at(-1)}`) ?? called(`${lastWord(noun)}_${parts.at(-1)}`)) : undefined)
  );
}

function telling(row: Field): Field[] {
  return scalars(row).filter((field) => field.const === undefined && field.values?.length !== 1);
}

function inHolder(row: Field, wanted: readonly string[]): string | undefined {
  const found = fieldsOf(row).flatMap(({ name, kind, fields }) => {
    const inner = kind === 'object' && HOLDER.test(name) ? (fields ?? []).map((field) => field.name) : [];
    const own = wanted.find((each) => inner.includes(each));
    return own === undefined ? [] : [`${name}.${own}`];
  });
  return found[0];
}

/** `/memberships/{user_id}` is known by its user, who stands in an object of the row: `user.user_id`. */
function insideOf(row: Field, resource: string, parameter: string): string | undefined {
  const stem = parameter.replace(/_?[iI][dD]$/, '');
  if (stem === '' || stem === parameter || resource.toLowerCase().endsWith(camelCase(stem).toLowerCase())) return undefined;
  if (fieldsOf(row).some(({ name }) => name === parameter)) return undefined;
  const holders = fieldsOf(row).filter(({ kind, fields }) => kind === 'object' && fields?.some(({ name }) => name === parameter));
  return holders.length === 1 ? `${holders[0]?.name}.${parameter}` : undefined;
}

/** The last parameter of the path to an item. */
function parameterOf(path: string): string | undefined {
  return parametersOf(path).at(isParameter(path.slice(path.lastIndexOf('/') + 1)) ? -1 : parametersOf(path).length);
}

/** What names a parent; `{id}` does not say whose it is. */
export function parentsOf(path: string): ReadonlySet<string> {
  const own = parameterOf(path);
  return new Set(parametersOf(path).filter((name) => name !== own && !idLike.includes(name)));
}

function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}

/** What the rows of a path are called there: `/admin/clients/{id}` holds a `client`. */
function segmentOf(path: string): string | undefined {
  const last = path.split('/').findLast((segment) => segment !== '' && !isParameter(segment));
  return last === undefined ? undefined : singular(last);
}

function lastWord(name: string): string {
  return words(name).at(-1) ?? name;
}

function plain(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}
