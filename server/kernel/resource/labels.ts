import { join } from 'node:path';

import type { Labels, Language } from '#domain/model.ts';
import { type Contract, readJson } from '#server/kernel/contract.ts';
import type { Call } from '#server/kernel/handler.ts';
import type { Change } from '#server/kernel/resource/entity.ts';

const read = new WeakMap<Contract, Record<Language, Map<string, Labels>>>();

/** The names of a resource's fields in the caller's language. */
export function fieldLabels(call: Pick<Call, 'language' | 'services'>, file: string): Labels['fields'] {
  return labels(call, file).fields;
}

/** A value as lists show it: the word of an enumeration. */
export function valueLabel(call: Pick<Call, 'language' | 'services'>, file: string, path: string, value: unknown): string {
  return labels(call, file).enums?.[path]?.[String(value)] ?? String(value);
}

/** The values whose word, in the caller's language, contains a lower-case text. */
export function valuesLike(call: Pick<Call, 'language' | 'services'>, file: string, path: string, text: string): string[] {
  return Object.entries(labels(call, file).enums?.[path] ?? {}).flatMap(([value, word]) =>
    word.toLowerCase().includes(text) ? [value] : [],
  );
}

/** What the button of an operation says. */
export function actionLabel(call: Pick<Call, 'language' | 'services'>, file: string, operationId: string): string {
  return labels(call, file).actions?.[operationId] ?? operationId;
}

/** What an item of the resource is called. */
export function titleOf(call: Pick<Call, 'language' | 'services'>, file: string): string {
  return labels(call, file).title;
}

export function labelOf({ call, spec }: Change, path: string): string {
  const plain = path.replaceAll('[]', '');
  return fieldLabels(call, spec.resource.file)[path] ?? fieldLabels(call, spec.resource.file)[plain] ?? plain;
}

function labels({ language, services: { contract } }: Pick<Call, 'language' | 'services'>, file: string): Labels {
  let known = read.get(contract);
  if (!known) read.set(contract, (known = { zh: new Map(), en: new Map() }));
  let found = known[language].get(file);
  if (!found) {
    found = readJson<Labels>(join(contract.folder, 'labels', language, `${file}.json`));
    known[language].set(file, found);
  }
  return found;
}
