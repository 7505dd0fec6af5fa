import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '#api/can.ts';
import { formQuery } from '#api/model.ts';
import { query } from '#api/operation.ts';
import { setSelection } from '#api/selection.ts';
import { asArray, asNumber, asObject, asText, type JsonObject, texts } from '#domain/json.ts';
import type { ListMap } from '#domain/list-map.ts';
import type { Json } from '#domain/model.ts';
import { PlaceMap, type PlaceMark, type Tone } from '#map/place-map.tsx';
import { filledState, filterQuery } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { Failure, Skeleton } from '#resource/states.tsx';
import { narrowed, type PageState } from '#resource/url-state.ts';
import type { ChangeState } from '#resource/use-page-state.ts';
import './places.css';

type Props = { scope: Scope; map: ListMap; state: PageState; onChange: ChangeState; onNear: (places: readonly string[]) => void };
/** A place with the values that narrow the list to what is there. */
type Place = PlaceMark & { name: string; values: string[]; down: number; degraded: number };

const looks: Record<Tone, string> = { danger: '× ', warning: '! ', neutral: '? ', success: '' };
const tones = Object.keys(looks);
/** Places that a name says one by one. */
const NAMED = 3;

/** Where the rows of a list are: a place narrows the list, and what is pointed at here or there is marked on both sides. */
export function PlacesPanel({ scope, map, state, onChange, onNear }: Props): ReactNode {
  const { t } = useTranslation(['charts', 'resource']);
  const can = useCan();
  const id = useId();
  const [at, setAt] = useState(0);
  const calls = map.operations;
  const loaded = [useQuery(formQuery(calls[0] ?? '')), useQuery(formQuery(calls[1] ?? calls[0] ?? ''))];
  const forms = loaded.slice(0, calls.length).flatMap(({ data }) => data ?? []);
  const operation = forms[at]?.operation;
  const filled = filledState(state, scope);
  const { [map.by]: narrowing = [], ...filters } = filled.filters;
  const asked = operation && {
    ...filterQuery(operation, { ...filled, filters, sort: '' }, scope.params),
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
  };
  const open = operation !== undefined && can(operation);
  const answer = useQuery({ ...query<Json>(open ? operation : undefined, { query: asked ?? {} }), placeholderData: (before) => before });
  const places = useMemo(() => asArray(asObject(answer.data?.data)['results']).flatMap((each) => placeOf(asObject(each))), [answer.data]);
  const unplaced = useMemo(
    () => sumOf(asArray(asObject(answer.data?.data)['results'])) - places.reduce((sum, { count }) => sum + count, 0),
    [answer.data, places],
  );
  const worstFirst = useMemo(() => places.toSorted((a, b) => tones.indexOf(a.tone) - tones.indexOf(b.tone)), [places]);
  const [box, row] = usePointedRow();
  if (operation !== undefined && !open) return null;
  const holds = (own: readonly Place[], value: string): boolean => own.some(({ values }) => values.includes(value));
  const isPicked = (own: readonly Place[]): boolean =>
    narrowing.length > 0 && own.every(({ values }) => values.every((each) => narrowing.includes(each)));
  const narrowTo = (values: string[]): void => {
    // chosen in the top bar or here: one choice, not two
    if (scope.filled[map.by]?.length) setSelection({ city: '' });
    onChange(narrowed({ filters: { ...state.filters, [map.by]: values } }));
  };
  const nameOf = (own: readonly Place[]): string => {
    const sum = (of: 'count' | 'down' | 'degraded'): number => own.reduce((total, each) => total + each[of], 0);
    const names = own.slice(0, NAMED).map(({ name }) => name);
    return t('places.sites', {
      places: names.join(t('places.and')) + (own.length > NAMED ? t('places.others', { count: own.length - NAMED }) : ''),
      count: sum('count'),
      down: sum('down'),
      degraded: sum('degraded'),
    });
  };
  return (
    <aside ref={box} className="lp-map" aria-label={t('places.label')}>
      <div className="lp-map-head">
        {forms.length > 1 && (
          <div className="wx-segments" role="radiogroup" aria-label={t('places.by')}>
            {forms.map((form, index) => (
              <label key={form.operation.id} className="wx-segment">
                <input type="radio" name={id} checked={at === index} onChange={() => setAt(index)} />
                <span>{form.labels[scope.language].actions[form.operation.id]}</span>
              </label>
            ))}
          </div>
        )}
        {narrowing.length > 0 && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => narrowTo([])}>
            {t('places.clear')}
          </button>
        )}
      </div>
      {answer.error ? (
        <Failure error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <Skeleton lines={6} label={t('resource:state.loading')} />
      ) : places.length === 0 ? (
        <p className="lp-map-none">{t('places.none')}</p>
      ) : (
        <PlaceMap
          label={t('places.label')}
          marks={worstFirst}
          nameOf={nameOf}
          onPick={(own) => narrowTo(isPicked(own) ? [] : own.flatMap(({ values }) => values))}
          isPicked={isPicked}
          isLit={(own) => row !== undefined && holds(own, row)}
          onPoint={(own) => onNear(own.flatMap(({ values }) => values))}
        />
      )}
      {unplaced > 0 && <p className="lp-map-note">{t('places.unplaced', { count: unplaced })}</p>}
    </aside>
  );
}

function sumOf(rows: readonly unknown[]): number {
  return rows.reduce<number>((sum, row) => sum + (asNumber(asObject(row)['sites']) ?? 0), 0);
}

/** The place of the row under the pointer, or with the focus, in the list beside. */
function usePointedRow(): [(element: HTMLElement | null) => (() => void) | undefined, string | undefined] {
  const [place, setPlace] = useState<string>();
  const box = useCallback((element: HTMLElement | null): (() => void) | undefined => {
    const around = element?.parentElement;
    if (!around) return undefined;
    const look = ({ target }: Event): void => {
      const found = target instanceof Element ? target.closest<HTMLElement>('tr[data-place]') : null;
      setPlace(found?.dataset['place']);
    };
    around.addEventListener('pointerover', look);
    around.addEventListener('focusin', look);
    return () => {
      around.removeEventListener('pointerover', look);
      around.removeEventListener('focusin', look);
    };
  }, []);
  return [box, place];
}

function placeOf(row: JsonObject): Place[] {
  const [longitude, latitude, values] = [asNumber(row['longitude']), asNumber(row['latitude']), texts(row['cities'])];
  if (longitude === undefined || latitude === undefined || values.length === 0) return [];
  const figure = (name: string): number => asNumber(row[name]) ?? 0;
  const [count, down, degraded] = [figure('sites'), figure('down'), figure('degraded')];
  const tone = down > 0 ? 'danger' : degraded > 0 ? 'warning' : figure('online') === count ? 'success' : 'neutral';
  const [only, ...others] = values;
  const name = others.length === 0 ? (only ?? '') : (asText(row['province']) ?? '');
  return [{ key: values.join(' '), longitude, latitude, count, down, degraded, values, name, tone, sign: looks[tone] }];
}
