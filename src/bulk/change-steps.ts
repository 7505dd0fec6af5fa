import type { Json } from '#domain/model.ts';
import { loadWhole } from '#api/model.ts';
import { bodyOf } from '#resource/body.ts';
import { schemaOf } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';
import { changeArgs, type Scope } from '#resource/scope.ts';
import { fetchItem, currentItem } from './current-item.ts';
import type { Step } from './run.ts';

/** Properties of one row that are to have other values; undefined takes one away. */
export type Change = { row: Row; values: ReadonlyMap<string, Json | undefined> };

const AT_ONCE = 4;

/** Each row whole, with its changes in it. Anew: as the backend has it at this moment, whatever the list shows. */
export async function changeSteps(scope: Scope, changes: readonly Change[], anew = false): Promise<Step[]> {
  const op = scope.update;
  if (!op) return [];
  const root = schemaOf(await loadWhole(scope.resource.name), op.body?.schema ?? scope.resource.item);
  const stepOf = async ({ row, values }: Change): Promise<Step> => {
    const { item, etag } = await (anew ? fetchItem(scope, row) : currentItem(scope, row));
    const changed: Record<string, Json> = { ...item };
    for (const [name, value] of values) {
      if (value === undefined) delete changed[name];
      else changed[name] = value;
    }
    const body = bodyOf(op, root, changed, item, 'update');
    return { op, args: { ...changeArgs(scope, op, anew ? item : row, etag), body }, name: scope.nameOf(row), id: scope.key(row).id };
  };
  const steps: Step[] = [];
  for (let start = 0; start < changes.length; start += AT_ONCE)
    steps.push(...(await Promise.all(changes.slice(start, start + AT_ONCE).map(stepOf))));
  return steps;
}
