import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { asArray, asObject, isObject, type JsonObject } from '#domain/json.ts';
import { mergePatched, withoutRemovals } from '#domain/merge-patch.ts';
import type { IdsLocation } from '#domain/ids-location.ts';
import type { Json, Operation, Resource } from '#domain/model.ts';
import { joinPointer } from '#domain/pointer.ts';
import { getPath, setPath } from '#domain/value.ts';
import type { Contract, Served } from '#server/kernel/contract.ts';
import { isStrange, keysIn } from './request-values.ts';
import { listPage } from './mock-list.ts';
import { resolved } from '#domain/sample.ts';
import { Shapes } from './shape.ts';
import type { MockStore } from './store.ts';

export type MockRequest = {
  method: string;
  path: string;
  query: Record<string, string | string[] | undefined>;
  headers: IncomingHttpHeaders;
  body: unknown;
};
export type Reply = { status: number; body?: Json; mediaType?: string; headers?: Record<string, string> };
type Match = { served: Served; values: Record<string, string> };
type Route = { served: Served; pattern: RegExp; names: string[]; parameters: number };

/** Where there is one document. */
const ONE = 'document';
const PROBLEM = 'application/problem+json';

/**
 * Answers a contract without a backend: bodies are held to their schemas, what is created is kept, listed, changed and deleted, and all
 * else is answered with an example or something made of its schema.
 */
export class Mock {
  readonly #routes: Route[];
  readonly #shapes: Shapes;
  readonly #store: MockStore;

