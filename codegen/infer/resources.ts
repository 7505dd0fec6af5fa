import { asObject } from '#domain/json.ts';
import type { IdsLocation } from '#domain/ids-location.ts';
import type { OperationKind } from '#domain/model.ts';
import type { ContractDocument } from '../read/document.ts';
import { bare } from './bare.ts';
import { pascalCase, singular } from '../names.ts';
import { schemaComponent, type RawOperation } from '../read/operations.ts';
import { findItem, findRows, isObjectSchema, propertiesOf, type Rows } from './answer.ts';
import { calledByState, commonWords, isCalledElse, states } from './called.ts';
import { changesOne, findersOf, isJsonPatch } from './finders.ts';
import {
  actedOn,
  group,
  isOfOtherParents,
  isParameter,
  isTaken,
  itemPaths,
  lastSegment,
  method,
  type Node,
  oneOf,
  tailsOf,
  isDeedBelow,
  restBelow,
} from './paths.ts';
import { onMany } from './ids-location.ts';
import { findVerbs } from './verbs.ts';

/** One operation in its place. `rows` on lists; `item` is the schema of the thing it answers, `at` where it stands. */
export type Classified = {
  operation: RawOperation;
  kind: OperationKind;
  rows?: Rows;
  item?: unknown;
  at?: string;
  /** Of several rows: where it takes their ids. */
  ids?: IdsLocation;
};

export type Draft = {
  name: string;
  /** What it would be called if others below other things were not called so too. */
  alike?: string;
  /** Collection paths: one per scope. */
  paths: string[];
  settings: boolean;
  operations: Classified[];
};

/** `single`: one path reads, creates, changes and removes one thing, which is a list of at most one row. */
type Collection = { path: string; item?: string; single?: boolean; /** What lists it, where its own path does not. */ finder?: string };

/** Resources of a document: what is annotated is taken as said, the rest is read from paths and shapes. */
export function findResources(document: ContractDocument, operations: RawOperation[]): { drafts: Draft[]; others: RawOperation[] } {
  const drafts: Draft[] = [];
  const placed = new Set<RawOperation>();
  const common = commonWords(operations);
  const annotated = new Set<Draft>();
  const open = operations.filter((operation) => operation.notes.op !== 'none' && annotation(operation) === undefined);
  for (const { path, settings, members: found } of findVerbs(open)) {
    const members = found.map(({ operation, kind }) => {
      // a verb that names no row is done to those that it is given
      const isOfMany = (kind === 'delete' || kind === 'action') && !isParameter(lastSegment(operation.path));
      const many = isOfMany ? onMany(document, operation, { path, row: [] }) : undefined;
      if (many === undefined) return place(document, operation, kind);
      return { ...place(document, operation, kind === 'delete' ? 'bulkDelete' : many.kind), ids: many.ids };
    });
    const name = settings
      ? settingsName(document, { path, operations: [] }, [members.find(({ kind }) => kind === 'get') ?? members[0]!])
      : collectionName(document, { path }, members, common);
    addTo(drafts, document, name, path, members, settings);
    for (const member of members) placed.add(member.operation);
  }
  const nodes = group(operations.filter((operation) => operation.notes.op !== 'none' && !placed.has(operation)));
  const collections = findCollections(document, nodes);
  for (const collection of collections) {
    const members = membersOf(document, nodes, collections, collection).filter((member) => annotation(member.operation) === undefined);
    if (members.length === 0) continue;
    const name = collectionName(document, collection, members, common);
    addTo(drafts, document, name, collection.path, members, false);
    for (const member of members) placed.add(member.operation);
  }
  for (const node of nodes.values()) {
    const members = settingsOf(document, node, placed);
    if (members === undefined) continue;
    addTo(drafts, document, settingsName(document, node, members), node.path, members, true);
    for (const member of members) placed.add(member.operation);
  }
  for (const operation of operations) {
    const said = annotation(operation);
    if (said === undefined) continue;
    const member = place(document, operation, said.kind);
    placed.add(operation);
    const draft = drafts.find((candidate) => candidate.name === said.name);
    if (draft === undefined) {
      const first = { name: said.name, paths: [collectionPath(operation)], settings: false, operations: [member] };
      drafts.push(first);
      annotated.add(first);
    } else {
      draft.operations.push(member);
      if (!draft.paths.includes(collectionPath(operation)) && ['list', 'create'].includes(said.kind))
        draft.paths.push(collectionPath(operation));
    }
  }
  for (const draft of annotated) draft.settings = isOneDocument(draft);
  for (const draft of drafts) {
    draft.operations.sort((a, b) => merges(b) - merges(a) || operations.indexOf(a.operation) - operations.indexOf(b.operation));
    unwrap(document, draft);
  }
  // of what can be neither listed nor opened there is no row to change or delete: each call asks for its own
  const shown = drafts.filter((draft) => draft.settings || annotated.has(draft) || draft.operations.some(isSeen));
  for (const draft of drafts) if (!shown.includes(draft)) for (const { operation } of draft.operations) placed.delete(operation);
  return { drafts: shown, others: operations.filter((operation) => !placed.has(operation)) };
}

