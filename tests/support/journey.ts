import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { choose } from '#api/choose.ts';
import { csvText } from '#domain/csv.ts';
import { cellFor } from '#cells/registry.ts';
import { controlFor, hasControl } from '#controls/registry.ts';
import { isGrid } from '#form/views/array-view.tsx';
import { isRequired } from '#domain/condition.ts';
import { labelPaths, rowLabel } from '#domain/label.ts';
import type { Field, Json, Labels, Mode, NavigationEntry, Operation, Resource } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { covering } from '#tests/support/effort.ts';
import { FormDriver } from '#tests/support/form-driver.ts';
import { labelsOf, model, resourceOf } from '#tests/support/model.ts';
import { formNamed } from '#tests/support/form-named.ts';
import { pressIfAsked } from '#tests/support/press-if-asked.ts';
import { saveForm } from '#tests/support/save-form.ts';
import { DocumentMaker, rootOf } from '#tests/support/valid-document.ts';
import { follow } from '#tests/support/work-place.ts';
import { objects, there } from '#tests/support/answers.ts';
import { asObject } from '#domain/json.ts';

type Doc = Record<string, Json>;

/** One resource on the page and in the mode in which it can be created. */
export type Journey = { name: string; mode: Mode; address: string };

const company = { companyId: 'c-huaxin' };

export const paramsIn = (mode: Mode): Record<string, string> => (mode === 'company' ? company : {});

/** Every resource that can be created in some mode, once. */
export function journeys(): Journey[] {
  return journeysTo(({ create }, params) => choose(create, params));
}

/**
 * Those that bring every kind of control, of cell and of way that some resource has: in a browser the others are the same code
 * with other words. That their forms send what is entered, and their rows live and go, is seen of all without one
 * (`tests/server/lifecycles.test.ts`).
 */
export function ofEachKind(all: readonly Journey[]): ReadonlySet<Journey> {
  return covering(all, (journey) => {
    const { operations, formPage, review, label } = resourceOf(journey.name);
    const params = paramsIn(journey.mode);
    const stops = operations.actions.some(({ id }) => id.startsWith('stop'));
    const ways = [journey.mode, formPage && 'form page', formPage?.start && 'start', review && 'review', stops && 'stop'];
    const kinds = (['create', 'update', 'delete'] as const).flatMap((kind) => {
      const operation = choose(operations[kind], params);
      return operation ? [`${kind} ${operation.pathParams.length}`] : [];
    });
    return new Set([...kindsOf(journey), ...kinds, ...ways.map(String), `label ${labelPaths(label).length}`]);
  });
}

/** Those whose tables bring every kind of property that some table has: the way of a file is the same for all others. */
export function withFiles(all: readonly Journey[]): ReadonlySet<Journey> {
  return covering(all, kindsOf);
}

function kindsOf({ name, mode }: Journey): string[] {
  const resource = resourceOf(name);
  const create = there(choose(resource.operations.create, paramsIn(mode)));
  const row = resource.schemas[resource.row];
  const controls = kindsBelow(rootOf(resource, create), (field) => (hasControl(field) ? controlFor(field) : rowsOf(field)));
  const cells = row ? kindsBelow(row, cellFor) : [];
  return [...controls, ...cells.map((cell) => `cell ${cell}`)];
}

/** How rows stand in a form that begins. */
function rowsOf(field: Field): string | undefined {
  if (field.kind !== 'array') return undefined;
  return isGrid(field, false) ? 'grid' : 'cards';
}

const drawn = new Map<unknown, number>();

/** What makes one property's control or cell another than the next one's: what draws it, and what kind of value that is given. */
function kindsBelow(field: Field, drawnBy: (field: Field) => unknown): string[] {
  const below = [...(field.fields ?? []), ...(field.variants ?? []), ...(field.items ? [field.items] : [])];
  return below.flatMap((each) => {
    const { kind, ref, values, when } = each;
    const by = drawnBy(each);
    drawn.set(by, drawn.get(by) ?? drawn.size);
    return [
      [kind, drawn.get(by), ref && 'ref', values && 'values'].filter((part) => part !== undefined).join(' '),
      ...(when ? ['when'] : []),
      ...kindsBelow(each, drawnBy),
    ];
  });
}

