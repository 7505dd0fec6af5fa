import { isJson } from '#domain/json.ts';
import { createHash } from 'node:crypto';

import { formats } from '#domain/formats/registry.ts';
import { normaliseMac } from '#domain/formats/mac.ts';
import { labelPaths } from '#domain/label.ts';
import type { Data, Field, Json, Operation, Ref, Resource } from '#domain/model.ts';
import type { StandsAt } from '#domain/stands-at.ts';
import { selectRows } from '#domain/select.ts';
import { getPath } from '#domain/value.ts';
import type { Doc, ItemTable, SqlValue } from '#server/store/items/tables.ts';

type ColumnName = `c_${string}` | `s_${string}`;
/** A property (or its sort key) as a real column. */
type Column = {
  name: ColumnName;
  path: string;
  type: 'text' | 'integer' | 'real';
  read: (value: unknown) => SqlValue;
  /** What its rows are in order by, where that is the order of an enumeration: another order is another column. */
  choices?: readonly Json[];
};
/** What becomes of a reference when its target is deleted. */
export type OnDelete = Data['onDelete'][string];

/** A path that refers to items of another stored resource, `value` the property of theirs that it holds. */
export type RefPath = { path: string; target: string; value?: string; onDelete: OnDelete };

/** An address range and where the document has it; keys as in `domain/formats/ip.ts`. */
export type PlacedRange = { pointer: string; low: string; high: string; text: string };

/** The ranges that a document keeps, and the paths that they are read from: where these change, those of all stored documents are read again. */
export type KeptRanges = { from: readonly string[]; of: (doc: Doc) => PlacedRange[] };

/** What entities add to what their schema says. */
export type Extras = {
  columns?: readonly string[];
  personal?: readonly string[];
  ranges?: KeptRanges;
  /** More texts that a keyword finds. */
  words?: (doc: Doc) => string[];
};

/** How one resource is stored: everything that its model says about tables, columns, references and secrets. */
export type ItemSpec<Name extends string = string> = {
  name: Name;
  resource: Resource;
  table: ItemTable;
  /** Property that is the key. */
  id: string;
  /** A settings page: one document, always there. */
  single: boolean;
  owner?: string;
  /** The resource that the owner is one of. */
  tenant?: ItemSpec;
  /** The reference whose target's owner is the owner. */
  ownerThrough?: { path: string; target: string };
  /** What rows stand at, as the contract says. */
  standsAt?: StandsAt;
  /** The resource whose rows have a city: where everything else stands. */
  places?: ItemSpec;
  /** Resources whose items count how many of these refer to them. */
  countedBy: ItemSpec[];
  /** Properties that count the items of other resources that refer to one. */
  counts: Map<string, ItemSpec[]>;
  /** Properties that are shown with a permission only. */
  restricted: { path: string; node: string }[];
  fields: Field;
  columns: Column[];
  value: Map<string, Column>;
  sort: Map<string, Column>;
  /** Array paths (`tags[]`) whose values can be filtered by; they live in `refs`. */
  many: Set<string>;
  refs: RefPath[];
  /** Properties that name an account, whose rows these are whosever tenant's they are. */
  personal: readonly string[];
  /** `covers`: what more stands in the index where the database can look there instead of into the rows. */
  indexes: { name: string; columns: string[]; unique: boolean; covers?: string[] }[];
  /** Paths of properties that never leave. */
  secrets: string[];
  searched: string[];
  /** Address ranges of a document, kept so that overlaps with other items are found. */
  ranges?: KeptRanges;
  /** Texts that a keyword finds beside the searched properties. */
  words?: (doc: Doc) => string[];
  /** What a list shows, where that is not the document. */
  toRow?: (doc: Doc) => Doc;
};

