import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SchemaError } from '#domain/causes.ts';
import { isArray, isObject, isText } from '#domain/json.ts';
import type { Labels, Language, ListedResource, Model, Operation, OperationForm, Resource, ResourceForms } from '#domain/model.ts';
import type { Problems } from '#domain/problems.ts';
import { wholeOf } from '#domain/resource-parts.ts';
import { type Guard, recordOf, sure } from '#tests/support/shape.ts';

/** Ajv's standalone function. */
export type Validate = ((body: unknown) => boolean) & { errors?: SchemaError[] | null };

const folder = resolve(import.meta.dirname, '../../generated/model');

/** Every property that a file of the model has in any case, of its kind: codegen is what fills them. */
type Kinds<T> = { readonly [Name in keyof T as object extends Pick<T, Name> ? never : Name]: (value: unknown) => boolean };
function written<T extends object>(kinds: Kinds<T>): Guard<T> {
  const checks: [string, (value: unknown) => boolean][] = Object.entries(kinds);
  return (value): value is T => isObject(value) && checks.every(([name, fits]) => fits(value[name]));
}

export const isModel = written<Model>({
  title: isObject,
  version: isText,
  base: isText,
  resources: isObject,
  groups: isArray,
  navigation: isArray,
  permissions: isArray,
  context: isObject,
  forms: isArray,
  platform: isObject,
});
export const isListedResource = written<ListedResource>({
  name: isText,
  file: isText,
  tag: isText,
  path: isText,
  route: isText,
  id: isText,
  label: isText,
  schemas: isObject,
  item: isText,
  row: isText,
  columns: isArray,
  filters: isArray,
  operations: isObject,
});
export const isResourceForms = written<ResourceForms>({ schemas: isObject, rules: isArray });
export const isLabels = written<Labels>({
  title: isText,
  plural: isText,
  fields: isObject,
  help: isObject,
  enums: isObject,
  groups: isObject,
  actions: isObject,
});
const isForm = written<OperationForm>({ operation: isObject, schemas: isObject, labels: isObject });
const isProblem = written<Problems[string]>({ status: (value) => typeof value === 'number', detail: isObject, title: isObject });

/** A file of the model; those of labels begin with a comment. */
function read<T>(path: string, fits: Guard<T>): T {
  return sure(JSON.parse(readFileSync(join(folder, path), 'utf8').replace(/^\s*\/\/.*\n/, '')), fits);
}

/** The model that the console loads, read from its files: what loops over it covers every future entity. */
export const model = read('index.json', isModel);

/** Its catalogue of what goes wrong. */
export const problems: Problems = read('problems.json', recordOf(isProblem));

function fileOf(name: string): string {
  const summary = model.resources[name];
  if (!summary) throw new Error(`The model has no resource ${name}`);
  return summary.file;
}

export function resourceOf(name: string): Resource {
  const file = fileOf(name);
  return wholeOf(read(`${file}.json`, isListedResource), read(`${file}.form.json`, isResourceForms));
}

export function labelsOf(name: string, language: Language): Labels {
  return read(`labels/${language}/${fileOf(name)}.json`, isLabels);
}

/** The form of an operation that belongs to no resource. */
export function formOf(id: string): OperationForm {
  return read(`forms/${id}.json`, isForm);
}

/** The validators of bodies that a module of the model exports, by operationId. */
export async function validatorsIn(path: string): Promise<Record<string, Validate>> {
  const module: unknown = await import(pathToFileURL(path).href);
  return sure(isObject(module) ? module['bodies'] : undefined, recordOf(isValidate));
}

/** Those of a resource's file, or of `forms`. */
export function validatorsOf(file: string): Promise<Record<string, Validate>> {
  return validatorsIn(join(folder, `${file}.validators.js`));
}

function isValidate(value: unknown): value is Validate {
  return typeof value === 'function';
}

/** Every operation of the contract, in the order of their names. */
export function modelOperations(): Operation[] {
  const ofResources = Object.keys(model.resources).flatMap((name) => Object.values(resourceOf(name).operations).flat());
  const ofForms = model.forms.map((id) => formOf(id).operation);
  return [...ofResources, ...ofForms].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