/** Every resource that has such an operation in some mode, once. */
export function journeysTo(
  operationOf: (operations: Resource['operations'], params: Record<string, string>) => Operation | undefined,
): Journey[] {
  const seen = new Set<string>();
  return model.navigation.flatMap((entry) =>
    (entry.tabs ?? []).flatMap((name, index) => {
      if (seen.has(name)) return [];
      const { operations } = resourceOf(name);
      const mode = entry.modes.find((each) => operationOf(operations, paramsIn(each)));
      if (mode === undefined) return [];
      seen.add(name);
      return [{ name, mode, address: addressOf(entry, name, index) }];
    }),
  );
}

function addressOf(entry: NavigationEntry, name: string, index: number): string {
  // a screen shows something of its own first
  return `${entry.path}?${index > 0 || entry.screen !== undefined ? `tab=${name}&` : ''}`;
}

/** The lifecycle of a row in the browser: created, found, changed, told by its history, exported, deleted, imported. */
export class Lifecycle {
  readonly #page: Page;
  readonly #journey: Journey;
  readonly #maker: DocumentMaker;
  readonly #resource: Resource;
  readonly #labels: Labels;
  readonly #create: Operation;
  readonly #random;
  #id = '';
  #name = '';
  /** What the row's link reads. */
  #link = '';

  constructor(page: Page, journey: Journey, maker: DocumentMaker) {
    this.#page = page;
    this.#journey = journey;
    this.#maker = maker;
    this.#resource = resourceOf(journey.name);
    this.#labels = labelsOf(journey.name, 'en');
    this.#create = there(choose(this.#resource.operations.create, paramsIn(journey.mode)));
    this.#random = randomFrom(journey.name);
  }