/** Resources with x-data are stored; the others are answered by handlers of their own. */
export function itemSpecs(resources: Iterable<Resource>, extras: Readonly<Record<string, Extras>> = {}): Map<string, ItemSpec> {
  const stored = [...resources].filter((resource) => resource.data !== undefined);
  const names = new Set(stored.map((resource) => resource.name));
  const specs = new Map(stored.map((resource) => [resource.name, itemSpec(resource, names, extras[resource.name] ?? {})]));
  for (const spec of specs.values()) {
    const ref = spec.fields.fields?.find((field) => field.name === spec.owner)?.ref;
    const tenant = ref && 'resource' in ref ? specs.get(ref.resource) : undefined;
    if (tenant && tenant !== spec) spec.tenant = tenant;
    if (spec.standsAt && !('companies' in spec.standsAt))
      spec.places = [...specs.values()].find(({ standsAt }) => standsAt && 'city' in standsAt);
    for (const [property, names] of Object.entries(spec.resource.data?.counts ?? {})) {
      const counted = [names].flat().flatMap((name) => specs.get(name) ?? []);
      spec.counts.set(property, counted);
      for (const each of counted) if (!each.countedBy.includes(spec)) each.countedBy.push(spec);
    }
  }
  return specs;
}

function itemSpec(resource: Resource, stored: Set<string>, extras: Extras): ItemSpec {
  const data = resource.data ?? { unique: [], sortable: [], onDelete: {} };
  const fields = resource.schemas[resource.name] ?? resource.schemas[resource.item];
  if (!fields) throw new Error(`${resource.name} has no schema`);
  const flat = flatten(fields);
  const standing = standingPaths(resource.reach);
  const paths = new Set([
    ...(extras.columns ?? []).filter((path) => !path.includes('[]')),
    ...(extras.personal ?? []),
    ...data.unique.flat(),
    ...data.sortable,
    ...(data.order ? [data.order] : []),
    ...(data.states ? [data.states.property] : []),
    ...standing.filter((path) => !path.includes('[]')),
  ]);
  const many = new Set([...(extras.columns ?? []), ...standing].filter((path) => path.includes('[]')));
  for (const name of filterNames(resource)) {
    if (flat.get(`${name}[]`)) many.add(`${name}[]`);
    else if (flat.has(name)) paths.add(name);
  }
  // a fact keeps the name of what is gone; what would clear it is no reference
  const refs = refPaths(flat, data.owner, data.onDelete, stored).filter((ref) => data.record !== true || ref.onDelete !== 'clear');
  for (const ref of refs) if (!ref.path.includes('[]')) paths.add(ref.path);
  for (const fixed of [data.owner ?? '', resource.id, 'createdAt', 'updatedAt']) paths.delete(fixed);
  const value = new Map<string, Column>();
  const sort = new Map<string, Column>();
  for (const path of paths) {
    const field = flat.get(path);
    if (!field) throw new Error(`${resource.name}: x-data or a filter names ${path}, which is no property of its schema`);
    const column = valueColumn(path, field);
    value.set(path, column);
    if (data.sortable.includes(path) || data.order === path) sort.set(path, sortColumn(path, field) ?? column);
  }
  const columns = [...new Set([...value.values(), ...sort.values()])];
  const through = refs.find(({ path }) => path === data.ownerThrough);
  const searched = [...new Set([resource.id, ...labelPaths(resource.label), ...resource.columns])].filter((path) => isText(flat.get(path)));
  return {
    name: resource.name,
    resource,
    table: `r_${resource.file.replaceAll(/[^a-z0-9]/g, '_')}`,
    id: resource.id,
    single: resource.settings === true,
    owner: data.owner,
    ...(through ? { ownerThrough: { path: through.path, target: through.target } } : {}),
    ...(resource.reach ? { standsAt: resource.reach } : {}),
    countedBy: [],
    counts: new Map(),
    restricted: restrictedIn(fields),
    fields,
    columns,
    value,
    sort,
    many,
    refs,
    personal: extras.personal ?? [],
    indexes: indexesOf(resource, data.owner, value, sort, refs),
    secrets: [...flat].filter(([, field]) => field.writeOnly).map(([path]) => path),
    searched,
    ranges: extras.ranges,
    words: extras.words,
    toRow: rowMaker(resource, fields),
  };
}

/** Where a property needs a permission, all below it does. In an array each element would have to be told from the others. */
function restrictedIn({ fields = [] }: Field): ItemSpec['restricted'] {
  return fields.flatMap((field) => (field.node === undefined ? restrictedIn(field) : [{ path: field.path, node: field.node }]));
}

