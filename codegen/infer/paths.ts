import { singular } from '../names.ts';
import type { RawOperation } from '../read/operations.ts';
import { normal } from './answer.ts';

/** What is called at one path. */
export type Node = { path: string; operations: RawOperation[] };

export function group(operations: RawOperation[]): Map<string, Node> {
  const nodes = new Map<string, Node>();
  for (const operation of operations) {
    const node = nodes.get(operation.path) ?? { path: operation.path, operations: [] };
    node.operations.push(operation);
    nodes.set(operation.path, node);
  }
  return nodes;
}

export const isParameter = (segment: string | undefined): boolean => segment !== undefined && /^\{[^}]+\}$/.test(segment);

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function method(node: Node | undefined, name: string): RawOperation | undefined {
  return node?.operations.find((operation) => operation.method === name);
}

/** The path of an item by that of its collection. Of `/invites/{id}` and `/invites/{token}` the first is the item that is listed. */
export function itemPaths(nodes: Map<string, Node>): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of nodes.keys()) {
    if (!isParameter(lastSegment(path))) continue;
    const collection = path.slice(0, path.lastIndexOf('/'));
    const known = found.get(collection);
    if (known === undefined || !namesId(known) || namesId(path)) found.set(collection, path);
  }
  return found;
}

function namesId(path: string): boolean {
  return /(?:[{_-](?:id|uuid|uid)|(?:Id|ID|Uuid|UUID))\}$/.test(lastSegment(path));
}

/** The item of a list that has no path of its own, only what is done with it: `/invitations/{id}/revoke`. */
export function actedOn(nodes: Map<string, Node>, collection: string): string | undefined {
  for (const [path, node] of nodes) {
    if (!path.startsWith(`${collection}/`)) continue;
    const [item, verb, ...more] = path.slice(collection.length + 1).split('/');
    if (isParameter(item) && verb !== undefined && !isParameter(verb) && more.length === 0 && node.operations.every(isDeed))
      return `${collection}/${item}`;
  }
  return undefined;
}

function isDeed(operation: RawOperation): boolean {
  return (operation.method === 'post' || isTaken(operation)) && operation.notes.op === undefined;
}

/** A GET that a person does to one row, and does not read as a page: it answers nothing, a file, or where one is. */
export function isTaken({ method: verb, answer, path }: RawOperation): boolean {
  if (verb !== 'get') return false;
  return (
    answer === undefined ||
    !/json|text\/|\*\/\*/.test(answer.mediaType) ||
    /^(?:pdf|csv|xlsx?|zip|download|export)$/i.test(lastSegment(path))
  );
}

/** `/site/groups` as the path of one of them: `/site/group`. */
export function oneOf(path: string): string | undefined {
  const last = lastSegment(path);
  const one = singular(last);
  return one === last || isParameter(last) ? undefined : path.slice(0, -last.length) + one;
}

/** What a path ends with; below a parent also with its name: `/companies/{id}/sites` are `/company_sites`. */
export function tailsOf(path: string): string[] {
  const statics = path.split('/').filter((segment) => segment !== '');
  const at = statics.findLastIndex((segment) => !isParameter(segment));
  const tail = statics[at] ?? '';
  const parent = isParameter(statics[at - 1]) ? statics[at - 2] : undefined;
  return [tail, ...(parent === undefined ? [] : [`${singular(parent)}_${tail}`])].map((each) => each.replaceAll('-', '_').toLowerCase());
}

/** `/google/{id}/logs` and `/azure/{id}/logs`: whoever knows an id cannot tell which of them is meant. */
export function isOfOtherParents(one: string, other: string): boolean {
  const names = (path: string): string => path.split('/').filter(isParameter).join();
  const above = (path: string): string => path.slice(0, path.lastIndexOf('{') + 1);
  return names(one) !== '' && names(one) === names(other) && above(one) !== above(other);
}

/** What follows the path of an item, however its parameters are written there: `{peer-id}` is `{peerId}`, and no `{token}`. */
export function restBelow(path: string, item: string): string | undefined {
  const segments = path.split('/');
  const count = item.split('/').length;
  const same = (one: string): string => one.replaceAll(/\{[^}]*\}/g, normal);
  if (path.startsWith(`${item}:`)) return path.slice(item.length + 1);
  if (segments.length <= count || same(segments.slice(0, count).join('/')) !== same(item)) return undefined;
  return segments.slice(count).join('/');
}

/** What is done to an item may be said in several words, `/password/reset`; what stands below another collection is not done to it. */
export function isDeedBelow(own: ReadonlySet<string>, item: string, rest: string): boolean {
  const segments = rest.split('/');
  return segments.every((segment, at) => !isParameter(segment) && !own.has(`${item}/${segments.slice(0, at).join('/')}`));
}
