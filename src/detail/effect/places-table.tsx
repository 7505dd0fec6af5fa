import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Labels } from '#domain/model.ts';
import type { EffectPlace } from './effect.ts';
import { Kind } from './kind.tsx';

type Props = {
  places: readonly EffectPlace[];
  labels: Labels;
  title: string;
  chosen: EffectPlace | undefined;
  onChoose: (place: EffectPlace | undefined) => void;
};

/** Beyond this many the search finds them: nobody reads a longer list before an action. */
const SHOWN = 100;
const kinds = ['added', 'changed', 'removed', 'unchanged', 'skipped'] as const;

/** Where something changes, and how much; one that is chosen narrows the changes to its own. */
export function PlacesTable({ places, labels, title, chosen, onChoose }: Props) {
  const { t } = useTranslation('resource');
  const id = useId();
  const [keyword, setKeyword] = useState('');
  const [kind, setKind] = useState('');
  const word = keyword.trim().toLowerCase();
  const found = places
    .filter((place) => (kind === '' || place.kind === kind) && place.label.toLowerCase().includes(word))
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.label.localeCompare(b.label));
  const name = (each: EffectPlace['kind']): string => labels.enums['places[].kind']?.[each] ?? each;
  return (
    <>
      <div className="re-tools">
        <input
          className="input"
          type="search"
          aria-label={t('filter.searchIn', { title })}
          placeholder={t('filter.searchIn', { title })}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <label htmlFor={id} className="visually-hidden">
          {labels.fields['places[].kind']}
        </label>
        <select id={id} className="input" value={kind} onChange={(event) => setKind(event.target.value)}>
          <option value="">{t('effect.anyKind', { count: places.length })}</option>
          {kinds.map((each) => {
            const count = places.filter((place) => place.kind === each).length;
            return (
              count > 0 && (
                <option key={each} value={each}>
                  {name(each)} ({count})
                </option>
              )
            );
          })}
        </select>
      </div>
      <table className="re-table re-places">
        <thead>
          <tr>
            <th scope="col">{labels.fields['places[].kind']}</th>
            <th scope="col">{title}</th>
            {(['added', 'changed', 'removed'] as const).map((each) => (
              <th key={each} scope="col" data-align="end">
                {labels.fields[`places[].${each}`]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.slice(0, SHOWN).map((place) => (
            <tr key={`${place.resource} ${place.id}`} data-chosen={chosen?.id === place.id || undefined}>
              <td>
                <Kind of="places" kind={place.kind} labels={labels} />
              </td>
              <th scope="row">
                {place.kind === 'unchanged' || place.kind === 'skipped' ? (
                  place.label
                ) : (
                  <button
                    type="button"
                    className="rt-link"
                    aria-pressed={chosen?.id === place.id}
                    onClick={() => onChoose(chosen?.id === place.id ? undefined : place)}
                  >
                    {place.label}
                  </button>
                )}
                {place.reason !== undefined && (
                  <span className="rd-none"> · {labels.enums['places[].reason']?.[place.reason] ?? place.reason}</span>
                )}
              </th>
              <td data-align="end">{place.added || ''}</td>
              <td data-align="end">{place.changed || ''}</td>
              <td data-align="end">{place.removed || ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.length === 0 && <p className="rd-none">{t('state.noResults')}</p>}
      {found.length > SHOWN && <p className="rd-none">{t('bulk.cut', { count: found.length - SHOWN })}</p>}
    </>
  );
}