/** The paths by which rows lead to where they stand. */
function standingPaths(standsAt: StandsAt | undefined): string[] {
  if (!standsAt) return [];
  if ('city' in standsAt) return [standsAt.city];
  return 'sites' in standsAt ? standsAt.sites : standsAt.companies;
}

/** Values of a path in a document; arrays on the way are opened. */
export function valuesAt(doc: Doc, path: string): Json[] {
  return selectRows(doc, [path])
    .map((row) => row[0]?.value)
    .filter((value) => isJson(value))
    .filter((value) => value !== null && value !== '');
}

/** Every field by its path, the branches of conditions and variants included. */
function flatten(root: Field): Map<string, Field> {
  const found = new Map<string, Field>();
  const visit = (field: Field): void => {
    if (field.path !== '' && !found.has(field.path)) found.set(field.path, field);
    for (const inner of field.fields ?? []) visit(inner);
    for (const inner of field.variants ?? []) visit(inner);
    if (field.items && field.kind === 'array') {
      const path = `${field.path}[]`;
      if (!found.has(path)) found.set(path, field.items);
      visit(field.items);
    }
  };
  visit(root);
  return found;
}

function filterNames(resource: Resource): string[] {
  const { list, get, create, update, delete: remove } = resource.operations;
  const scopes = [...list, ...get, ...create, ...update, ...remove].flatMap((operation: Operation) =>
    operation.pathParams.map((field) => field.name),
  );
  const asked = list.flatMap((operation) => [...operation.query.map((field) => field.name), operation.range?.property ?? '']);
  return [...new Set([...scopes, ...asked])].filter((name) => name !== '');
}

function refPaths(flat: Map<string, Field>, owner: string | undefined, onDelete: Record<string, OnDelete>, stored: Set<string>): RefPath[] {
  const found: RefPath[] = [];
  for (const [at, field] of flat) {
    const path = field.kind === 'array' ? `${at}[]` : at;
    if (!field.ref || 'in' in field.ref || at === owner || !stored.has(field.ref.resource) || found.some((known) => known.path === path))
      continue;
    const ref: Ref = field.ref;
    found.push({
      path,
      target: ref.resource,
      value: ref.value,
      onDelete: onDelete[at] ?? onDelete[path] ?? onDelete[path.replaceAll('[]', '')] ?? 'restrict',
    });
  }
  return found;
}

function valueColumn(path: string, field: Field): Column {
  const name: ColumnName = `c_${columnName(path)}`;
  if (field.format === 'date-time')
    return { name, path, type: 'integer', read: (value) => (typeof value === 'string' ? Date.parse(value) : null) };
  if (field.kind === 'boolean')
    return { name, path, type: 'integer', read: (value) => (typeof value === 'boolean' ? Number(value) : null) };
  if (field.kind === 'integer' || field.kind === 'number') {
    return { name, path, type: field.kind === 'integer' ? 'integer' : 'real', read: (value) => (typeof value === 'number' ? value : null) };
  }
  // one address in two spellings is one
  if (field.format === 'mac')
    return { name, path, type: 'text', read: (value) => (typeof value === 'string' ? normaliseMac(value) : null) };
  return {
    name,
    path,
    type: 'text',
    read: (value) => (value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)),
  };
}

/** Digits of a choice's place: more than any enumeration has. */
const PLACES = 4;

/** Texts sort without regard to case, addresses by their number, choices in the order the contract lists them. */
function sortColumn(path: string, field: Field): Column | undefined {
  if (field.kind !== 'text' || field.format === 'date-time') return undefined;
  const name: ColumnName = `s_${columnName(path)}`;
  const format = field.format === undefined ? undefined : formats[field.format];
  const plain = (value: unknown): SqlValue => (typeof value === 'string' ? value.toLowerCase().slice(0, 200) : null);
  if (field.values && !field.open) {
    const places = new Map(field.values.map((value, index) => [value, String(index).padStart(PLACES, '0')]));
    const read = (value: unknown): SqlValue => (typeof value === 'string' ? (places.get(value) ?? plain(value)) : null);
    return { name, path, type: 'text', read, choices: field.values };
  }
  if (!format?.sortKey) return { name, path, type: 'text', read: plain };
  const { check, sortKey } = format;
  return { name, path, type: 'text', read: (value) => (typeof value === 'string' && !check(value) ? sortKey(value) : plain(value)) };
}

