import type { OperationKind } from '#domain/model.ts';
import { parameterNames, type RawOperation } from '../read/operations.ts';

/** Calls that belong together although their paths are verbs: `/get/setting/ntp` and `/set/setting/ntp`, `/alias/addItem` and its like. */
export type Verbs = { path: string; settings: boolean; members: { operation: RawOperation; kind: OperationKind }[] };

const kinds: Readonly<Record<string, OperationKind>> = {
  search: 'list',
  list: 'list',
  get: 'get',
  add: 'create',
  create: 'create',
  set: 'update',
  update: 'update',
  edit: 'update',
  del: 'delete',
  delete: 'delete',
  remove: 'delete',
  toggle: 'action',
  enable: 'action',
  disable: 'action',
};
const verb = new RegExp(`^(${Object.keys(kinds).join('|')})(?:[A-Z_-].*)?$`);

/** The groups of a document in which verbs stand in for methods; only those that can be read and written. */
export function findVerbs(operations: readonly RawOperation[]): Verbs[] {
  const groups = new Map<string, Verbs['members']>();
  for (const operation of operations) {
    const place = placeOf(operation);
    if (place === undefined) continue;
    groups.set(place.key, [...(groups.get(place.key) ?? []), { operation, kind: place.kind }]);
  }
  return [...groups].flatMap(([key, members]): Verbs[] => {
    const of = (kind: OperationKind): RawOperation[] => members.flatMap((each) => (each.kind === kind ? [each.operation] : []));
    // two calls of one verb are two things
    if (members.some(({ kind }) => kind !== 'action' && of(kind).length > 1)) return [];
    const [list, get, create, update, remove] = [of('list')[0], of('get')[0], of('create')[0], of('update')[0], of('delete')[0]];
    const isRead = (operation: RawOperation | undefined): boolean => operation?.answer !== undefined && operation.body?.required !== true;
    if (isRead(list) && (create ?? update ?? remove)) return [{ path: key, settings: false, members }];
    if (isRead(get) && get?.method === 'get' && update?.body && !list && !create && !remove && !endsInParameter(get))
      return [{ path: key, settings: true, members }];
    return [];
  });
}

/** Where a call stands without its verb: the noun, and what leads to it. A plain `/things/{id}` has none. */
function placeOf({ segments, method, body }: RawOperation): { key: string; kind: OperationKind } | undefined {
  const at = segments.findLastIndex((segment) => verb.test(segment));
  if (at < 0) return undefined;
  const segment = segments[at] ?? '';
  const [, name = ''] = verb.exec(segment) ?? [];
  const kind = kinds[name];
  if (kind === undefined) return undefined;
  // a search changes nothing, whatever its method; all else that is asked by GET is no change
  if ((kind === 'list' || kind === 'get') !== (method === 'get') && !(kind === 'list' && method === 'post')) return undefined;
  if ((kind === 'create' || kind === 'update') && body === undefined) return undefined;
  const after = segments.slice(at + 1);
  const own = after.filter((each) => parameterNames(each).length === 0);
  // what follows the verb is its object, or the key of an item
  if (own.length > 0 && own.length !== after.length) return undefined;
  return { key: `/${[...segments.slice(0, at), segment.slice(name.length), ...own].filter((each) => each !== '').join('/')}`, kind };
}

function endsInParameter({ segments }: RawOperation): boolean {
  return parameterNames(segments.at(-1) ?? '').length > 0;
}
