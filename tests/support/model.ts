import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Labels, Language, ListedResource, Model, Problems, Resource, ResourceForms } from '#domain/model.ts';
import { wholeOf } from '#domain/resource-parts.ts';

const folder = resolve(import.meta.dirname, '../../generated/model');
const read = <T>(path: string): T => JSON.parse(readFileSync(join(folder, path), 'utf8').replace(/^\s*\/\/.*\n/, '')) as T;

/** The model that the console loads, read from its files: what loops over it covers every future entity. */
export const model = read<Model>('index.json');

/** Its catalogue of what goes wrong. */
export const problems = read<Problems>('problems.json');

export function resourceOf(name: string): Resource {
  const summary = model.resources[name];
  if (!summary) throw new Error(`The model has no resource ${name}`);
  return wholeOf(read<ListedResource>(`${summary.file}.json`), read<ResourceForms>(`${summary.file}.form.json`));
}

export function labelsOf(name: string, language: Language): Labels {
  return read<Labels>(`labels/${language}/${model.resources[name]?.file}.json`);
}
