import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { contextArgs } from '#api/choose.ts';
import { formQuery } from '#api/model.ts';
import { call } from '#api/operation.ts';
import { filledBy, selectorsOf, useSelection } from '#api/selection.ts';
import { useWorkspace } from '#api/workspace.ts';
import { asObject, type JsonObject } from '#domain/json.ts';
import type { Field, NavigationEntry, Operation, OperationForm, Panel } from '#domain/model.ts';
import { timeQuery, type TimeState } from '#time/time-state.ts';
import { watchCall } from './watch.ts';

/** First part of the key of every answer of a panel. */
export const PANEL = 'panel';
/** Parameters of the panels in the address begin so. */
export const FILTER = 'q.';
/** The parameter that says how many are answered. */
const MANY = 'n';
/** Rows of one page of a table. */
export const ROWS = 20;

export type PanelAnswer = {
  form: OperationForm | undefined;
  answer: JsonObject | undefined;
  /** Of the period before, where it is asked for. */
  before: JsonObject | undefined;
  at: number | undefined;
  error: unknown;
  isLoading: boolean;
  retry: () => void;
  page: number;
  turn: (page: number) => void;
};

type Options = { entry: NavigationEntry | undefined; time: TimeState };

/** What an operation answers for the time and the places of the page, asked again as often as the page says. */
export function usePanel(panel: Panel, { entry, time }: Options): PanelAnswer {
  const { params, companyId } = useWorkspace();
  const selection = useSelection();
  const [search] = useSearchParams();
  const known = useQuery(formQuery(panel.operation));
  const form = known.data;
  const query = form?.operation.query ?? [];
  const values = valuesIn(search);
  const names = new Set(query.map(({ name }) => name));
  const filled = filledBy(query, selectorsOf(entry, companyId), selection);
  const own: Record<string, unknown> = {};
  for (const field of query) {
    const texts = values[field.name] ?? filled[field.name] ?? [];
    if (texts.length > 0) own[field.name] = field.kind === 'array' ? texts : texts[0];
  }
  Object.assign(own, panel.with);
  // a page belongs to what was asked for: other places or another time begin at the first again
  const about = JSON.stringify([params, own, time.option, time.from, time.to]);
  const [turned, setTurned] = useState({ about, page: 1 });
  const page = turned.about === about ? turned.page : 1;
  if (names.has('skip') && names.has('limit')) Object.assign(own, { skip: (page - 1) * ROWS, limit: ROWS });
  const range = form?.operation.range;
  // what is among the first now need not have been then
  const many = query.find(({ name }) => name === MANY)?.limits?.maximum;
  const most = many === undefined ? {} : { [MANY]: many };
  const ask = async (back: number, signal: AbortSignal): Promise<{ data: JsonObject; at: number }> => {
    if (!form) throw new Error('Asked before the operation is known');
    const now = Date.now();
    const over = range ? timeQuery(range, time, { now, back }) : {};
    const { data } = await call<unknown>(form.operation, {
      path: contextArgs(form.operation, params),
      query: { ...own, ...(back > 0 ? most : {}), ...over },
      signal,
    });
    return { data: asObject(data), at: Date.now() };
  };
  const isLive = form?.operation.live === true && time.from === undefined;
  const key = [PANEL, panel.operation, params, own, time.option, time.from, time.to];
  const options = {
    enabled: form !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: time.every * 1000 || (false as const),
  };
  const answer = useQuery({ queryKey: key, queryFn: ({ signal }) => ask(0, signal), ...options });
  const before = useQuery({
    queryKey: [...key, 'before'],
    queryFn: ({ signal }) => ask(1, signal),
    ...options,
    enabled: options.enabled && time.compare && range !== undefined,
  });
  const client = useQueryClient();
  const watched = JSON.stringify(key);
  useEffect(() => {
    if (!form || !isLive) return undefined;
    const over = range ? timeQuery(range, time, { now: Date.now(), back: 0 }) : {};
    const path = contextArgs(form.operation, params);
    return watchCall({ operation: form.operation.id, path, query: { ...own, ...over } }, (data) =>
      client.setQueryData(key, { data, at: Date.now() }),
    );
    // all that it depends on is in its key
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [watched, isLive, form, client]);
  return {
    form,
    answer: answer.data?.data,
    before: time.compare ? before.data?.data : undefined,
    at: answer.data?.at,
    error: known.error ?? answer.error ?? undefined,
    isLoading: answer.isPending,
    retry: () => void (known.error ? known.refetch() : answer.refetch()),
    page,
    turn: (next) => setTurned({ about, page: next }),
  };
}

/** Query parameters that somebody may set: not time and paging, nor what the top bar fills or every one of the panels fixes. */
export function offered({ query, range }: Operation, panels: readonly Panel[]): Field[] {
  const taken = new Set([range?.start, range?.end, range?.option, 'points', 'skip', 'limit']);
  const isFixed = (name: string): boolean => panels.every((panel) => panel.with !== undefined && name in panel.with);
  return query.filter(({ name, fill, hide }) => !taken.has(name) && !isFixed(name) && fill === undefined && !hide?.includes('filter'));
}

/** Parameters of the panels in the address: `?q.siteId=s-1&q.siteId=s-2&q.metric=loss`. */
export function valuesIn(search: URLSearchParams): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, value] of search) if (name.startsWith(FILTER) && value !== '') (found[name.slice(FILTER.length)] ??= []).push(value);
  return found;
}

export function withValues(search: URLSearchParams, name: string, texts: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(FILTER + name);
  for (const text of texts) if (text !== '') next.append(FILTER + name, text);
  return next;
}
