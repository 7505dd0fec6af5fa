import { useQuery } from '@tanstack/react-query';
import { formQuery } from '#api/model.ts';
import { query } from '#api/operation.ts';
import type { Json, Operation } from '#domain/model.ts';
import type { Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';

export type EffectKind = 'added' | 'changed' | 'removed';
export type EffectChange = {
  resource: string;
  id: string;
  /** Absent: a thing that the operator may not see. */
  label?: string;
  kind: EffectKind;
  /** Kinds of places at which it happens. */
  at: EffectKind[];
  places: number;
  before?: Json;
  after?: Json;
};
export type EffectPlace = {
  resource: string;
  id: string;
  label: string;
  kind: EffectKind | 'unchanged' | 'skipped';
  reason?: string;
} & Record<EffectKind, number>;

/** What a `preview` of the contract answers: schemas/values/effect.yaml. */
export type Effect = {
  version: number;
  obstacle?: string;
  changes: EffectChange[];
  places: EffectPlace[];
  hiddenPlaces: number;
  unchanged: number;
  reordered: boolean;
};

/** What an action on a row would change now, with the words for it. */
export function useActionEffect(scope: WholeScope, op: Operation, row: Row) {
  const form = useQuery(formQuery(op.preview));
  const preview = form.data?.operation;
  const answer = useQuery({
    ...query<Effect>(preview, preview ? { path: scope.path(preview, row) } : {}),
    // what was asked before may be no longer true, and nobody should act on it
    gcTime: 0,
  });
  return {
    effect: answer.data?.data,
    labels: form.data?.labels[scope.language],
    error: form.error ?? answer.error,
    fetching: answer.isFetching,
    retry: () => void (form.error ? form.refetch() : answer.refetch()),
  };
}

/** How many places an effect reaches: those that get or lose something, and those that have it as it is. */
export function reachOf({ places, hiddenPlaces }: Effect): { changing: number; same: number; skipped: number; all: number } {
  const count = (...kinds: EffectPlace['kind'][]): number => places.filter(({ kind }) => kinds.includes(kind)).length;
  const [changing, same, skipped] = [count('added', 'changed', 'removed'), count('unchanged'), count('skipped')];
  return { changing, same, skipped, all: changing + same + hiddenPlaces };
}
