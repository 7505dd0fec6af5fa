import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formQuery } from '#api/model.ts';
import { useSelection } from '#api/selection.ts';
import { useWorkspace } from '#api/workspace.ts';
import type { JsonObject } from '#domain/json.ts';
import type { NavigationEntry, OperationForm, Panel } from '#domain/model.ts';
import type { TimeState } from '#time/time-state.ts';
import { pageOf, panelCall, wantedOf } from './panel-call.ts';
import { watchCall } from './watch.ts';

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

type Options = {
  entry: NavigationEntry | undefined;
  time: TimeState;
  /** Not asked before something else is there. */
  waits?: boolean;
};

/** What operations answer for the time and the places of a page, asked again as often as the page says. */
export function usePanel(panel: Panel, { entry, time, waits = false }: Options): PanelAnswer {
  const { params, companyId } = useWorkspace();
  const selection = useSelection();
  const [search] = useSearchParams();
  const known = useQuery(formQuery(panel.operation));
  const form = known.data;
  // a page belongs to what was asked for: other places or another time begin at the first again
  const wanted = wantedOf(panel, form, { entry, search, companyId, selection });
  const about = JSON.stringify([params, wanted, time.option, time.from, time.to]);
  const [turned, setTurned] = useState({ about, page: 1 });
  const page = turned.about === about ? turned.page : 1;
  const own = pageOf(wanted, form, page);
  const { key, argsOf, ask } = panelCall({ operation: panel.operation, form, own, params, time });
  const range = form?.operation.range;
  const isLive = form?.operation.live === true && time.from === undefined;
  const options = {
    enabled: form !== undefined && !waits,
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
    return watchCall({ operation: form.operation.id, ...argsOf(form.operation, 0) }, (data) =>
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