function isSeen({ kind, operation }: Classified): boolean {
  return kind === 'list' || kind === 'get' || annotation(operation) !== undefined;
}

/** Of two ways to change an item the one that sends only what changed comes first. */
function merges({ kind, operation }: Classified): number {
  return kind === 'update' && operation.method === 'patch' ? 1 : 0;
}

/** An item in an envelope of any name is known by the schema of the list's rows. */
function unwrap(document: ContractDocument, { operations }: Draft): void {
  const row = operations.find(({ kind }) => kind === 'list')?.item;
  const name = row === undefined ? undefined : schemaComponent(document, row);
  if (name === undefined) return;
  for (const member of operations) {
    if (!['get', 'create', 'update'].includes(member.kind) || member.at !== undefined) continue;
    const answer = document.resolve(member.item);
    if (schemaComponent(document, member.item) === name) continue;
    const holders = Object.entries(asObject(answer['properties'])).filter(([, property]) => schemaComponent(document, property) === name);
    const [holder] = holders;
    if (holder && holders.length === 1) Object.assign(member, { at: holder[0], item: holder[1] });
  }
}

/** What is read and changed, but neither listed nor created, is there once. */
function isOneDocument({ operations }: Draft): boolean {
  const kinds = new Set(operations.map(({ kind }) => kind));
  return kinds.has('get') && kinds.has('update') && !kinds.has('list') && !kinds.has('create');
}

function annotation(operation: RawOperation): { name: string; kind: OperationKind } | undefined {
  const { op } = operation.notes;
  return op === 'none' ? undefined : op;
}

function collectionPath(operation: RawOperation): string {
  return operation.path.replace(/\/\{[^/]+\}$/, '');
}

function listOf(document: ContractDocument, operation: RawOperation | undefined): Rows | undefined {
  if (operation?.answer === undefined) return undefined;
  const statics = operation.segments.filter((segment) => !isParameter(segment));
  return findRows(document, operation.answer.schema, statics.at(-1) ?? '');
}

