import { choose, pathArgs } from '#api/choose.ts';
import { fillPath } from '#domain/fill-path.ts';
import { isRequired, sameJson, visibleFields } from '#domain/condition.ts';
import { initialDocument, prune } from '#domain/document.ts';
import { variantOf } from '#domain/variant.ts';
import { formats } from '#domain/formats/registry.ts';
import { asArray, asObject, folded, isObject, type JsonObject } from '#domain/json.ts';
import { labelPaths, rowLabel } from '#domain/label.ts';
import type { Field, Json, Mode, Operation, PermissionNode, Ref, Resource } from '#domain/model.ts';
import { getPointer } from '#domain/pointer.ts';
import { getPath } from '#domain/value.ts';
import type { Random } from '#server/simulator/random.ts';
import { forRequests } from '#tests/contract/fuzz/request-schema.ts';
import { validValue } from '#tests/contract/fuzz/valid.ts';
import { exampleArgs } from '#tests/contract/suite.ts';
import { objects } from '#tests/support/answers.ts';
import { dereference, rawOperation } from '#tests/support/contract-document.ts';
import { model, resourceOf } from '#tests/support/model.ts';

type Doc = Record<string, Json>;
type Option = { value: Json; label: string };
/** Where documents are made for: what the workspace binds, and how the API is asked there. */
export type Place = {
  mode: Mode;
  params: Record<string, string>;
  ask: (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<{ status: number; data: unknown }>;
};

/** So many by chance alone; what does not fit together by then is made from the example. */
const CHANCE_TRIES = 12;
const TRIES = 112;
/** Of the optional properties that the fuzz would set, so many: a form is filled by hand. */
const SHARE = 0.25;

/** Stands for a reference until a row is chosen for it. */
const SOMETHING = 'something';
const known = new Proxy<Record<string, readonly string[]>>({}, { get: () => [SOMETHING] });

/**
 * Documents that a person could enter into the form of an operation and that the server would take: made from the schema of
 * the contract, references chosen from what their pickers offer, and asked for by dry run before anything is typed.
 */
export class DocumentMaker {
  readonly #place: Place;
  readonly #options = new Map<string, Promise<Option[]>>();
  readonly #labels = new Map<string, string>();

  constructor(place: Place) {
    this.#place = place;
  }

  /** What a picker shows for a stored value. */
  labelOf(ref: Ref, value: Json): string {
    return this.#labels.get(`${ref.resource} ${String(value)}`) ?? String(value);
  }

  async make(resource: Resource, operation: Operation, random: Random): Promise<Doc> {
    const root = rootOf(resource, operation);
    const schema = schemaOf(operation);
    const sparse: Random = { ...random, chance: (share) => random.chance(share * SHARE) };
    const refusals = new Set<string>();
    for (let tries = 0; tries < TRIES; tries++) {
      const made = documentOf(validValue(schema, sparse, known));
      const document = tries < CHANCE_TRIES ? made : onExample(resource, operation, made, random);
      const body = await this.#complete(root, operation, document, random);
      if (body === undefined) continue;
      const { status, data } = await this.#place.ask('POST', `${this.#address(operation)}?dryRun=true`, body);
      if (status < 300) return body;
      refusals.add(reasonOf(data));
    }
    throw new Error(`${operation.id}: no document of ${TRIES} is taken; refused: ${[...refusals].slice(0, 8).join('; ')}`);
  }

  /** A row as it is now. */
  async stored(resource: Resource, id: string): Promise<Doc> {
    const operation = choose(resource.operations.get, this.#place.params);
    if (!operation) throw new Error(`${resource.name} has no call for one item`);
    return asObject((await this.#place.ask('GET', this.#address(operation, undefined, id))).data);
  }

  /** A change of one property that the server would take: not of a secret, and of what names the item only where it has nothing else. */
  async change(resource: Resource, operation: Operation, stored: Doc, random: Random): Promise<{ field: Field; value: Json; body: Doc }> {
    const root = rootOf(resource, operation);
    const properties = propertiesOf(schemaOf(operation));
    const refusals: string[] = [];
    const identity = new Set([...namesIn(resource.label), ...(resource.data?.unique ?? []).flat()]);
    const rank = (field: Field): number => ease(field) + (identity.has(field.name) ? 5 : 0);
    const candidates = visibleFields(root, stored)
      .filter((field) => this.#isEntered(field) && !field.ref && !field.writeOnly && ease(field) <= 4)
      .toSorted((a, b) => rank(a) - rank(b));
    for (const field of candidates) {
      for (let tries = 0; tries < 4; tries++) {
        const value = validValue(properties[field.name], random, known);
        if (value === undefined || value === null || value === '' || sameJson(value, stored[field.name])) continue;
        const body = asObject(prune(root, { ...stored, [field.name]: normalised(field, value) }, 'update'));
        const id = String(getPath(stored, resource.id));
        const answer = await this.#place.ask('PUT', `${this.#address(operation, stored, id)}?dryRun=true`, body);
        if (answer.status < 300) return { field, value: body[field.name] ?? value, body };
        refusals.push(`${field.name}: ${reasonOf(answer.data)}`);
      }
    }
    throw new Error(`${operation.id}: no property can be changed; refused: ${refusals.slice(0, 8).join('; ')}`);
  }

  /** The document with every property changed that a person may change alone, and that the server would take. */
  async changed(resource: Resource, operation: Operation, stored: Doc, random: Random): Promise<Doc> {
    const root = rootOf(resource, operation);
    const properties = propertiesOf(schemaOf(operation));
    const asks = operation.dryRun === true;
    const address = this.#address(operation, stored, String(getPath(stored, resource.id)));
    let document = stored;
    for (const field of visibleFields(root, stored)) {
      const isOpen = field.kind === 'array' && !field.items?.values;
      if (!this.#isEntered(field) || field.ref || field.writeOnly || field.when || field.const !== undefined || isOpen) continue;
      // what was never set cannot be taken back
      if (stored[field.name] === undefined) continue;
      for (let tries = 0; tries < 9; tries++) {
        const value = this.#withDefaults({ ...field, required: true }, validValue(properties[field.name], random, known));
        if (value === undefined || value === null || value === '' || sameJson(value, stored[field.name])) continue;
        const next = { ...document, [field.name]: value };
        if (asks && (await this.#place.ask('PUT', `${address}?dryRun=true`, prune(root, next, 'update'))).status >= 300) continue;
        document = next;
        break;
      }
    }
    return document;
  }

  #address(operation: Operation, row?: Doc, id?: string): string {
    const args = pathArgs(operation, { params: this.#place.params, row, id });
    return fillPath(operation.path, args);
  }

  /** With the defaults that the form shows, real rows for references, and nothing that the form would not send. */
  async #complete(root: Field, operation: Operation, made: Doc | undefined, random: Random): Promise<Doc | undefined> {
    if (made === undefined) return undefined;
    let document = asObject(this.#withDefaults({ ...root, required: true }, made));
    const properties = propertiesOf(schemaOf(operation));
    for (const field of visibleFields(root, document)) {
      if (document[field.name] !== undefined || !isRequired(field, document) || !this.#isEntered(field)) continue;
      let value: Json | undefined;
      // what is required is there, so a list has something in it
      for (let tries = 0; tries < 9 && (value === undefined || value === '' || sameJson(value, [])); tries++)
        value = validValue(properties[field.name], random, known);
      if (value !== undefined) document[field.name] = value;
    }
    // what a reference may be can depend on another reference
    for (const late of [false, true]) document = asObject(await this.#chosen(root, document, { document, late, random }));
    const { companyId } = this.#place.params;
    if (companyId !== undefined && 'companyId' in document) document = { ...document, companyId };
    return documentOf(prune(root, document, 'create'));
  }

  #withDefaults(field: Field, value: Json | undefined): Json | undefined {
    if (value === undefined || value === null) return value;
    if (field.kind === 'variants') {
      const variant = variantOf(field, value);
      return variant ? this.#withDefaults(variant, value) : value;
    }
    if (field.kind === 'array') {
      if (Array.isArray(field.default) && field.default.length > 0) return field.default;
      const items = asArray(value).map((item) => (field.items ? this.#withDefaults(field.items, item) : item) ?? null);
      // boxes that are ticked come in the order in which they stand
      return field.items?.values ? field.items.values.filter((each) => items.includes(each)) : items;
    }
    if (field.kind !== 'object' || !field.fields) return normalised(field, value);
    const document: Doc = { ...asObject(initialDocument({ ...field, required: true })) };
    for (const each of field.fields) {
      const given = asObject(value)[each.name];
      if (given === undefined || !this.#isEntered(each)) continue;
      const next = this.#withDefaults(each, given);
      // an empty control is an absent value
      if (next !== undefined && next !== '' && !(Array.isArray(next) && next.length === 0)) document[each.name] = next;
    }
    return document;
  }

  async #chosen(field: Field, value: Json | undefined, at: { document: Doc; late: boolean; random: Random }): Promise<Json | undefined> {
    if (value === undefined || value === null) return value;
    if (field.widget === 'permissionTree') return at.late ? value : at.random.pick(wholePages());
    const ref = field.ref ?? field.items?.ref;
    if (ref) {
      const late = 'in' in ref || Object.values(ref.scope ?? {}).some((pointer) => pointer !== '');
      if (late !== at.late) return value;
      const values = (await this.#offered(ref, at.document)).map((option) => option.value);
      if (!Array.isArray(value)) return values.length > 0 ? at.random.pick(values) : undefined;
      return at.random.some(values, Math.max(value.length, 1));
    }
    if (field.kind === 'variants') {
      const variant = variantOf(field, value);
      return variant ? this.#chosen(variant, value, at) : value;
    }
    if (field.kind === 'array' && field.items && Array.isArray(value)) {
      const items: Json[] = [];
      for (const item of value) items.push((await this.#chosen(field.items, item, at)) ?? null);
      return items;
    }
    if (field.kind !== 'object' || !field.fields) return value;
    const document = { ...asObject(value) };
    for (const each of visibleFields(field, value)) {
      const next = await this.#chosen(each, document[each.name], at);
      if (next === undefined) delete document[each.name];
      else document[each.name] = next;
    }
    return document;
  }

  /** What the picker offers before anything is typed. */
  async #offered(ref: NonNullable<Field['ref']>, document: Doc): Promise<Option[]> {
    if ('in' in ref) {
      const items = getPointer(document, ref.in);
      return (Array.isArray(items) ? items : []).flatMap((item) => {
        const value = ref.value === '' ? item : getPath(item, ref.value);
        return value === undefined ? [] : [{ value, label: String(value) }];
      });
    }
    const target = resourceOf(ref.resource);
    const scope = Object.fromEntries(
      Object.entries(ref.scope ?? {}).flatMap(([name, pointer]) => {
        const value = pointer === '' ? this.#place.params[name] : getPointer(document, pointer);
        return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
      }),
    );
    const bound = { ...this.#place.params, ...scope };
    const list = choose(target.operations.list, bound);
    if (!list) return [];
    const inPath = new Set(list.pathParams.map(({ name }) => name));
    const query = new URLSearchParams({
      ...Object.fromEntries(Object.entries(ref.where ?? {}).map(([name, value]) => [name, String(value)])),
      ...Object.fromEntries(Object.entries(scope).filter(([name]) => !inPath.has(name) && ref.scope?.[name] !== '')),
      ...(list.paging?.limit ? { [list.paging.limit]: '20' } : {}),
    });
    const args = pathArgs(list, { params: bound });
    const path = fillPath(list.path, args);
    const address = `${path}?${query.toString()}`;
    let options = this.#options.get(`${address} ${ref.value}`);
    if (!options) this.#options.set(`${address} ${ref.value}`, (options = this.#fetchOptions(address, target, list, ref)));
    return options;
  }

  async #fetchOptions(address: string, target: Resource, list: Operation, ref: Ref): Promise<Option[]> {
    const { data } = await this.#place.ask('GET', address);
    const rows = getPath(data, list.paging?.items ?? 'results') ?? data;
    if (!Array.isArray(rows)) return [];
    return asArray(rows).flatMap((row) => {
      const value = getPath(row, ref.value ?? target.id);
      if (value === undefined || value === null || value === '') return [];
      const label = rowLabel(target.label, row, String(value));
      this.#labels.set(`${ref.resource} ${String(value)}`, label);
      return [{ value, label }];
    });
  }

  #isEntered(field: Field): boolean {
    return !field.readOnly && !field.hide?.includes('form') && (field.modes?.includes(this.#place.mode) ?? true);
  }
}

/**
 * Where chance alone does not find what fits together, the example of the contract does: with other names, and a few of its
 * properties exchanged.
 */
function onExample(resource: Resource, operation: Operation, made: Doc | undefined, random: Random): Doc {
  const example = asObject(exampleArgs(operation).body);
  const root = rootOf(resource, operation);
  const own = new Set([...namesIn(resource.label), ...(resource.data?.unique ?? []).flat()]);
  const exchanged = Object.entries(made ?? {}).filter(([name]) => own.has(name) || !(name in example) || random.chance(0.1));
  const document = { ...example, ...Object.fromEntries(exchanged) };
  for (const { name, limits } of root.fields ?? []) {
    const value = document[name];
    if (limits?.pattern === undefined || typeof value !== 'string' || !own.has(name)) continue;
    const other = value.replaceAll(/\d/g, () => String(random.int(1, 9)));
    if (new RegExp(limits.pattern, 'u').test(other)) document[name] = other;
  }
  return document;
}

function namesIn(label: string): string[] {
  return labelPaths(label).map((path) => path.split('.')[0] ?? path);
}

export function rootOf(resource: Resource, operation: Operation): Field {
  const root = resource.schemas[operation.body?.schema ?? ''];
  if (!root) throw new Error(`${operation.id} has no body`);
  return root;
}

function documentOf(value: Json | undefined): Doc | undefined {
  return isObject(value) ? value : undefined;
}

function schemaOf(operation: Operation): JsonObject {
  return forRequests(rawOperation(operation).body?.schema ?? {});
}

function propertiesOf(schema: unknown): JsonObject {
  const whole = dereference(schema);
  return folded([...asArray(whole['allOf']).map(propertiesOf), asObject(whole['properties'])]);
}

/** As the control leaves it when it is typed. */
function normalised(field: Field, value: Json): Json {
  if (typeof value !== 'string') return value;
  if (field.format === 'date-time') return new Date(value).toISOString();
  return formats[field.format ?? '']?.normalise?.(value) ?? value;
}

/** How telling a change of the field is, the best first. */
function ease(field: Field): number {
  if (field.when || field.const !== undefined || isStructure(field)) return 9;
  if (field.kind === 'text' && !field.values) return field.format === 'plain-text' ? 0 : field.format === undefined ? 1 : 2;
  if (field.values) return 4;
  return field.kind === 'boolean' ? 4 : 3;
}

/** The ids of each page that anybody may be given: all of it, and not all of its group, whose own id would come along. */
function wholePages(): string[][] {
  const idsOf = (node: PermissionNode): string[] => [node.id, ...(node.children ?? []).flatMap(idsOf)];
  const isFree = (node: PermissionNode): boolean => !node.roles && !node.onlyAdmin && (node.children ?? []).every(isFree);
  return model.permissions.flatMap((group) => {
    const pages = (group.children ?? []).filter((page) => page.children?.length && isFree(page));
    return group.roles || group.onlyAdmin || pages.length < 2 ? [] : pages.map(idsOf);
  });
}

/** Code, and what is wrong where. */
function reasonOf(problem: unknown): string {
  const { code, detail, errors } = asObject(problem);
  const places = objects(errors).map((error) => `${String(error['pointer'])} ${String(error['code'])}`);
  return `${String(code)} ${places.length > 0 ? places.join(', ') : String(detail ?? '')}`;
}

function isStructure({ kind }: Field): boolean {
  return kind === 'object' || kind === 'array' || kind === 'map' || kind === 'variants' || kind === 'json';
}
