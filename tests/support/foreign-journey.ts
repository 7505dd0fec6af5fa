import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Response } from 'playwright-core';
import { asArray, asObject, isObject, texts, type JsonObject } from '#domain/json.ts';
import type { Field, Json, Labels, Model, Operation, OperationForm, Resource } from '#domain/model.ts';
import { wholeOf } from '#domain/resource-parts.ts';
import { getPath } from '#domain/value.ts';
import { resolved, sampleOf } from '#domain/sample.ts';
import { FormDriver } from '#tests/support/form-driver.ts';
import { formNamed } from '#tests/support/form-named.ts';
import { isLabels, isListedResource, isModel, isResourceForms } from '#tests/support/model.ts';
import { type Guard, sure } from '#tests/support/shape.ts';
import { follow } from '#tests/support/work-place.ts';

/** Stands for every parent: the mock keeps rows below whatever is named. */
const PARENT = 'p1';

/** What was made of a contract that nobody here wrote. */
export class ForeignModel {
  readonly model: Model;
  readonly document: JsonObject;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.model = this.#read('model/index.json', isModel);
    this.document = asObject(this.#read('openapi.json', isObject));
  }

  resources(): Resource[] {
    return Object.values(this.model.resources).map(({ file }) =>
      wholeOf(this.#read(`model/${file}.json`, isListedResource), this.#read(`model/${file}.form.json`, isResourceForms)),
    );
  }

  labels({ file }: Resource): Labels {
    return this.#read(`model/labels/en/${file}.json`, isLabels);
  }

  form(id: string): OperationForm {
    return this.#read(`model/forms/${id}.json`, (value): value is OperationForm => isObject(value) && isObject(value['operation']));
  }

  /** The paths of the contract as somebody may call them. */
  declares(method: string, path: string): boolean {
    const inside = path.startsWith(this.model.base) ? path.slice(this.model.base.length) : path;
    return Object.entries(asObject(this.document['paths'])).some(
      ([template, item]) => isObject(item) && method in item && pattern(template).test(inside),
    );
  }

  /** What a person would type: what is required, the name, and one more of each kind of field that the form has. */
  body(operation: Operation, root: Field, label: string): JsonObject {
    const content = asObject(resolved(this.document, this.#raw(operation)['requestBody'])['content']);
    const [, media] = Object.entries(content).find(([type]) => type === operation.body?.mediaType) ?? [];
    const schema = asObject(media)['schema'];
    const sample = sampleOf(this.document, schema);
    // of what one of several is enough for
    const { anyOf, oneOf } = resolved(this.document, schema);
    const one = texts(asObject([...asArray(anyOf), ...asArray(oneOf)][0])['required']);
    const given = isObject(sample) ? sample : {};
    const typed = asObject(needed(root, given, new Set([label]), new Set([...one, ...oneOfEachKind(root, given)])));
    // a switch that is off and one that nobody touched look the same
    return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value === false && isLeft(root, name) ? true : value]));
  }

  /** What a list does not answer without: a value that was just entered, else any. */
  asked(list: Operation, body: JsonObject): Record<string, string> {
    const required = list.query.filter((field) => field.required);
    return Object.fromEntries(required.map(({ name, values }) => [`f.${name}`, String(body[name] ?? values?.[0] ?? 'sample')]));
  }

  /** The page of a resource below the parents that its calls need; of a page with tabs, its own. */
  address({ name, route, operations: { list, create, update } }: Resource, more: Record<string, string>): string {
    const shared = (this.model.navigation.find(({ path }) => path === route)?.tabs ?? []).length > 1;
    const [nearest = list[0]] = list.filter(({ path }) => path === create[0]?.path);
    const above = [nearest, create[0]].flatMap((operation) => operation?.pathParams ?? []);
    const around = update.slice(0, 1).flatMap(({ pathParams }) => pathParams.slice(0, -1));
    const parents = [...above, ...around].map((field): [string, string] => [`p.${field.name}`, PARENT]);
    const search = new URLSearchParams({ ...(shared ? { tab: name } : {}), ...Object.fromEntries(parents), ...more });
    return `${route}?${search.toString()}`;
  }