function findCollections(document: ContractDocument, nodes: Map<string, Node>): Collection[] {
  const found = new Map<string, Collection>();
  const items = itemPaths(nodes);
  for (const path of new Set([...nodes.keys(), ...items.keys()])) {
    const node = nodes.get(path);
    // `/groups` lists what `/group/{id}` is
    const one = items.has(path) ? undefined : oneOf(path);
    const item = items.get(path) ?? (one === undefined || nodes.has(one) ? undefined : items.get(one));
    const itemNode = item === undefined ? undefined : nodes.get(item);
    const get = method(node, 'get');
    const rows = listOf(document, get);
    const writes = ['put', 'patch', 'delete', 'get'].some((name) => method(itemNode, name) !== undefined);
    const acted = rows === undefined || item !== undefined ? undefined : actedOn(nodes, path);
    if (items.has(path) && !nodes.has(path) && [...nodes.keys()].some((many) => oneOf(many) === path && !items.has(many))) continue;
    if (isParameter(lastSegment(path))) {
      // `/templates/{type}` lists only where an item path follows it.
      if (rows !== undefined && rows.items === '' && writes) found.set(path, { path, item });
      continue;
    }
    const isList = rows !== undefined && isRowSchema(document, rows);
    // whoever sends the list as a whole changes one document
    if (isList && !writes && method(node, 'post') === undefined && holdsList(document, method(node, 'put') ?? method(node, 'patch'), path))
      continue;
    // `items` without a type say of a document what they would of a list: whoever sends one of them changes that
    const sent = method(node, 'put')?.body?.schema;
    const isLoose = isList && get?.answer !== undefined && document.resolve(get.answer.schema)['type'] === undefined;
    if (isLoose && !writes && sent && schemaComponent(document, sent) === schemaComponent(document, rows.row)) continue;
    const changes =
      get !== undefined && !isList && !writes && (method(node, 'put') ?? method(node, 'patch') ?? method(node, 'delete')) !== undefined;
    if (changes && method(node, 'post') !== undefined) found.set(path, { path, single: true });
    if (changes) continue;
    if (
      isList ||
      (writes && (get !== undefined || method(node, 'post') !== undefined || usesItem(itemNode))) ||
      (rows !== undefined && method(node, 'post') !== undefined)
    ) {
      found.set(path, { path, item: writes ? item : acted });
    }
  }
  for (const collection of found.values()) {
    const finders = findersOf(document, nodes, collection);
    for (const finder of finders) found.delete(finder);
    if (finders[0] !== undefined) collection.finder = finders[0];
  }
  // An item that is itself a collection (`/templates/{type}`) is not also the item of what is above it.
  for (const collection of found.values()) if (collection.item !== undefined && found.has(collection.item)) collection.item = undefined;
  return [...found.values()];
}

function holdsList(document: ContractDocument, put: RawOperation | undefined, path: string): boolean {
  return put?.body !== undefined && (findRows(document, put.body.schema, lastSegment(path))?.items ?? '') !== '';
}

function usesItem(node: Node | undefined): boolean {
  return method(node, 'get') !== undefined && (method(node, 'put') ?? method(node, 'patch') ?? method(node, 'delete')) !== undefined;
}

function isRowSchema(document: ContractDocument, rows: Rows): boolean {
  const row = document.resolve(rows.row);
  return 'properties' in row || row['type'] === 'object' || 'allOf' in row || 'oneOf' in row || 'anyOf' in row;
}

function membersOf(document: ContractDocument, nodes: Map<string, Node>, collections: Collection[], collection: Collection): Classified[] {
  const own = new Set(collections.flatMap((other) => (other === collection ? [] : [other.path, other.item ?? ''])));
  const members: Classified[] = [];
  const finder = method(nodes.get(collection.finder ?? ''), 'get');
  const rows = listOf(document, finder ?? method(nodes.get(collection.path), 'get'));
  const many = rows === undefined ? [] : doneToMany(document, nodes, own, { path: collection.path, rows });
  for (const operation of nodes.get(collection.path)?.operations ?? []) {
    if (many.some((each) => each.operation === operation)) continue;
    const kind = changesOne(document, operation, nodes, collection) ? 'update' : collectionKind(document, operation, collection);
    if (kind !== undefined) members.push(place(document, operation, kind));
  }
  if (finder !== undefined) members.unshift(place(document, finder, 'list'));
  if (collection.item === undefined) return [...members, ...many];
  const itemNode = nodes.get(collection.item);
  for (const operation of itemNode?.operations ?? [])
    if (!isJsonPatch(document, operation)) members.push(place(document, operation, itemKind(operation, itemNode)));
  for (const [path, node] of nodes) {
    const rest = restBelow(path, collection.item);
    if (rest === undefined || own.has(path) || !isDeedBelow(own, collection.item, rest)) continue;
    for (const operation of node.operations)
      if (isTaken(operation) || (operation.method !== 'get' && !isSettingsNode(document, node)))
        members.push(place(document, operation, 'action'));
  }
  return [...members, ...many];
}

