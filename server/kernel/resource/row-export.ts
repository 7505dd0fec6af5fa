import { asObject } from '#domain/json.ts';
import { LRUCache } from 'lru-cache';

import { BYTE_ORDER_MARK, csvLine, rawCell } from '#domain/csv.ts';
import { type Access, decide, decideAnywhere } from '#domain/access/decide.ts';
import { displayed, plain, type Words } from '#domain/display.ts';
import { rowLabel } from '#domain/label.ts';
import type { Field, Json, Operation } from '#domain/model.ts';
import { formatDateTime } from '#domain/units/date-time.ts';
import { getPath } from '#domain/value.ts';
import { forbidden, validationFailed } from '#generated/problems.ts';
import en from '#locales/en/resource.json' with { type: 'json' };
import zh from '#locales/zh/resource.json' with { type: 'json' };
import { handleFor, innerCall } from '#server/kernel/access/caller.ts';
import { type Call, type Handler, type Handlers, read } from '#server/kernel/handler.ts';
import { admitRead } from '#server/kernel/pipeline.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import { mismatchAt } from '#server/kernel/resource/mismatch.ts';
import { fieldLabels, valueLabel } from '#server/kernel/resource/labels.ts';
import type { Doc } from '#server/store/items/tables.ts';

type Column = { path: string; field: Field; header: string };

const sentences = { zh, en };
/** Names of items that were referred to; of more, those that no row has named for longest are asked for again. */
const NAMES_KEPT = 20_000;

/** All rows of a stored list as one file, made while it is sent: the memory it takes does not grow with the rows. */
export function rowExport(handlers: () => ReadonlyMap<string, Handler>) {
  return {
    exportRows: read(async (call) => {
      const { operation, path = {}, query = {}, columns, values = 'displayed', timeZone = 'UTC' } = call.body;
      const served = call.services.contract.operations.get(operation);
      const handler = handlers().get(operation);
      if (!served?.resource || handler?.kind !== 'read' || !handler.rows) throw unknown('/operation', operation);
      const inner = innerCall(call, served, { path, body: undefined });
      await admitRead(inner, handler, query);
      const { file, schemas, row } = served.resource;
      const raw = values === 'raw';
      const reader = raw ? asReaderOfItems(inner) : inner;
      const root = raw ? (call.services.store.specNamed(served.resource.name)?.fields ?? schemas[row]) : schemas[row];
      const chosen = columns.map((name, index) => columnOf(inner, root, name, index));
      const words = raw ? undefined : new RowWords(inner, timeZone);
      const name = `${file}-${new Date(call.services.clock.now()).toISOString().slice(0, 10)}.csv`;
      const header = csvLine(chosen.map((column) => (words ? column.header : column.path)));
      return { stream: { name, type: 'text/csv; charset=utf-8', parts: lines(header, chosen, await handler.rows(reader, raw), words) } };
    }),
  } satisfies Handlers;
}

async function* lines(header: string, columns: Column[], parts: AsyncIterable<string[]>, words?: RowWords): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + header;
  for await (const texts of parts) {
    const rows = texts.map((text) => asObject(JSON.parse(text)));
    await words?.learn(columns, rows);
    yield rows
      .map((row) => csvLine(columns.map(({ path, field }) => mismatchAt(row, path) ?? cellOf(getPath(row, path), field, words))))
      .join('');
  }
}

function cellOf(value: unknown, field: Field, words: Words | undefined): unknown {
  return words ? displayed(field, value, words) : rawCell(field, value);
}

/**
 * Raw rows are the stored items themselves. Where the list is open to more people than the item, it is read as far as
 * the caller may read items.
 */
function asReaderOfItems(call: Call): Call {
  const { operation, resource } = call.served;
  const { get = [] } = resource?.operations ?? {};
  const isOpen = ({ access }: Operation): boolean => typeof access !== 'object' || needOf(access) === needOf(operation.access);
  if (get.length === 0 || get.some(isOpen)) return call;
  const companies = companiesNamed(call);
  const mayGet = ({ access }: Operation): boolean =>
    (companies.length > 0
      ? decide(inCompanies(access), call.principal, companies, call.services.contract.permissions)
      : decideAnywhere(access, call.principal, call.services.contract.permissions)
    ).allowed;
  const readable = get.find(mayGet);
  if (!readable || typeof operation.access === 'object') throw new ProblemError(forbidden());
  return { ...call, handle: handleFor(call, readable.access) };
}

