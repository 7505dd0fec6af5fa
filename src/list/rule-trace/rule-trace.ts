import { useQuery } from '@tanstack/react-query';
import { formQuery } from '#api/model.ts';
import { query } from '#api/operation.ts';
import type { RuleTraceCall, OperationForm } from '#domain/model.ts';
import { DEFAULT_SIZE } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { type PageState, toTab, writeState } from '#resource/url-state.ts';

/** A row that was tried in vain, or (without `mismatch`, the last one) that decides. */
export type TraceStep = { ruleId: string; ruleName: string; priority: number; mismatch?: string };

/** What one table says to what was asked: `schemas/values/rule-trace.yaml`. */
export type RuleTrace = { table: string; ruleId?: string; ruleName?: string; priority?: number; outcome?: string; steps: TraceStep[] };

/** A row that never decides and the one before it that does in its place: `schemas/values/rule-finding.yaml`. */
export type RuleFinding = {
  table: string;
  kind: string;
  ruleId: string;
  ruleName: string;
  priority: number;
  position: number;
  byRuleId: string;
  byRuleName: string;
  byPriority: number;
  byPosition: number;
};

/** The call with its labels; undefined while it loads, or where the contract has none. */
export function useRuleTrace(call: RuleTraceCall | undefined): OperationForm | undefined {
  return useQuery(formQuery(call?.operation)).data;
}

/** The rows of this page's resource that are in doubt, as of now; undefined until it is known. */
export function useFindings(scope: Scope): RuleFinding[] | undefined {
  const call = scope.resource.ruleTrace?.findings;
  const form = useRuleTrace(call);
  const open = form && scope.can(form.operation) && form.operation.pathParams.every(({ name }) => name in scope.params);
  const answer = useQuery({
    ...query<{ results: RuleFinding[] }>(
      open ? form.operation : undefined,
      open && call ? { path: scope.path(form.operation), query: { [call.choice]: [call.value] } } : {},
    ),
  });
  return answer.data?.data.results;
}

/** The page of its list on which a row stands, with the row marked; `place` counts from 1 in the list's own order. */
export function rowState(id: string, place: number, size: number | undefined, tab: string | undefined): Partial<PageState> {
  return { ...toTab(tab ?? ''), tab, size, page: Math.ceil(place / (size ?? DEFAULT_SIZE)), mark: id };
}

/** The same on the page of another resource. */
export function rowAddress(scope: Scope, resource: string, id: string, place: number): string | undefined {
  const summary = scope.model.resources[resource];
  return summary && `${summary.route}?${writeState(new URLSearchParams(), rowState(id, place, undefined, resource)).toString()}`;
}