  #raw({ path, method }: Operation): JsonObject {
    return asObject(asObject(asObject(this.document['paths'])[path])[method]);
  }

  #read<T>(path: string, fits: Guard<T>): T {
    return sure(JSON.parse(readFileSync(join(this.#folder, path), 'utf8').replace(/^\s*\/\/.*\n/, '')), fits);
  }
}

/** Lists, creates, edits and deletes on one page, as a person would, who is in the console already. */
export async function liveOnce(page: Page, foreign: ForeignModel, resource: Resource): Promise<void> {
  const { operations } = resource;
  const [create, update, list] = [operations.create[0], operations.update[0], operations.list[0]];
  if (!create?.body || !update?.body || !list) throw new Error('no CRUD');
  const root = resource.schemas[create.body.schema];
  if (!root) throw new Error('no form');
  const labels = foreign.labels(resource);
  const label = /\{(\w+)/.exec(resource.label)?.[1] ?? '';
  const driver = (form: ReturnType<typeof formNamed>): FormDriver =>
    new FormDriver(form, { labels, labelOf: (_ref, value) => String(value) });

  await follow(page, foreign.address(resource, { new: '1' }));
  const form = formNamed(page, new RegExp(`^Create`));
  await form.locator('form').waitFor();
  const body = foreign.body(create, root, label);
  await driver(form).fill(root, body);
  const made = await answered(page, create, () => form.getByRole('button', { name: 'Create', exact: true }).click(), form);
  await form.waitFor({ state: 'detached' });
  const typed = create.body.wrap === undefined ? made.request().postDataJSON() : getPath(made.request().postDataJSON(), create.body.wrap);
  const lost = Object.entries(body).filter(([name, value]) => !holds(asObject(typed)[name], value));
  if (lost.length > 0) throw new Error(`typed, and not sent: ${JSON.stringify(Object.fromEntries(lost))} of ${JSON.stringify(typed)}`);
  const answer: unknown = await made.json().catch(() => ({}));
  const at = create.answerAt;
  const id = getPath(at === undefined ? answer : getPath(answer, at), resource.id) ?? body[resource.id];
  if (id === undefined) throw new Error(`the answer names no ${resource.id}`);

  const rows = foreign.asked(list, body);
  await follow(page, foreign.address(resource, rows));
  const row = page.locator('main tbody tr').filter({ has: page.locator(`a[href*="view=${encodeURIComponent(String(id))}"]`) });
  await row.first().waitFor();

  await follow(page, foreign.address(resource, { ...rows, edit: String(id) }));
  const edit = formNamed(page, new RegExp(`^Edit`));
  await edit.locator('form').waitFor();
  const changing = resource.schemas[update.body.schema];
  const text = textOf(changing, label, resource.id);
  if (text !== undefined)
    await edit.locator(`[data-pointer="/${text}"]`).locator('input:not([type=file]), textarea').first().fill('changed');
  const changed = await answered(page, update, () => edit.getByRole('button', { name: 'Save', exact: true }).click(), edit);
  const sent = asObject(changed.request().postDataJSON());
  if (text !== undefined && sent[text] !== 'changed') throw new Error(`${text} was not sent`);
  await edit.waitFor({ state: 'detached' });

  await row.first().waitFor();
  await row.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await row.waitFor({ state: 'detached' });
}

/** Looks at a document that is there once, and opens its form. */
export async function openSettings(page: Page, foreign: ForeignModel, resource: Resource): Promise<void> {
  const parents = (resource.operations.get[0]?.pathParams ?? []).map((field): [string, string] => [`p.${field.name}`, PARENT]);
  await follow(page, foreign.address(resource, Object.fromEntries(parents)));
  await page.locator('main .rd-page').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = formNamed(page, /^Edit/);
  await form.locator('form').waitFor();
  await form.getByRole('button', { name: 'Cancel', exact: true }).click();
  await form.waitFor({ state: 'detached' });
}

/** Lists, creates, changes and deletes: a page on which a person does all of it. */
export function isCrud({ operations: { list, create, update, delete: remove }, settings }: Resource): boolean {
  const itself = list.some(({ path }) => update.some((each) => each.path === path));
  return !settings && !itself && list.length > 0 && remove.length > 0 && create.some(({ body }) => body) && update.some(({ body }) => body);
}

/** Everything that was typed is there; a form may add what it begins with. */
function holds(sent: unknown, typed: Json): boolean {
  if (Array.isArray(typed)) return Array.isArray(sent) && typed.every((each, index) => holds(sent[index], each));
  if (isObject(typed)) return isObject(sent) && Object.entries(typed).every(([name, value]) => holds(sent[name], value));
  if (typeof typed === 'string' && typeof sent === 'string' && sent !== typed) return Date.parse(sent) === Date.parse(typed);
  return sent === typed;
}

async function answered(
  page: Page,
  operation: Operation,
  press: () => Promise<void>,
  form: ReturnType<typeof formNamed>,
): Promise<Response> {
  const answer = page
    .waitForResponse((response) => response.request().method() === operation.method.toUpperCase() && response.url().includes('/backend/'), {
      timeout: 8000,
    })
    .catch(() => undefined);
  await press();
  const response = await answer;
  if (!response) throw new Error(`not sent: ${(await form.innerText()).replaceAll(/\s+/g, ' ').slice(0, 500)}`);
  if (response.status() >= 300)
    throw new Error(`${response.status()} ${(await response.text()).slice(0, 300)} to ${response.request().postData()?.slice(0, 300)}`);
  return response;
}

function needed(field: Field, value: Json | undefined, also: ReadonlySet<string>, one: ReadonlySet<string> = new Set()): Json | undefined {
  if (field.kind !== 'object' || !field.fields) {
    if (field.kind !== 'array' || !field.items || !Array.isArray(value)) return value;
    return value.map((each) => needed(field.items ?? field, each, new Set()) ?? null);
  }
  const given = asObject(value);
  return Object.fromEntries(
    field.fields.flatMap((each): [string, Json][] => {
      if (each.readOnly || each.when || (!each.required && !one.has(each.name) && !(also.has(each.name) && each.kind === 'text')))
        return [];
      const own = needed(each, given[each.name], new Set());
      return own === undefined ? [] : [[each.name, own]];
    }),
  );
}

function isLeft(root: Field, name: string): boolean {
  return root.fields?.some((field) => field.name === name && field.kind === 'boolean' && !field.required) === true;
}

/** Of the fields that may be left empty the first of each kind that a form draws in its own way, where there is a value to type. */
function oneOfEachKind(root: Field, sample: JsonObject): string[] {
  const found = new Map<string, string>();
  for (const field of root.fields ?? []) {
    const { name, items = field, readOnly, when, hide, island, kind } = field;
    // what a schema draws by itself is the island's to test
    if (readOnly || when || hide?.includes('form') || field.const !== undefined || sample[name] === undefined || island) continue;
    if (items.kind === 'object' || items.kind === 'variants' || items.kind === 'json' || kind === 'map') continue;
    const drawn = [kind, items.kind, items.format, items.values !== undefined, (items.ref ?? field.ref) !== undefined].join(' ');
    if (field.required || !found.has(drawn)) found.set(drawn, name);
  }
  return [...found.values()];
}

/** The first text that can be anything: the name, where it is one. */
function textOf(root: Field | undefined, label: string, id: string): string | undefined {
  const fields = (root?.fields ?? []).filter(
    ({ name, kind, format, values, readOnly, when, ref, limits, hide }) =>
      kind === 'text' && name !== id && !format && !values && !readOnly && !when && !ref && !limits?.pattern && !hide?.includes('form'),
  );
  return (fields.find(({ name }) => name === label) ?? fields[0])?.name;
}

function pattern(template: string): RegExp {
  const parts = template.split(/\{[^}]+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}