  /** `withFiles`: exported and imported, too. */
  async run(withFiles: boolean): Promise<void> {
    const made = await this.#maker.make(this.#resource, this.#create, this.#random);
    const stored = await this.#createRow(made);
    await this.#find(stored);
    const update = choose(this.#resource.operations.update, paramsIn(this.#journey.mode));
    // what is imported is what was there last
    if (update) Object.assign(made, await this.#change(update));
    if (withFiles) await this.#export();
    const remove = choose(this.#resource.operations.delete, paramsIn(this.#journey.mode));
    if (!remove) return;
    await this.#delete();
    if (withFiles) await this.#import(made);
  }

  get #rows(): Locator {
    return this.#page.locator('main tbody tr');
  }

  get #row(): Locator {
    return this.#rows.filter({ has: this.#page.locator(`a[href*="view=${encodeURIComponent(this.#id)}"]`) });
  }

  #nameOf(row: Doc): string {
    return rowLabel(this.#resource.label, row, this.#id, (path, value) => this.#labels.enums[path]?.[value] ?? value);
  }

  #driver(form: Locator): FormDriver {
    return new FormDriver(form, { labels: this.#labels, labelOf: (ref, value) => this.#maker.labelOf(ref, value) });
  }

  async #createRow(made: Doc): Promise<Doc> {
    const page = this.#page;
    await follow(page, this.#journey.address);
    await page.getByRole('table', { name: this.#labels.plural, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const start = this.#resource.formPage?.start;
    if (start !== undefined) {
      await page.locator(`input[value="${String(made[start])}"]`).check();
      await page.getByRole('button', { name: 'Start', exact: true }).click();
    }
    const form = formNamed(page, new RegExp(`^Create ${this.#labels.title}( ·|$)`));
    await form.locator('form').waitFor();
    await this.#driver(form).fill(rootOf(this.#resource, this.#create), made);
    const { sent, stored } = await this.#save(form, 'Create', this.#create);
    expect(sent, 'what the form sent').toEqual(made);
    this.#id = String(getPath(stored, this.#resource.id));
    this.#name = this.#nameOf(stored);
    return stored;
  }

  #save(form: Locator, button: string, operation: Operation): Promise<{ sent: Doc; stored: Doc }> {
    return saveForm(this.#page, { form, button, resource: this.#resource, operation });
  }

  /** In the list as somebody looks for it: by its name where that is searched, else in what is newest. */
  async #find(stored: Doc): Promise<void> {
    const words = labelPaths(this.#resource.label).map((path) => String(getPath(stored, path) ?? ''));
    for (const keyword of [...words, '']) {
      // of what is newest more is looked through: others make rows, too
      const asked = new URLSearchParams(keyword ? { keyword, size: '20' } : { size: '100' });
      const answer = this.#page.waitForResponse((response) => {
        const { searchParams } = new URL(response.url());
        return searchParams.get('limit') === asked.get('size') && (searchParams.get('keyword') ?? '') === keyword;
      });
      await follow(this.#page, `${this.#journey.address}${asked.toString()}`);
      const results = objects(asObject(await (await answer).json())['results']);
      if (!results.some((row) => String(getPath(row, this.#resource.id)) === this.#id)) continue;
      await this.#row.first().waitFor();
      return;
    }
    throw new Error(`The list does not show ${this.#name} (${this.#id})`);
  }

  async #change(update: Operation): Promise<Doc> {
    const page = this.#page;
    const stored = await this.#maker.stored(this.#resource, this.#id);
    const { field, value, body } = await this.#maker.change(this.#resource, update, stored, this.#random);
    await this.#row.locator('a[href*="view="]').first().click();
    await page.getByRole('dialog', { name: this.#name, exact: true }).getByRole('button', { name: 'Edit', exact: true }).click();
    const form = formNamed(page, new RegExp(`^Edit ${this.#labels.title}( ·|$)`));
    await form.locator('form').waitFor();
    const root = rootOf(this.#resource, update);
    await this.#driver(form).fill(root, { ...stored, [field.name]: value }, stored);
    const { sent, stored: after } = await this.#save(form, 'Save', update);
    expect(sent, 'what the form sent').toEqual(body);
    const before = this.#name;
    this.#name = this.#nameOf(after);
    // under its new name
    if (this.#name !== before) await this.#find(after);
    await this.#row.locator('a[href*="view="]').first().click();
    const detail = page.getByRole('dialog', { name: this.#name, exact: true });
    await detail.getByRole('tab', { name: 'History', exact: true }).click();
    await this.#expectHistory(detail, field, stored[field.name], value);
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    return { [field.name]: value };
  }

  async #expectHistory(detail: Locator, field: Field, before: Json | undefined, after: Json): Promise<void> {
    // a job of the server may have written after the person
    const line = detail
      .getByRole('listitem')
      .getByRole('row')
      .filter({ has: this.#page.getByRole('rowheader', { name: this.#labels.fields[field.path] ?? field.name, exact: true }) });
    await line.first().waitFor();
    const [was, is] = await line.first().getByRole('cell').allInnerTexts();
    expect(is, `${field.name} in the history`).not.toBe(was);
    if (field.kind !== 'text' || field.values || field.format) return;
    expect([(was ?? '').trim(), (is ?? '').trim()]).toEqual([(typeof before === 'string' ? before : '').trim(), String(after).trim()]);
  }

  async #export(): Promise<void> {
    const page = this.#page;
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Export ${this.#labels.plural}` });
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const lines = Papa.parse<string[]>(text.replace(/^\uFEFF/, '')).data;
    await dialog.waitFor({ state: 'detached' });
    const cells = await this.#row.locator('td[data-label]').evaluateAll((all) => all.map((cell) => cell.getAttribute('data-label')));
    // what is asked beside the rows is none of theirs
    const beside = (this.#resource.schemas[this.#resource.row]?.fields ?? []).filter(({ options }) => options?.['operation'] !== undefined);
    const asked = new Set(beside.map(({ path }) => this.#labels.fields[path]));
    expect(lines[0]).toEqual(expect.arrayContaining(cells.filter((cell) => !asked.has(cell ?? ''))));
    this.#link = (await this.#row.locator('a[href*="view="]').first().innerText()).trim();
    expect(
      lines.slice(1).some((line) => line.includes(this.#link)),
      `${this.#link} in the exported file`,
    ).toBe(true);
  }

  async #delete(): Promise<void> {
    const page = this.#page;
    await this.#stop();
    await this.#row.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Delete “${this.#name}”?`, exact: true });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await this.#over(dialog);
    await this.#row.waitFor({ state: 'detached' });
  }

  /** What runs as soon as it is made is stopped before it goes. */
  async #stop(): Promise<void> {
    const stop = this.#resource.operations.actions.find(({ id }) => id.startsWith('stop'));
    const runs = async (): Promise<boolean> => {
      const row = await this.#maker.stored(this.#resource, this.#id);
      return Object.entries(stop?.when ?? {}).some(([name, values]) => values.includes(row[name] ?? null));
    };
    if (!stop || !(await runs())) return;
    await this.#row.getByRole('button', { name: 'More', exact: true }).click();
    await this.#page.getByRole('menuitem', { name: this.#labels.actions[stop.id], exact: true }).click();
    const dialog = this.#page.getByRole('dialog');
    await dialog.locator('button[type=submit]').click();
    await this.#over(dialog);
    await expect.poll(runs, { timeout: 10_000 }).toBe(false);
  }

  /** Until the dialog is gone. A job of the server may have been faster: then a person tries again. */
  async #over(dialog: Locator): Promise<void> {
    const again = dialog.getByRole('button', { name: 'Try again', exact: true });
    const gone = dialog.waitFor({ state: 'detached' }).catch(async () => {
      throw new Error(`Not done: ${await dialog.innerText()}`);
    });
    await pressIfAsked(again, gone);
  }

  async #import(made: Doc): Promise<void> {
    const page = this.#page;
    const root = rootOf(this.#resource, this.#create);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Import ${this.#labels.plural}` });
    const cells = cellsOf(root, made);
    const csv = csvText([Object.keys(cells), Object.values(cells)]);
    await dialog.locator('input[type=file]').setInputFiles({ name: 'row.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await dialog.getByText('Rows read: 1').waitFor();
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    const apply = dialog.getByRole('button', { name: /^Import .*rows?/ });
    await apply.waitFor();
    if (await apply.isDisabled()) throw new Error(`Not importable: ${csv} ${(await dialog.innerText()).slice(0, 1500)}`);
    await apply.click();
    await dialog.getByText('Created: 1, updated: 0, unchanged: 0, skipped: 0, failed: 0.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await this.#rows.filter({ hasText: this.#link }).first().waitFor();
  }
}

/** A document as one line of a table, by property path: scalars as they are, what is deeper as JSON. */
function cellsOf(root: Field, document: Doc): Record<string, string> {
  const cells: Record<string, string> = {};
  const put = (owner: Field, value: Doc, path: string, depth: number): void => {
    for (const [name, each] of Object.entries(value)) {
      const field = owner.fields?.find((one) => one.name === name);
      const at = path === '' ? name : `${path}.${name}`;
      if (field?.const !== undefined && !isRequired(field, value)) continue;
      if (field?.kind === 'object' && field.fields && depth < 2) put(field, asObject(each), at, depth + 1);
      else if (each !== '') cells[at] = typeof each === 'string' ? each : JSON.stringify(each);
    }
  };
  put(root, document, '', 0);
  return cells;
}