/** What is done to several rows of a list, at its path or by a word below it. Any other call on many is a form. */
function doneToMany(document: ContractDocument, nodes: Map<string, Node>, own: Set<string>, { path, rows }: ListContext): Classified[] {
  const row = Object.keys(propertiesOf(document, document.resolve(rows.row)));
  return [...nodes.values()].flatMap((node) => {
    const verb = node.path.slice(path.length + 1);
    const isBelow = node.path.startsWith(`${path}/`) || node.path.startsWith(`${path}:`);
    if (node.path !== path && (!isBelow || own.has(node.path) || verb.includes('/') || isParameter(verb) || method(node, 'get'))) return [];
    return node.operations.flatMap((operation) => {
      const found = operation.notes.op === undefined ? onMany(document, operation, { path, row }) : undefined;
      return found === undefined ? [] : [{ ...place(document, operation, found.kind), ids: found.ids }];
    });
  });
}

type ListContext = { path: string; rows: Rows };

function collectionKind(document: ContractDocument, operation: RawOperation, collection: Collection): OperationKind | undefined {
  if (collection.single === true && operation.method !== 'post')
    return operation.method === 'get' ? 'list' : operation.method === 'delete' ? 'delete' : 'update';
  const sent = operation.body && document.resolve(operation.body.schema);
  const bodyIsArray = sent?.['type'] === 'array';
  if (operation.method === 'get')
    return listOf(document, operation) !== undefined ? 'list' : collection.item === undefined ? 'get' : 'list';
  // of a list of new ones one may be sent alone
  if (operation.method === 'post') return !bodyIsArray || isObjectSchema(document, sent['items']) ? 'create' : undefined;
  // what is done to all of them, or to a list of them, is a call of its own
  return operation.method === 'delete' || bodyIsArray || collection.item !== undefined ? undefined : 'update';
}

function itemKind(operation: RawOperation, node: Node | undefined): OperationKind {
  if (operation.method === 'get') return 'get';
  if (operation.method === 'delete') return 'delete';
  // what sends nothing is done to it
  if (operation.method === 'put') return operation.body === undefined ? 'action' : 'update';
  // beside a PUT it is the same change, of less
  if (operation.method === 'patch') return 'update';
  return method(node, 'put') === undefined && method(node, 'patch') === undefined && operation.body !== undefined ? 'update' : 'action';
}

function isSettingsNode(document: ContractDocument, node: Node): boolean {
  const get = method(node, 'get');
  return get !== undefined && listOf(document, get) === undefined && (method(node, 'put') ?? method(node, 'patch')) !== undefined;
}

function settingsOf(document: ContractDocument, node: Node, placed: Set<RawOperation>): Classified[] | undefined {
  const get = method(node, 'get');
  if (get === undefined || placed.has(get) || isParameter(lastSegment(node.path)) || annotation(get) !== undefined) return undefined;
  const write = method(node, 'put') ?? method(node, 'patch') ?? method(node, 'post');
  if (write === undefined || write.method === 'post') return undefined;
  return [place(document, get, 'get'), place(document, write, 'update')];
}

function place(document: ContractDocument, operation: RawOperation, kind: OperationKind): Classified {
  if (operation.answer === undefined) return { operation, kind };
  const statics = operation.segments.filter((segment) => !isParameter(segment));
  const segment = statics.at(-1) ?? '';
  if (kind === 'list') {
    const rows = findRows(document, operation.answer.schema, segment) ?? { items: '', row: operation.answer.schema };
    return { operation, kind, rows, item: rows.row };
  }
  if (!['get', 'create', 'update'].includes(kind)) return { operation, kind };
  const item = findItem(document, operation.answer.schema, segment);
  return { operation, kind, item: item.schema, at: item.at };
}

function collectionName(document: ContractDocument, collection: Collection, members: Classified[], common: ReadonlySet<string>): string {
  const statics = collection.path.split('/').filter((segment) => segment !== '' && !isParameter(segment));
  const stated = calledByState(statics.at(-1) ?? '', members.find(({ kind }) => kind === 'list')?.operation);
  if (stated !== undefined) return stated;
  for (const kind of ['get', 'list', 'create', 'update'] as const) {
    const member = members.find((candidate) => candidate.kind === kind && candidate.item !== undefined);
    const name = member === undefined ? undefined : schemaComponent(document, member.item);
    if (name !== undefined && !isCalledElse(bare(name), statics, member?.operation.tag ?? '', common)) return pascalCase(bare(name));
  }
  return pascalCase(singular(statics.at(-1) ?? 'resource'));
}

