import { useTranslation } from 'react-i18next';
import type { Operation } from '#domain/model.ts';
import { Notice } from '#resource/states.tsx';
import { narrowed, type PageState } from '#resource/url-state.ts';
import type { ChangeState } from '#resource/use-page-state.ts';
import { timeChoice, timeFilters } from './time-choice.ts';

type Props = { op: Operation; state: PageState; presets: number[]; onChange: ChangeState };

/** Nothing happened in the chosen time: one click looks further back. */
export function EmptyRange({ op, state, presets, onChange }: Props) {
  const { t } = useTranslation('resource');
  const choice = timeChoice(op, state.filters);
  const time = Object.keys(timeFilters(op, { kind: 'any' }, 0));
  const filtered = state.keyword !== '' || Object.entries(state.filters).some(([name, texts]) => !time.includes(name) && texts.length > 0);
  return (
    <Notice
      title={choice.kind === 'preset' ? t('range.emptyLast', { last: t(`range.last.${choice.index}`) }) : t('range.empty')}
      hint={t(filtered ? 'range.emptyFiltered' : 'range.emptyHint')}
    >
      <span className="rf-wider">
        {presets.map((index) => (
          <button
            key={index}
            type="button"
            className="btn"
            onClick={() =>
              onChange(({ filters }) => narrowed({ filters: { ...filters, ...timeFilters(op, { kind: 'preset', index }, Date.now()) } }))
            }
          >
            {t(`range.last.${index}`)}
          </button>
        ))}
        {filtered && (
          <button
            type="button"
            className="btn"
            onClick={() =>
              onChange(narrowed({ keyword: '', filters: Object.fromEntries(time.map((name) => [name, state.filters[name] ?? []])) }))
            }
          >
            {t('filter.clear')}
          </button>
        )}
      </span>
    </Notice>
  );
}
