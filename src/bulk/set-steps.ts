import { sameJson } from '#domain/condition.ts';
import type { Json, OperationForm } from '#domain/model.ts';
import type { Row } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { changeSteps } from './change-steps.ts';
import { fetchItem } from './current-item.ts';
import { type Step, supportsSet } from './run.ts';

type Values = ReadonlyMap<string, Json | undefined>;

const AT_ONCE = 4;

/**
 * The same properties set in many rows, whatever the list shows of them: the backend decides of each by what is stored when
 * its turn comes. One that cannot be asked so is read anew, and judged by that.
 */
export async function setSteps(scope: Scope, rows: readonly Row[], values: Values, bulk: OperationForm | undefined): Promise<Step[]> {
  const op = scope.update;
  if (!op) return [];
  if (supportsSet(bulk)) {
    const set = Object.fromEntries([...values].map(([name, value]) => [name, value ?? null]));
    return rows.map((row) => ({ op, args: { path: scope.path(op, row) }, set, name: scope.nameOf(row), id: scope.key(row).id }));
  }
  const steps: Step[] = [];
  const stepOf = async (row: Row): Promise<Step[]> => {
    const { item } = await fetchItem(scope, row);
    const same = [...values].every(([name, value]) => sameJson(item[name] ?? null, value ?? null));
    if (same) return [{ op, args: {}, name: scope.nameOf(row), id: scope.key(row).id, same }];
    return changeSteps(scope, [{ row, values }], true);
  };
  for (let start = 0; start < rows.length; start += AT_ONCE)
    steps.push(...(await Promise.all(rows.slice(start, start + AT_ONCE).map(stepOf))).flat());
  return steps;
}
