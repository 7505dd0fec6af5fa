import { type Access, decide } from '#domain/access/decide.ts';
import type { Field, PermissionNode } from '#domain/model.ts';
import { getPath, pointerOf } from '#domain/value.ts';
import type { Call } from '#server/kernel/handler.ts';
import type { Finding } from '#server/kernel/problem.ts';
import { valueLabel } from '#server/kernel/resource/labels.ts';
import { withDefaults } from '#server/kernel/resource/defaults.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import type { Doc } from '#server/store/items/tables.ts';

/**
 * Properties that the contract keeps for some, or keeps from everybody on the own account. Properties whose permission the caller does not hold stay as they are: the form leaves them out, and what is sent
 * anyway is refused at its place. A new item has their defaults.
 */
export function heldFindings(doc: Doc, { spec, before, call }: Change): Finding[] {
  const { principal, services } = call;
  const given = spec.owner === undefined ? undefined : doc[spec.owner];
  const owner = typeof given === 'string' && given !== '' ? given : undefined;
  const old = before?.doc ?? withDefaults(spec.fields, {});
  return placesOf(spec.fields).flatMap(({ path, node, kinds, own }) => {
    if (!principal || same(getPath(doc, path), getPath(old, path))) return [];
    if (kinds && !kinds.includes(principal.role))
      return [{ pointer: pointerOf(path), code: 'rule.heldField.kind', params: { value: kindNames(kinds, call) } }];
    if (own === 'kept' && before?.id === principal.username) return [{ pointer: pointerOf(path), code: 'rule.heldField.own' }];
    if (node === undefined) return [];
    const access: Access = { node, level: 'edit', tenant: owner === undefined ? 'none' : { in: 'item', name: spec.owner ?? '' } };
    if (decide(access, principal, owner === undefined ? undefined : [owner], services.contract.permissions).allowed) return [];
    return [{ pointer: pointerOf(path), code: 'rule.heldField', params: { value: nameOf(node, call) } }];
  });
}

type FieldRule = Pick<Field, 'path' | 'node' | 'kinds' | 'own'>;

const places = new WeakMap<Field, FieldRule[]>();

function placesOf(root: Field): FieldRule[] {
  let found = places.get(root);
  if (!found) places.set(root, (found = nodesIn(root)));
  return found;
}

function nodesIn({ fields = [] }: Field): FieldRule[] {
  return fields.flatMap((field) => (field.node === undefined && !field.kinds && !field.own ? nodesIn(field) : [field]));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

function kindNames(kinds: readonly string[], call: Call): string {
  return kinds.map((kind) => valueLabel(call, 'user', 'accountType', kind)).join(', ');
}

/** The permission as the role's page calls it. */
function nameOf(path: string, { services, language }: Call): string {
  let level: readonly PermissionNode[] = services.contract.model.permissions;
  const labels = path.split('/').map((name) => {
    const node = level.find((each) => each.name === name);
    level = node?.children ?? [];
    return node?.label[language] ?? name;
  });
  return labels.at(-1) ?? path;
}
