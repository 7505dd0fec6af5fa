import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Labels, type Language } from '#domain/model.ts';
import { type Call } from '#server/handler.ts';
import { type Change } from '#server/rules/entity.ts';

const read = new Map<string, Labels['fields']>();

/** The names of a resource's fields in the caller's language. */
export function fieldLabels(call: Pick<Call, 'language' | 'services'>, file: string): Labels['fields'] {
  return labels(call.services.contract.folder, call.language, file);
}

export function labelOf({ call, spec }: Change, path: string): string {
  const plain = path.replaceAll('[]', '');
  return fieldLabels(call, spec.resource.file)[path] ?? fieldLabels(call, spec.resource.file)[plain] ?? plain;
}

function labels(folder: string, language: Language, file: string): Labels['fields'] {
  const path = join(folder, 'labels', language, `${file}.json`);
  let found = read.get(path);
  if (!found) read.set(path, (found = (JSON.parse(readFileSync(path, 'utf8')) as Labels).fields));
  return found;
}
