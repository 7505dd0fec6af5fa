import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Labels, Language, Model, Resource } from '#domain/model.ts';

const folder = resolve(import.meta.dirname, '../../generated/model');
const read = <T>(path: string): T => JSON.parse(readFileSync(join(folder, path), 'utf8').replace(/^\s*\/\/.*\n/, '')) as T;

/** The model that the console loads, read from its files: what loops over it covers every future entity. */
export const model = read<Model>('index.json');

export function resourceOf(name: string): Resource {
  const summary = model.resources[name];
  if (!summary) throw new Error(`The model has no resource ${name}`);
  return read<Resource>(`${summary.file}.json`);
}

export function labelsOf(name: string, language: Language): Labels {
  return read<Labels>(`labels/${language}/${model.resources[name]?.file}.json`);
}