/** The companies that the call is about, in its path or its query. */
function companiesNamed({ path, query, services }: Call): string[] {
  return Object.keys(services.contract.model.context)
    .flatMap((name) => [path[name], query[name]].flat())
    .filter((id): id is string => typeof id === 'string' && id !== '');
}

function inCompanies(access: Access): Access {
  return typeof access === 'object' ? { ...access, tenant: { in: 'path', name: '' } } : access;
}

function needOf(access: Access): string {
  return typeof access === 'object' ? `${access.node} ${access.level}` : access;
}

function columnOf(call: Call, root: Field | undefined, path: string, index: number): Column {
  const { resource } = call.served;
  let field = root;
  for (const step of path.split('.')) field = field?.fields?.find(({ name }) => name === step);
  if (!field || field.writeOnly) throw unknown(`/columns/${index}`, path);
  const labels = fieldLabels(call, resource?.file ?? '');
  return { path, field, header: labels[field.path] ?? labels[field.name] ?? path };
}

/** A word that is well formed and names nothing. */
function unknown(pointer: string, value: string): ProblemError {
  const finding: Finding = { pointer, code: 'rule.subsetOf.unknown', params: { value } };
  return new ProblemError(validationFailed({ count: 1 }), { errors: [finding] });
}

/** What the caller's language, zone and reach make of values. */
class RowWords implements Words {
  readonly yes: string;
  readonly no: string;
  readonly #call: Call;
  readonly #timeZone: string;
  /** Those that the present rows need, however many. */
  #names = new Map<string, string>();
  readonly #remembered = new LRUCache<string, string>({ max: NAMES_KEPT });

  constructor(call: Call, timeZone: string) {
    this.#call = call;
    this.#timeZone = timeZone;
    ({ yes: this.yes, no: this.no } = sentences[call.language].export);
  }

  enumeration(field: Field, value: Json): string {
    return valueLabel(this.#call, this.#call.served.resource?.file ?? '', field.path, value);
  }

  time(value: unknown): string | undefined {
    return typeof value === 'string' || typeof value === 'number' ? formatDateTime(value, this.#timeZone) || undefined : undefined;
  }

  named(field: Field, value: string): string | undefined {
    return this.#names.get(keyOf(field, value));
  }

  /** Asks what the items are called that these rows refer to: each once, and only of those that the caller reaches. */
  async learn(columns: Column[], rows: Doc[]): Promise<void> {
    this.#names = new Map();
    const { store } = this.#call.services;
    for (const { path, field } of columns) {
      const ref = field.ref ?? field.items?.ref;
      const spec = ref && 'resource' in ref ? store.specNamed(ref.resource) : undefined;
      if (!ref || 'in' in ref || !spec) continue;
      const values = new Set(rows.flatMap((row) => getPath(row, path) ?? []).map(plain));
      const asked: string[] = [];
      for (const value of values) {
        if (value === '') continue;
        const known = this.#remembered.get(keyOf(field, value));
        if (known === undefined) asked.push(value);
        this.#names.set(keyOf(field, value), known ?? value);
      }
      if (asked.length === 0) continue;
      const property = ref.value ?? spec.id;
      const found = await this.#call.handle.list(spec, { among: [{ path: property, in: asked }], skip: 0, limit: asked.length });
      for (const { id, text } of found.rows) {
        const doc = asObject(JSON.parse(text));
        const value = property === spec.id ? id : plain(getPath(doc, property));
        this.#names.set(keyOf(field, value), rowLabel(spec.resource.label, doc, value));
      }
      for (const value of asked) this.#remembered.set(keyOf(field, value), this.#names.get(keyOf(field, value)) ?? value);
    }
  }
}

function keyOf({ ref, items }: Field, value: string): string {
  const target = ref ?? items?.ref;
  return `${target && 'resource' in target ? target.resource : ''} ${value}`;
}
