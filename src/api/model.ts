import { useSyncExternalStore } from 'react';
import { changesOf } from '#domain/changes.ts';
import type { SchemaError } from '#domain/causes.ts';
import type { Labels, Language, ListedResource, Model, OperationForm, Resource, ResourceForms } from '#domain/model.ts';
import { wholeOf } from '#domain/resource-parts.ts';
import { config } from '#api/config.ts';
import { clientError } from '#api/error.ts';

/** A compiled validator: answers, and leaves what it found in `errors`. */
export type Validate = ((data: unknown) => boolean) & { errors?: SchemaError[] | null };

/** What a module of validators exports, by operationId. */
export type ValidatorsModule = { bodies?: Record<string, Validate> };

const files = new Map<string, Promise<unknown>>();
const changes = changesOf();
let model: Model | undefined;
/** Grows in development only, with every change of the contract: a module is loaded once per address. */
let version = 0;

/** The index of the model: resources, navigation, permissions. */
export async function loadModel(): Promise<Model> {
  model ??= await readJson<Model>('index.json');
  return model;
}

/** The index, where it is here already. */
export function currentModel(): Model | undefined {
  return model;
}

/** The index, in components: the shell renders only once it is here. */
export function useModel(): Model {
  const known = useSyncExternalStore(changes.subscribe, currentModel);
  if (known === undefined) throw new Error('The shell rendered before the model was loaded');
  return known;
}

/** For development: everything that was read is read again when it is next asked for, the index now. */
export async function rereadModel(): Promise<Model> {
  files.clear();
  version += 1;
  model = await readJson<Model>('index.json');
  changes.publish();
  return model;
}

/** A resource as its list needs it. */
export function loadResource(name: string): Promise<ListedResource> {
  return readJson(`${fileOf(name)}.json`);
}

/** The same with what its forms and single items need. */
export async function loadWhole(name: string): Promise<Resource> {
  const file = fileOf(name);
  const [listed, forms] = await Promise.all([loadResource(name), readJson<ResourceForms>(`${file}.form.json`)]);
  return wholeOf(listed, forms);
}

export function loadLabels(name: string, language: Language): Promise<Labels> {
  return readJson(`labels/${language}/${fileOf(name)}.json`);
}

/** The form of an operation that belongs to no resource. */
export function loadForm(operationId: string): Promise<OperationForm> {
  return readJson(`forms/${operationId}.json`);
}

/** Validators of bodies by operationId: a resource's, or those of operations that belong to none. Modules by address: one console serves any contract. */
export async function loadValidators(resource: string | undefined): Promise<Record<string, Validate>> {
  const module: ValidatorsModule = await import(/* @vite-ignore */ validatorsUrl(resource));
  return module.bodies ?? {};
}

/** The address of that module, for workers. */
export function validatorsUrl(resource: string | undefined): string {
  const url = modelUrl(`${resource === undefined ? 'forms' : fileOf(resource)}.validators.js`);
  return new URL(version === 0 ? url : `${url}?${version}`, window.location.href).href;
}

type Loaded<T> = { queryKey: readonly unknown[]; queryFn: () => Promise<{ resource: T; labels: Labels }>; staleTime: number };

/** react-query options: a resource as its list needs it, with its labels, which stay for the life of the page. */
export function resourceQuery(name: string, language: Language): Loaded<ListedResource> {
  return loaded(
    ['model', name, language],
    () => loadResource(name),
    () => loadLabels(name, language),
  );
}

/** The same with what its forms and single items need. */
export function wholeQuery(name: string, language: Language): Loaded<Resource> {
  return loaded(
    ['model', name, language, 'form'],
    () => loadWhole(name),
    () => loadLabels(name, language),
  );
}

function loaded<T>(queryKey: readonly unknown[], resourceOf: () => Promise<T>, labelsOf: () => Promise<Labels>): Loaded<T> {
  return {
    queryKey,
    queryFn: async () => {
      const [resource, labels] = await Promise.all([resourceOf(), labelsOf()]);
      return { resource, labels };
    },
    staleTime: Number.POSITIVE_INFINITY,
  };
}

function fileOf(name: string): string {
  const file = model?.resources[name]?.file;
  if (file === undefined) throw new Error(`The contract has no resource ${name}`);
  return file;
}

function readJson<T>(file: string): Promise<T> {
  let reading = files.get(file);
  if (reading === undefined) {
    reading = fetchJson(modelUrl(file));
    files.set(file, reading);
    // a failure is not kept: the next visit asks again
    reading.catch(() => files.delete(file));
  }
  return reading as Promise<T>;
}

async function fetchJson(url: string): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch {
    throw clientError(navigator.onLine ? 'unreachable' : 'offline');
  }
  if (!response.ok) throw clientError('model.missing', response.status, { file: url });
  return response.json();
}

function modelUrl(file: string): string {
  return `${config().modelUrl}/${file}`;
}

/** react-query options: an operation that belongs to no resource, with its labels and schemas. Not asked without an id. */
export function formQuery(id: string | undefined): {
  queryKey: readonly unknown[];
  queryFn: () => Promise<OperationForm>;
  enabled: boolean;
  staleTime: number;
} {
  return {
    queryKey: ['model', 'form', id],
    queryFn: () => loadForm(id ?? ''),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  };
}
