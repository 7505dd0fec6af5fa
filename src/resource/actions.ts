import type { Field, Operation, RuleTraceCall } from '#domain/model.ts';
import type { MenuItem } from '#ui/menu-button.tsx';
import type { Row } from './list-answer.ts';
import type { Scope } from './scope.ts';
import { textWidth } from '#ui/text-width.ts';

/** What an operator started on some rows, or on the list; a dialog carries it out. */
export type Task =
  | { kind: 'delete'; rows: Row[] }
  | { kind: 'action'; op: Operation; rows: Row[]; /** Selected rows that the viewer may not do it with. */ left?: number }
  | { kind: 'change'; rows: Row[] }
  | { kind: 'switch'; field: Field; on: boolean; rows: Row[] }
  | { kind: 'move'; order: string; rows: Row[] }
  | { kind: 'import' }
  | { kind: 'export' }
  | { kind: 'ruleTrace'; call: RuleTraceCall };

/** An action on one item has a path parameter that only a row can fill. */
export function isRowAction(op: Operation, params: Record<string, string>): boolean {
  return op.when !== undefined || op.bulk !== undefined || op.pathParams.some(({ name }) => !(name in params));
}

/** `when` of the contract: the row is in a state in which the action makes sense. */
export function applies(op: Operation, row: Row): boolean {
  return Object.entries(op.when ?? {}).every(([property, values]) => values.some((value) => value === row[property]));
}

export function rowActions(scope: Scope, row: Row): Operation[] {
  return scope.actions.filter((op) => isRowAction(op, scope.params) && applies(op, row) && scope.can(op, row));
}

/** Pixels beyond which a name is too long to stand in every row. */
const LONG = 90;

/** Actions that stand by their own names: one beside edit and delete, two where there is neither; more, or a long name, are in a menu. */
export function namedActions(scope: Scope): Operation[] {
  const own = scope.actions.filter((op) => isRowAction(op, scope.params) && scope.can(op));
  const alone = !scope.can(scope.update) && !scope.can(scope.remove);
  if (own.length > (alone ? 2 : 1)) return [];
  return alone || own.every((op) => textWidth(actionLabel(scope, op)) <= LONG) ? own : [];
}

/** What any row may have behind its menu: a copy, and the actions that do not stand by their names. */
export function hasMenu(scope: Scope): boolean {
  const own = scope.actions.some((op) => isRowAction(op, scope.params) && scope.can(op));
  return scope.can(scope.create) || (own && namedActions(scope).length === 0);
}

/** That menu for one row. */
export function rowMenu(scope: Scope, row: Row, { actions, onCopy, onTask, copyLabel, moveLabel }: MenuOptions): MenuItem[] {
  const copy = scope.can(scope.create) ? [{ key: 'copy', label: copyLabel, onSelect: onCopy }] : [];
  const order = scope.resource.data?.order;
  const move =
    order !== undefined && scope.can(scope.update, row)
      ? [{ key: 'move', label: moveLabel, onSelect: () => onTask({ kind: 'move', order, rows: [row] }) }]
      : [];
  return [
    ...copy,
    ...move,
    ...actions.map((op, index) => ({
      key: op.id,
      label: actionLabel(scope, op),
      danger: op.confirm === 'danger' || op.confirm === 'typed',
      separated: index === 0 && copy.length + move.length > 0,
      onSelect: () => onTask({ kind: 'action', op, rows: [row] }),
    })),
  ];
}

type MenuOptions = { actions: Operation[]; onCopy: () => void; onTask: (task: Task) => void; copyLabel: string; moveLabel: string };

/** Actions on the collection as a whole. */
export function listActions(scope: Scope): Operation[] {
  return scope.actions.filter((op) => !isRowAction(op, scope.params) && scope.can(op));
}

/** Actions that the contract offers for many rows, one by one or by their ids. Whether a row is in a state for it, the backend says. */
export function manyActions(scope: Scope): Operation[] {
  return [...scope.actions, ...scope.bulk].filter((op) => op.bulk && scope.can(op));
}

export function actionLabel(scope: Scope, op: Operation): string {
  return scope.labels.actions[op.id] ?? op.id;
}
