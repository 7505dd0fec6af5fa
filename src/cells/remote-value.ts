import { useQuery } from '@tanstack/react-query';
import { useCan } from '#api/can.ts';
import { formQuery } from '#api/model.ts';
import { call } from '#api/operation.ts';
import { asArray, asObject, isObject, type JsonObject } from '#domain/json.ts';
import type { Json, Operation } from '#domain/model.ts';
import { type CellProps, textOf } from './cell.ts';

type Group = { ids: Set<string>; answer: Promise<Map<string, JsonObject>> };
const waiting = new Map<string, Group>();
/** Cells of one page are drawn together; what scrolls into sight asks by itself. */
const GATHER = 20;
const FRESH = 60_000;

/** What stands in a cell: nothing yet, the answer for its row, or why there is none. */
export type RemoteValue =
  | { kind: 'waiting' }
  | { kind: 'closed' }
  | { kind: 'failed'; error: Error }
  | { kind: 'known'; value: JsonObject };

/** The part of an answer that is about this row. Of all rows in sight one call asks, and again once a minute. */
export function useRemoteValue({ field, row, value }: Pick<CellProps, 'field' | 'row' | 'value'>): RemoteValue {
  const by = textOf(field.options?.['by']);
  const id = textOf(row[by]);
  const can = useCan();
  const given = isObject(value);
  const { data: form } = useQuery({ ...formQuery(textOf(field.options?.['operation'])), enabled: !given });
  const operation = form?.operation;
  const open = operation !== undefined && can(operation);
  const answer = useQuery({
    queryKey: [operation?.path ?? '', by, id],
    queryFn: async () => (operation ? ((await gather(operation, by, id)).get(id) ?? {}) : {}),
    enabled: open && id !== '',
    staleTime: FRESH,
    refetchInterval: FRESH,
  });
  if (given) return { kind: 'known', value };
  if (operation !== undefined && !open) return { kind: 'closed' };
  if (answer.data) return { kind: 'known', value: answer.data };
  return answer.error ? { kind: 'failed', error: answer.error } : { kind: 'waiting' };
}

/** As many as the contract takes at once. */
function mostOf({ query }: Operation, by: string): number {
  return query.find(({ name }) => name === by)?.limits?.maxItems ?? Infinity;
}

function gather(operation: Operation, by: string, id: string): Promise<Map<string, JsonObject>> {
  const open = waiting.get(operation.id);
  if (open && open.ids.size < mostOf(operation, by)) {
    open.ids.add(id);
    return open.answer;
  }
  const ids = new Set([id]);
  const answer = new Promise((resolve) => setTimeout(resolve, GATHER)).then(() => {
    if (waiting.get(operation.id)?.ids === ids) waiting.delete(operation.id);
    return ask(operation, by, [...ids]);
  });
  waiting.set(operation.id, { ids, answer });
  return answer;
}

async function ask(operation: Operation, by: string, ids: string[]): Promise<Map<string, JsonObject>> {
  const { data } = await call<Json>(operation, { query: { [by]: ids }, quiet: true });
  return new Map(asArray(asObject(data)['results']).map((each) => [textOf(asObject(each)[by] as Json), asObject(each)]));
}