function settingsName(document: ContractDocument, node: Node, members: Classified[]): string {
  const component = schemaComponent(document, members[0]!.item);
  return pascalCase(
    (component === undefined ? undefined : bare(component)) ??
      node.path
        .split('/')
        .filter((segment) => segment !== '' && !isParameter(segment) && !/^(api|v\d+)$/.test(segment))
        .slice(-2)
        .join(' '),
  );
}

/** The same entity under the same last segment is one resource with several scopes; else the later one gets a longer name. */
function addTo(drafts: Draft[], document: ContractDocument, name: string, path: string, members: Classified[], settings: boolean): void {
  const twins = drafts.filter((draft) => (draft.name === name || draft.alike === name) && draft.settings === settings);
  const scope = twins.find((draft) => isScope(draft, path, members));
  if (scope !== undefined) {
    scope.paths.push(path);
    scope.operations.push(...members);
    return;
  }
  if (!twins.some(({ paths }) => paths.some((known) => isOfOtherParents(known, path)))) {
    const [first] = twins;
    const free = freeName(drafts, name, path);
    const longer = first && /\d$/.test(free) ? freeName(drafts, name, first.paths[0] ?? path, 2) : free;
    // `/sessions` beside `/admin/sessions`: the one that has more to say is told by it
    const gives = first?.name === name && longer !== free && !/\d$/.test(longer);
    if (gives) Object.assign(first, { name: longer, alike: name });
    drafts.push({ name: gives ? name : free, paths: [path], settings, operations: members });
    return;
  }
  // each is called after what it stands below, the first as well
  const [first] = twins;
  if (first?.name === name) Object.assign(first, { name: freeName(drafts, name, first.paths[0] ?? path, 2), alike: name });
  drafts.push({ name: freeName(drafts, name, path, 2), alike: name, paths: [path], settings, operations: members });
}

/** Two scopes differ in their parents only: `/sites` and `/companies/{companyId}/sites`. */
function isScope(draft: Draft, path: string, members: Classified[]): boolean {
  const own = tailsOf(path);
  if (draft.paths.some((known) => isOfOtherParents(known, path))) return false;
  // what asks for other credentials is for other people: `/admin/users` beside `/users`
  const [ways, others] = [draft.operations, members].map((list) => list.find(({ kind }) => kind === 'list')?.operation.security);
  if (ways !== undefined && others !== undefined && ways !== others) return false;
  if (!draft.paths.some((known) => tailsOf(known).some((tail) => own.includes(tail)))) return false;
  const parents = (candidate: string): number => candidate.split('/').filter(isParameter).length;
  const sameDepth = draft.paths.some((known) => parents(known) === parents(path));
  const creates = (list: Classified[]): boolean => list.some((member) => member.kind === 'create');
  return !(sameDepth && creates(draft.operations) && creates(members));
}

/** `words`: how many of its path at least tell it from its namesake. */
function freeName(drafts: Draft[], name: string, path: string, words = 1): string {
  const taken = new Set(drafts.map((draft) => draft.name));
  if (words === 1 && !taken.has(name)) return name;
  const statics = path.split('/').filter((segment) => segment !== '' && !isParameter(segment) && !/^(api|v\d+)$/i.test(segment));
  // what is told by a state alone is told with what it is the state of
  const state = states.test(statics.at(-1) ?? '') ? statics.splice(-1, 1)[0] : undefined;
  const stated = state === undefined ? undefined : pascalCase(`${state} ${singular(statics.at(-1) ?? '')}`);
  if (stated !== undefined && !taken.has(stated)) return stated;
  for (let count = words; count <= statics.length; count++) {
    const candidate = pascalCase(statics.slice(-count).map(singular).join(' '));
    if (!taken.has(candidate)) return candidate;
  }
  let index = 2;
  while (taken.has(`${name}${index}`)) index++;
  return `${name}${index}`;
}
