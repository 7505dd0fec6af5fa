import { objects } from '#tests/support/answers.ts';
import { fillPath } from '#domain/fill-path.ts';
import { asObject } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { choose, pathArgs } from '#api/choose.ts';
import type { Field, Json, Labels, Operation, Resource } from '#domain/model.ts';
import { labelsOf, model, resourceOf } from '#tests/support/model.ts';
import { checkRows, contentOf, keyText, type Line, type Plan } from '#import/check/check-rows.ts';
import { keysOf } from '#import/check/existing-rows.ts';
import { rawColumns } from '#import/export/export-columns.ts';
import { decodeText, parseCsv, type Table } from '#import/file/parse-csv.ts';
import { References } from '#import/check/references.ts';
import { mapHeaders } from '#import/check/targets.ts';
import type { Row } from '#resource/list-answer.ts';
import type { SeedName } from '#server/seed/seed.ts';
import { type Client, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

const viewer = { mode: 'global', kind: 'superAdmin', holds: () => true } as const;

/** Where each seed has rows of a company. */
const worlds: [SeedName, string][] = [
  ['demo', 'c-huaxin'],
  ['examples', 'c-acme'],
];
/** Rows of a list that are enough to know how it is read back. */
const MOST = 60;

/** A sheet laid over what is stored, as the page does it. */
class Sheet {
  readonly resource: Resource;
  readonly labels: Labels[];
  readonly update: Operation;
  readonly #client: Client;
  readonly #params: Record<string, string>;
  readonly #list: Operation;
  readonly #create: Operation;

  constructor(client: Client, resource: Resource, params: Record<string, string>) {
    this.#client = client;
    this.resource = resource;
    this.#params = params;
    this.labels = (['zh', 'en'] as const).map((language) => labelsOf(resource.name, language));
    const { create, update, list } = resource.operations;
    const [made, changed, listed] = [choose(create, params), choose(update, params), choose(list, params)];
    if (!made || !changed || !listed) throw new Error(`${resource.name} cannot be imported here`);
    [this.#create, this.update, this.#list] = [made, changed, listed];
  }

  /** All columns, raw values. */
  async exported(): Promise<Table> {
    const columns = rawColumns({ resource: this.resource, labels: this.#words, viewer }).map(({ key }) => key);
    const body = { operation: this.#list.id, path: pathArgs(this.#list, { params: this.#params }), columns, values: 'raw' };
    const reply = await this.#client.post('/api/v1/export', body);
    if (reply.status !== 200) throw new Error(`${this.resource.name}: ${JSON.stringify(reply.body)}`);
    const table = parseCsv(decodeText(new TextEncoder().encode(String(reply.body['text'])).buffer));
    return { ...table, rows: table.rows.slice(0, MOST) };
  }

  async check(table: Table, more: Partial<Plan> = {}): Promise<{ lines: Line[]; plan: Plan }> {
    const { resource } = this;
    const root = this.#schema(this.#create);
    const paths = mapHeaders(table.headers, root, this.labels, resource.id);
    const keys = keysOf({ resource, params: this.#params }, paths);
    const stored = new Map<string, Row>();
    for (const row of await this.#rows()) {
      for (const key of keys) {
        const text = keyText(key, row);
        if (text !== undefined) stored.set(text, row);
      }
    }
    const plan: Plan = {
      root,
      updateRoot: this.#schema(this.update),
      languages: this.labels,
      references: new References(),
      labels: this.#words,
      paths,
      create: this.#create,
      update: this.update,
      rules: resource.rules,
      keys,
      defaults: {},
      existing: stored,
      onExisting: 'update',
      onEmpty: 'keep',
      wholeItems: (rows) => Promise.all(rows.map((row) => this.#item(row))),
      validators: '',
      messages: { json: 'json', text: 'text', ambiguous: 'ambiguous', twice: () => 'twice', exists: 'exists', notWhole: 'notWhole' },
      ...more,
    };
    const worker = { run: <T>() => Promise.resolve([] as T), end: () => undefined };
    return { lines: await checkRows(table.rows, plan, worker), plan };
  }

  get #words(): Labels {
    const [, english] = this.labels;
    if (!english) throw new Error('no labels');
    return english;
  }

  #schema({ body }: Operation): Field {
    const found = this.resource.schemas[body?.schema ?? this.resource.item];
    if (!found) throw new Error(`${this.resource.name} has no body`);
    return found;
  }

  async #rows(): Promise<Row[]> {
    const all: Row[] = [];
    for (let skip = 0; ; skip += 1000) {
      const reply = await this.#client.get(this.#url(this.#list), { query: { skip: String(skip), limit: '1000' } });
      const page = objects(resultsOf(reply));
      all.push(...page);
      if (page.length < 1000) return all;
    }
  }

  async #item(row: Row): Promise<{ item: Row; etag: string }> {
    const get = choose(this.resource.operations.get, this.#params);
    if (!get) throw new Error(`${this.resource.name} cannot be read`);
    const reply = await this.#client.get(this.#url(get, row));
    return { item: asObject(reply.body), etag: reply.etag };
  }

  #url(operation: Operation, row?: Row): string {
    return fillPath(operation.path, pathArgs(operation, { params: this.#params, row, idProperty: this.resource.id }));
  }
}

const importable = Object.keys(model.resources)
  .map(resourceOf)
  .filter(({ operations: { list, create, update }, data }) => data && list.length > 0 && create.length > 0 && update.length > 0)
  .map((resource) => [resource.name, resource] as const);

const seen = new Set<string>();

describe.each(worlds)('in the world of %s', (seed, company) => {
  let server: TestServer;
  let boss: Client;

  beforeAll(async () => {
    server = await testServer({ seed });
    boss = await server.as(SUPER);
  });
  afterAll(() => server.remove());

  const sheetOf = (resource: Resource): Sheet => new Sheet(boss, resource, { companyId: company });

  test.each(importable)('%s: a raw export that is imported as an update changes nothing', async (name, resource) => {
    const sheet = sheetOf(resource);
    const table = await sheet.exported();
    for (const onEmpty of ['keep', 'clear'] as const) {
      const { lines } = await sheet.check(table, { onEmpty });
      expect(lines.filter(({ stays }) => stays !== 'unchanged').map(({ row, findings }) => [row.cells[0], findings])).toEqual([]);
      expect(lines).toHaveLength(table.rows.length);
    }
    if (table.rows.length > 0) seen.add(name);
  });

  test.each(importable)('%s: a column that the sheet does not have stays as it is', async (_, resource) => {
    const sheet = sheetOf(resource);
    const { headers, rows } = await sheet.exported();
    const field = sheet.resource.schemas[sheet.update.body?.schema ?? '']?.fields?.find(
      ({ kind, format, values, ref, readOnly, writeOnly, when, name }) =>
        kind === 'text' && !format && !values && !ref && !readOnly && !writeOnly && !when && name !== resource.id,
    );
    if (!field || rows.length === 0) return;
    const at = headers.indexOf(field.name);
    const few = {
      headers: [resource.id, field.name],
      rows: rows.map(({ line, cells }) => ({ line, cells: [cells[0] ?? '', `${cells[at] ?? ''} changed`] })),
      broken: [],
    };
    const { lines, plan } = await sheet.check(few, { onEmpty: 'clear' });
    for (const line of lines) {
      expect(line.existing, JSON.stringify(line.findings)).toBeDefined();
      const before = asObject(contentOf(line.existing as Json, plan));
      const after = asObject(contentOf(line.document, plan));
      expect(after).toEqual({ ...before, [field.name]: `${String(before[field.name] ?? '')} changed` });
    }
  });
});

test('every resource that can be imported and updated has rows in one of them', () => {
  expect(importable.length).toBeGreaterThan(40);
  expect(importable.map(([name]) => name).filter((name) => !seen.has(name))).toEqual([]);
});