function indexesOf(
  resource: Resource,
  owner: string | undefined,
  value: Map<string, Column>,
  sort: Map<string, Column>,
  refs: RefPath[],
): ItemSpec['indexes'] {
  const prefix = `i_${columnName(resource.file)}`;
  const found: ItemSpec['indexes'] = [];
  // a log is narrowed by anything while it is read in the order of time: all that narrows it stands in that order
  const times = resource.operations.list.flatMap(({ paging, range }) => (paging?.capped === undefined ? [] : [range?.property ?? '']));
  const narrowing = ['owner', ...[...value.values()].map((column) => column.name), 'search'];
  const add = (columns: string[], unique = false): void => {
    const name = `${prefix}_${columns.map((column) => column.replace(/^[cs]_/, '')).join('_')}${unique ? '_u' : ''}`;
    const covers =
      !unique && times.some((path) => columns.includes(value.get(path)?.name ?? ''))
        ? narrowing.filter((column) => !columns.includes(column))
        : undefined;
    found.push({ name: shortName(name), columns, unique, ...(covers ? { covers } : {}) });
  };
  for (const column of ['created_at', ...[...sort.values()].map((each) => each.name)]) {
    add([column, 'id']);
    if (owner) add(['owner', column, 'id']);
  }
  for (const set of resource.data?.unique ?? []) {
    const columns = set.filter((path) => path !== resource.id).map((path) => (path === owner ? 'owner' : (value.get(path)?.name ?? '')));
    if (columns.some((column) => column !== 'owner')) add(columns, true);
  }
  for (const ref of refs) {
    const column = value.get(ref.path);
    if (column && !sort.has(ref.path)) add([column.name]);
  }
  return found;
}

/** A row has the item's properties that its schema names, and counts of its arrays. */
function rowMaker(resource: Resource, fields: Field): ((doc: Doc) => Doc) | undefined {
  const row = resource.schemas[resource.row];
  if (!row?.fields || row === fields) return undefined;
  const own = new Map((fields.fields ?? []).map((field) => [field.name, field]));
  const shown: [string, (doc: Doc) => Json | undefined][] = row.fields.map((field) => {
    const counted = own.has(field.name) ? undefined : countedBy(field.name, own);
    if (counted) return [field.name, (doc) => (Array.isArray(doc[counted]) ? doc[counted].length : 0)];
    return [field.name, (doc) => doc[field.name]];
  });
  return (doc) =>
    Object.fromEntries(
      shown.map(([name, read]) => [name, read(doc)] as const).filter((entry): entry is [string, Json] => entry[1] !== undefined),
    );
}

/** The array that `ruleCount` counts: `rule`, `rules`, or else the only one whose name begins so. */
function countedBy(name: string, own: Map<string, Field>): string | undefined {
  const source = /^(.+)Count$/.exec(name)?.[1];
  if (source === undefined) return undefined;
  const arrays = [...own.values()].filter((field) => field.kind === 'array').map((field) => field.name);
  const begins = arrays.filter((each) => each.startsWith(source));
  return arrays.find((each) => each === source || each === `${source}s`) ?? (begins.length === 1 ? begins[0] : undefined);
}

function isText(field: Field | undefined): boolean {
  return field?.kind === 'text' || (field?.kind === 'array' && field.items?.kind === 'text');
}

/** Databases cut names at 63 bytes; two that are cut to the same would be one. */
const LONGEST_NAME = 60;

function columnName(path: string): string {
  return shortName(path.replaceAll(/[^A-Za-z0-9]+/g, '_').toLowerCase());
}

function shortName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME - 9)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/** The text a keyword is looked for in. */
export function searchText(spec: ItemSpec, doc: Doc): string {
  const texts = spec.searched.flatMap((path) => getPath(doc, path)).filter((value): value is string => typeof value === 'string');
  return [...texts, ...(spec.words?.(doc) ?? [])].join('\n').slice(0, 4000).toLowerCase();
}
