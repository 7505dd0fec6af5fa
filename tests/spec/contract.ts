import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parse } from 'yaml';
import { asArray, isObject, isText } from '#domain/json.ts';
import { followReferences } from '#domain/reference.ts';

export const root = resolve(import.meta.dirname, '../..');

/** A node of a contract file and where it stands, references followed; what stands beside a `$ref` wins. */
export type Place = { file: string; node: unknown };

const read = new Map<string, unknown>();

export function contractFile(file: string): unknown {
  if (!read.has(file)) read.set(file, parse(readFileSync(join(root, file), 'utf8'), { merge: true, maxAliasCount: -1 }));
  return read.get(file);
}

/** The node that `file#/a/b` means; in a list, `key=value` finds the entry that has it. */
export function nodeAt(where: string): unknown {
  const [file = '', pointer = ''] = where.split('#');
  let place: Place = { file, node: contractFile(file) };
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    place = follow({ file: place.file, node: childOf(follow(place).node, name) });
    if (place.node === undefined) return undefined;
  }
  return follow(place).node;
}

/** The schema of `wan[].ip` and the like below a schema. */
export function propertyAt(where: string, path: string): unknown {
  let place: Place | undefined = follow(placeOf(where));
  for (const part of path.split('.')) {
    const found = new Map<string, Place>();
    collect(place, found);
    place = found.get(part.replace('[]', ''));
    if (place === undefined) return undefined;
    if (part.endsWith('[]')) place = follow({ file: place.file, node: childOf(place.node, 'items') });
  }
  return place.node;
}

/** The text of a file of the specification, undefined where it is not beside the repository. */
export function sharedSpec(name: string): string | undefined {
  const file = join(root, '../shared/spec', name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function placeOf(where: string): Place {
  return { file: where.split('#')[0] ?? '', node: nodeAt(where) };
}

function collect({ file, node }: Place, found: Map<string, Place>): void {
  if (!isObject(node)) return;
  for (const [name, value] of Object.entries(isObject(node['properties']) ? node['properties'] : {})) {
    if (!found.has(name)) found.set(name, follow({ file, node: value }));
  }
  const parts = [
    node['then'],
    node['else'],
    ...['allOf', 'oneOf', 'anyOf'].flatMap((key) => (Array.isArray(node[key]) ? asArray(node[key]) : [])),
  ];
  for (const part of parts) if (part !== undefined) collect(follow({ file, node: part }), found);
}

function follow(place: Place): Place {
  if (!isObject(place.node) || !isText(place.node['$ref'])) return place;
  let { file } = place;
  const node = followReferences(place.node, (reference) => {
    const [path = '', pointer = ''] = reference.split('#');
    if (path !== '') file = relative(root, resolve(root, dirname(file), path));
    return nodeAt(`${file}#${pointer}`);
  });
  return { file, node };
}

function childOf(node: unknown, name: string): unknown {
  if (Array.isArray(node)) {
    const [key = '', value] = name.split('=');
    return value === undefined ? asArray(node)[Number(name)] : node.find((entry) => isObject(entry) && String(entry[key]) === value);
  }
  return isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
}