  constructor(contract: Contract, store: MockStore) {
    this.#shapes = new Shapes(asObject(contract.document));
    this.#store = store;
    this.#routes = [...contract.operations.values()]
      .map((served) => ({
        served,
        pattern: patternOf(served.operation.path),
        names: [...served.operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
        parameters: served.operation.path.split('{').length,
      }))
      // a fixed segment is meant before a parameter
      .toSorted((a, b) => a.parameters - b.parameters);
  }

  /** `signed`: the call brings what the document's security asks for. */
  answer(request: MockRequest, signed: boolean): Reply {
    const found = this.#match(request);
    if (!found) return { status: 404, mediaType: PROBLEM, body: { title: 'The contract has no such call.', status: 404 } };
    const { operation } = found.served;
    if (!signed && this.#isSecured(operation)) return this.#refusal(operation, 401, 'Not logged in.');
    const faults = this.#faults(found.served, request);
    if (faults.length > 0) return this.#refusal(operation, 422, 'Not as the contract says.', faults);
    return this.#reply(found, request);
  }

  #match({ method, path }: MockRequest): Match | undefined {
    for (const { served, pattern, names } of this.#routes) {
      const found = served.operation.method === method.toLowerCase() ? pattern.exec(path) : null;
      if (found)
        return { served, values: Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')])) };
    }
    return undefined;
  }

  #faults({ operation, validate }: Served, { body, query, headers }: MockRequest): Json[] {
    const unasked = operation.query
      .filter(({ name, required }) => required && query[name] === undefined)
      .map(({ name }) => `/query/${name}`);
    const unsent = (operation.asked ?? []).filter(({ name }) => !headers[name.toLowerCase()]).map(({ name }) => `/headers/${name}`);
    const strange = operation.query
      .filter((field) => isStrange(field, query[field.name]))
      .map(({ name }) => ({ pointer: `/query/${name}`, detail: 'is none of its values' }));
    const missing = [...[...unasked, ...unsent].map((pointer) => ({ pointer, detail: 'is required' })), ...strange];
    if (!operation.body) return missing;
    if (body === undefined) return operation.body.required ? [...missing, { pointer: '', detail: 'A body is required' }] : missing;
    if (!operation.body.mediaType.includes('json') || !validate || validate(body)) return missing;
    // a property that a patch takes away is no value
    if (operation.body.merge && validate(withoutRemovals(body))) return missing;
    const errors = (validate.errors ?? []).map(({ instancePath, params, message }) => ({
      pointer: typeof params?.['missingProperty'] === 'string' ? joinPointer(instancePath, params['missingProperty']) : instancePath,
      detail: message ?? 'is wrong',
    }));
    return [...missing, ...errors];
  }

  #reply(found: Match, request: MockRequest): Reply {
    const { operation, resource } = found.served;
    if (!resource) return this.#any(operation);
    const at = placeOf(operation, resource, found.values, request.path);
    const single = resource.settings === true || isSingle(resource);
    // of a list of new ones the first
    const whole = operation.body?.many ? asArray(request.body)[0] : request.body;
    const sent = asObject(getPath(whole, operation.body?.wrap ?? ''));
    const one = single ? ONE : (this.#keyOf(found.served, at) ?? idIn(sent, resource));
    if (operation.kind === 'list' && single) return this.#get(operation, resource, at.collection, ONE);
    if (operation.kind === 'list') return this.#list(operation, resource, at.collection, request);
    if (operation.ids) return this.#several(operation, operation.ids, resource, at.collection, request);
    if (operation.kind === 'create') return this.#create(operation, resource, at.collection, sent);
    if (operation.kind === 'get' && one !== undefined) return this.#get(operation, resource, at.collection, one);
    if (operation.kind === 'update' && one !== undefined)
      return this.#update(operation, resource, { collection: at.collection, id: one }, sent);
    if (operation.kind === 'delete' && one !== undefined) {
      if (!this.#known(resource, at.collection).has(one)) return this.#refusal(operation, 404, 'It is not there.');
      this.#store.delete(at.collection, one);
    }
    return this.#any(operation);
  }

  /** Under which id a row is kept that this call may know by another property. */
  #keyOf({ operation, resource }: Served, { collection, id }: { collection: string; id?: string }): string | undefined {
    const from = operation.pathParams.at(-1)?.from;
    if (from === undefined || id === undefined || !resource) return id;
    return [...this.#known(resource, collection)].find(([, row]) => String(getPath(row, from)) === id)?.[0] ?? id;
  }

  #list(operation: Operation, resource: Resource, collection: string, { query, path }: MockRequest): Reply {
    const { items = '', total: totalAt, next: nextAt, more: moreAt, cursor } = operation.paging ?? {};
    const { rows: chosen, total, next } = listPage(this.#below(resource, operation, collection), operation, resource, query);
    const schema = this.#answerSchema(operation);
    const rowSchema = resolved(this.#shapes.root, this.#at(schema, items))['items'];
    const rows = chosen.map((row) => this.#shapes.fitted(rowSchema, row));
    const address = next === undefined ? undefined : `${path}?${new URLSearchParams({ [cursor ?? 'cursor']: next }).toString()}`;
    const headers = {
      ...(totalAt?.startsWith('header:') ? { [totalAt.slice('header:'.length)]: String(total) } : {}),
      ...(nextAt === 'link' && address !== undefined ? { link: `<${address}>; rel="next"` } : {}),
      ...(nextAt?.startsWith('header:') && next !== undefined ? { [nextAt.slice('header:'.length)]: next } : {}),
    };
    if (items === '') return { status: operation.success, body: rows, headers };
    let body: Json = setPath(asObject(this.#shapes.sample(schema)), items, rows);
    if (totalAt !== undefined && !totalAt.startsWith('header:')) body = setPath(body, totalAt, total);
    if (moreAt !== undefined) body = setPath(body, moreAt, next !== undefined);
    if (nextAt !== undefined && nextAt !== 'link' && !/^(?:header|last):/.test(nextAt)) {
      const isAddress = /^ur[il]/.test(String(resolved(this.#shapes.root, this.#at(schema, nextAt))['format'] ?? ''));
      body = next === undefined ? withoutAt(body, nextAt) : setPath(body, nextAt, isAddress ? (address ?? next) : next);
    }
    return { status: operation.success, body, headers };
  }

  /** The rows of a list; of one that asks for fewer parents than another, those of all parents. */
  #below(resource: Resource, operation: Operation, collection: string): JsonObject[] {
    const own = [...this.#known(resource, collection).values()];
    const narrower = collectionsOf(resource).filter(
      (path) => path !== trimmed(operation.path) && parameters(path) > parameters(operation.path),
    );
    const others = narrower.flatMap((path) => this.#store.matching(patternOf(path), collection));
    // the one row to look at stands for none that was made
    return others.length > 0 ? [...others, ...own.filter((row) => !others.some((each) => each[resource.id] === row[resource.id]))] : own;
  }

  /** Rows that are named by their ids: gone, or with what else the body says of them. */
  #several(operation: Operation, ids: IdsLocation, resource: Resource, collection: string, { body, query }: MockRequest): Reply {
    const rows = this.#known(resource, collection);
    const named = keysIn(ids, { body, query });
    const known = new Set(resource.schemas[resource.row]?.fields?.map(({ name }) => name));
    const changes = Object.fromEntries(Object.entries(asObject(body)).filter(([name]) => name !== ids.at && known.has(name)));
    for (const [id, row] of rows) {
      if (!named.has(String(getPath(row, ids.from ?? resource.id)))) continue;
      if (operation.kind === 'bulkDelete') this.#store.delete(collection, id);
      else this.#store.put(collection, id, { ...row, ...changes });
    }
    return this.#any(operation);
  }

  #create(operation: Operation, resource: Resource, collection: string, body: JsonObject): Reply {
    const schema = this.#at(this.#answerSchema(operation), operation.answerAt ?? '');
    const id = isSingle(resource) ? ONE : this.#newId(resource, collection, body, schema);
    const kept = id === ONE ? body : asObject(setPath(this.#withHolder(resource, body, schema), resource.id, id));
    this.#known(resource, collection);
    this.#store.put(collection, String(id), kept);
    return this.#item(operation, kept);
  }

  #get(operation: Operation, resource: Resource, collection: string, id: string): Reply {
    const kept = this.#known(resource, collection).get(id);
    return kept ? this.#item(operation, kept) : this.#refusal(operation, 404, 'It is not there.');
  }

  #update(operation: Operation, resource: Resource, { collection, id }: { collection: string; id: string }, body: JsonObject): Reply {
    const kept = this.#known(resource, collection).get(id);
    if (!kept) return this.#refusal(operation, 404, 'It is not there.');
    // what a PUT leaves out is gone, but for what the server alone says
    const own = getPath(kept, resource.id);
    const holder = resource.id.split('.', 1)[0] ?? resource.id;
    const stays = id === ONE ? {} : { [holder]: kept[holder] ?? id };
    const replaced = operation.body?.merge ? asObject(mergePatched(kept, body)) : { ...stays, ...body };
    const next = id === ONE || own === undefined ? replaced : asObject(setPath(replaced, resource.id, own));
    this.#store.put(collection, id, next);
    return this.#item(operation, next);
  }

  /** Where its contract makes none, a collection holds one row to look at; a document that is there once is made at the first look. */
  #known(resource: Resource, collection: string): ReadonlyMap<string, JsonObject> {
    const rows = this.#store.rows(collection);
    if (rows) return rows;
    const [source] = [...resource.operations.get, ...resource.operations.list];
    if (!source || (resource.settings !== true && resource.operations.create.length > 0)) return new Map();
    const schema = this.#answerSchema(source);
    const at =
      source.kind === 'list'
        ? resolved(this.#shapes.root, this.#at(schema, source.paging?.items ?? ''))['items']
        : this.#at(schema, source.answerAt ?? '');
    const sample = asObject(this.#shapes.sample(at));
    const id = resource.settings === true ? ONE : String(getPath(sample, resource.id) ?? 'sample');
    this.#store.put(
      collection,
      id,
      resource.settings === true ? sample : asObject(setPath(sample, resource.id, getPath(sample, resource.id) ?? id)),
    );
    return this.#store.rows(collection) ?? new Map();
  }

  #item(operation: Operation, kept: JsonObject): Reply {
    const schema = this.#answerSchema(operation);
    if (schema === undefined) return { status: operation.success };
    const at = operation.answerAt;
    const item = this.#shapes.fitted(this.#at(schema, at ?? ''), kept);
    if (at === undefined) return { status: operation.success, body: this.#isObject(schema) ? item : (this.#shapes.sample(schema) ?? null) };
    return { status: operation.success, body: setPath(this.#shapes.sample(schema) ?? {}, at, item) };
  }

  #isObject(schema: unknown): boolean {
    return isObject(this.#shapes.sample(schema));
  }

  /** In the shape that the contract gives its failures, where it does. */
  #refusal(operation: Operation, status: number, detail: string, errors: Json[] = []): Reply {
    const { root } = this.#shapes;
    const responses = asObject(this.#node(operation)['responses']);
    const declared = asObject(resolved(root, responses[String(status)] ?? responses['4XX'] ?? responses['default'])['content']);
    const [mediaType, content] = Object.entries(declared).find(([type]) => type.includes('json')) ?? [PROBLEM, undefined];
    const problem = { title: detail, detail, message: detail, status, code: status, ...(errors.length > 0 ? { errors } : {}) };
    return { status, mediaType, body: content === undefined ? problem : this.#shapes.fitted(asObject(content)['schema'], problem) };
  }

  #node({ path, method }: Operation): JsonObject {
    return asObject(asObject(asObject(this.#shapes.root['paths'])[path])[method]);
  }

  #isSecured(operation: Operation): boolean {
    const ways = asArray(this.#node(operation)['security'] ?? this.#shapes.root['security']).map(asObject);
    return ways.length > 0 && ways.every((way) => Object.keys(way).length > 0);
  }

  #any(operation: Operation): Reply {
    const schema = this.#answerSchema(operation);
    return schema === undefined ? { status: operation.success } : { status: operation.success, body: this.#shapes.sample(schema) ?? null };
  }

  #answerSchema(operation: Operation): unknown {
    const { root } = this.#shapes;
    const { success } = operation;
    const responses = asObject(this.#node(operation)['responses']);
    const response = resolved(root, responses[String(success)] ?? responses['2XX'] ?? responses['default']);
    const [, content] = Object.entries(asObject(response['content'])).find(([type]) => type.includes('json')) ?? [];
    const schema = asObject(content)['schema'];
    const { type, items } = asObject(schema);
    // `items` without a type are a document where no list is meant
    return operation.kind !== 'list' && operation.answerAt === undefined && type === undefined && isObject(items) ? items : schema;
  }

  /** The schema at a dotted path of another. */
  #at(schema: unknown, path: string): unknown {
    let current: unknown = schema;
    for (const segment of path === '' ? [] : path.split('.')) {
      const node = resolved(this.#shapes.root, current);
      const parts = [node, ...asArray(node['allOf']).map((part) => resolved(this.#shapes.root, part))];
      current = /^\d+$/.test(segment)
        ? node['items']
        : parts.map((part) => asObject(part['properties'])[segment]).find((each) => each !== undefined);
    }
    return current;
  }

  /** As the schema has it: what the caller names, a number that counts on, or a text of its own. */
  #newId(resource: Resource, collection: string, body: JsonObject, item: unknown): Json {
    const given = getPath(body, resource.id) ?? body[resource.id.split('.').at(-1) ?? ''];
    if (typeof given === 'string' || typeof given === 'number') return given;
    const field = resource.schemas[resource.item]?.fields?.find(({ name }) => name === resource.id);
    const rows = this.#known(resource, collection);
    if (field?.kind === 'integer' || field?.kind === 'number') return Math.max(0, ...[...rows.keys()].map((id) => Number(id) || 0)) + 1;
    const made = field?.format === 'uuid' ? randomUUID() : `${resource.file}-${randomUUID().slice(0, 8)}`;
    const schema = this.#at(item, resource.id);
    if (this.#shapes.takes(schema, made)) return made;
    return this.#shapes.texts(schema).find((text) => !rows.has(text) && this.#shapes.takes(schema, text)) ?? made;
  }

  /** What the id stands in, where that is an object of the item. */
  #withHolder({ id }: Resource, body: JsonObject, item: unknown): JsonObject {
    const holder = id.slice(0, Math.max(0, id.lastIndexOf('.')));
    return holder === '' || getPath(body, holder) !== undefined
      ? body
      : asObject(setPath(body, holder, this.#shapes.sample(this.#at(item, holder)) ?? {}));
  }
}

/** An item that is changed at the path of all says itself which it is. */
function idIn(sent: JsonObject, { id }: Resource): string | undefined {
  const own = getPath(sent, id);
  return typeof own === 'string' || typeof own === 'number' ? String(own) : undefined;
}

/** One path reads, makes, changes and removes one thing: a list of at most one row. */
function isSingle({ operations: { list, get, update, delete: remove } }: Resource): boolean {
  if (get.some(({ path }) => path !== list[0]?.path)) return false;
  return list.some(({ path, paging }) => paging?.items === '' && [...update, ...remove].some((each) => each.path === path));
}

/** The address of the collection, and the id of the item in it. */
function placeOf(
  operation: Operation,
  resource: Resource,
  values: Record<string, string>,
  path: string,
): { collection: string; id?: string } {
  const isOne = /\}\/?$/.test(operation.path) && operation.kind !== 'list' && operation.kind !== 'create' && resource.settings !== true;
  const last = isOne ? operation.pathParams.at(-1)?.name : undefined;
  const id = last === undefined ? undefined : values[last];
  const own = trimmed(last === undefined ? operation.path : operation.path.slice(0, operation.path.lastIndexOf('/')));
  const known = collectionsOf(resource);
  // `/group/{id}` is one of `/groups`; where verbs stand in for methods, calls have no path in common but the resource's own:
  // that of settings, too, which are read at one address and set at another
  const apart = resource.settings && !own.startsWith(resource.path);
  const [template] = apart
    ? [resource.path]
    : known.includes(own) || resource.settings
      ? [own]
      : nearest([...known, resource.path], values);
  const collection = (template ?? path).replaceAll(/\{([^}]+)\}/g, (whole, name: string) => values[name] ?? whole);
  const besides = Object.keys(values).filter((name) => !(template ?? '').includes(`{${name}}`));
  const named =
    id ?? (operation.kind === 'list' || operation.kind === 'create' || resource.settings ? undefined : values[besides[0] ?? '']);
  return { collection, ...(named === undefined ? {} : { id: named }) };
}

/** Paths that list or make rows. */
function collectionsOf({ operations: { list, create } }: Resource): string[] {
  return [...new Set([...list, ...create].map(({ path }) => trimmed(path)))];
}

/** Of several scopes those whose parents are known, the narrowest first. */
function nearest(paths: string[], values: Record<string, string>): string[] {
  return paths
    .filter((path) => [...path.matchAll(/\{([^}]+)\}/g)].every(([, name = '']) => name in values))
    .toSorted((a, b) => parameters(b) - parameters(a));
}

function parameters(path: string): number {
  return path.split('{').length;
}

function trimmed(path: string): string {
  return path.replace(/(.)\/+$/, '$1');
}

function patternOf(path: string): RegExp {
  return new RegExp(
    `^${path
      .split(/\{[^}]+\}/)
      .map(escaped)
      .join('([^/]+)')}$`,
  );
}

function withoutAt(body: Json, path: string): Json {
  const kept = getPath(body, path);
  return kept === undefined ? body : setPath(body, path, null);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
