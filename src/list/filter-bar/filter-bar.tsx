import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listed } from '#api/language.ts';
import { currentModel } from '#api/model.ts';
import type { Field, Labels, Operation } from '#domain/model.ts';
import { short } from '#cells/date-cell.tsx';
import { cellFor } from '#cells/registry.ts';
import { filterFor } from '#filters/registry.ts';
import { fieldAt, fieldLabel, isVisible, rowField } from '#resource/fields.ts';
import { deferred } from '#ui/deferred.tsx';
import { Icon } from '#ui/icon.tsx';
import { filterTexts, parsedFilter } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { narrowed, type PageState } from '#resource/url-state.ts';
import type { ChangeState } from '#resource/use-page-state.ts';
import type { TimeRangeProps } from './time-range.tsx';
import { type Chip, chipsOf, rangeLabel } from './chips.ts';
import { SearchBox } from './search-box.tsx';
import './filters.css';

type Props = { scope: Scope; op: Operation; state: PageState; onChange: ChangeState; children?: ReactNode };

const TimeRange = deferred<TimeRangeProps>(() => import('./time-range.tsx').then((module) => module.TimeRange));

/** Shown without asking, a time range among them; the others unfold. */
const FIRST = 3;

export function FilterBar({ scope, op, state, onChange, children }: Props) {
  const { t } = useTranslation('resource');
  const [open, setOpen] = useState(false);
  const { labels } = scope;
  const { range } = op;
  const [fields, first] = filterFields(scope, op);
  const chips = chipsOf(op, labels, state.filters);
  const put = (changes: Record<string, string[]>): void => onChange(({ filters }) => narrowed({ filters: { ...filters, ...changes } }));
  const rangeField = range && op.query.find(({ name }) => name === range.start);
  const more = fields.length > first;

  return (
    <div className="rf" role="search" data-open={open || undefined}>
      <div className="rf-line">
        {range && rangeField && <TimeRange op={op} label={rangeLabel(range, labels, rangeField)} filters={state.filters} onChange={put} />}
        {op.paging?.keyword && (
          <SearchBox
            label={t('filter.searchIn', { title: labels.title })}
            value={state.keyword}
            onSearch={(keyword) => onChange(narrowed({ keyword }), 'replace')}
          />
        )}
        {(open ? fields : fields.slice(0, first)).map((field) => (
          <Filter
            key={field.name}
            field={field}
            labels={labels}
            texts={state.filters[field.name]}
            onTexts={(texts) => put({ [field.name]: texts })}
          />
        ))}
        {fields.length > 0 && (
          <button type="button" className="btn rf-more" data-always={more || undefined} aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name="filter" size={16} />
            {open ? t('filter.fewer') : t('filter.more')}
          </button>
        )}
        <span className="rf-tools">{children}</span>
      </div>
      {chips.length > 0 && (
        <ul className="rf-chips" aria-label={t('filter.active')}>
          {chips.map((chip) => (
            <ChipItem key={chip.names[0]} label={chip.label} onRemove={() => put(Object.fromEntries(chip.names.map((name) => [name, []])))}>
              <ChipValue chip={chip} scope={scope} />
            </ChipItem>
          ))}
          <li>
            <button type="button" className="rt-link" onClick={() => onChange(narrowed({ filters: {}, keyword: '' }))}>
              {t('filter.clear')}
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}

/** Choices of what the rows show first: they are quick, and the search covers most of what one would type. How many stand there at once is second. */
function filterFields({ resource, viewer, params, filled }: Scope, op: Operation): [Field[], number] {
  const root = rowField(resource);
  const offered = resource.filters.flatMap((name) => {
    const field = op.query.find((each) => each.name === name);
    if (
      !field ||
      name in params ||
      // within one company there is no other channel to choose
      (viewer.mode === 'company' && name in (currentModel()?.context ?? {})) ||
      name in filled ||
      !isVisible(field, 'filter', viewer) ||
      [op.range?.start, op.range?.end, op.range?.option].includes(name)
    )
      return [];
    // what this viewer may not see is nothing to filter by
    const property = fieldAt(root, name);
    if (property && !isVisible(property, 'filter', viewer)) return [];
    return [field];
  });
  const choices = offered
    .filter((field) => !isTyped(field))
    .toSorted((a, b) => Number(fieldAt(root, a.name) === undefined) - Number(fieldAt(root, b.name) === undefined));
  const room = op.range ? FIRST - 1 : FIRST;
  return [[...choices, ...offered.filter(isTyped)], choices.length > 0 || op.paging?.keyword ? Math.min(choices.length, room) : room];
}

function isTyped(field: Field): boolean {
  const each = field.kind === 'array' && field.items ? field.items : field;
  return !field.ref && !each.ref && !each.values && !each.names && each.kind !== 'boolean';
}

type FilterProps = { field: Field; labels: Labels; texts: string[] | undefined; onTexts: (texts: string[]) => void };

function Filter({ field, labels, texts, onTexts }: FilterProps) {
  const id = useId();
  const label = fieldLabel(labels, field);
  const Widget = filterFor(field);
  return (
    <span className="rf-filter">
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <Widget
        id={id}
        field={field}
        label={label}
        labels={labels}
        value={texts && parsedFilter(field, texts)}
        onChange={(value) => onTexts(filterTexts(value))}
      />
    </span>
  );
}

function ChipItem({ label, onRemove, children }: { label: string; onRemove: () => void; children: ReactNode }) {
  const { t } = useTranslation('resource');
  return (
    <li className="rf-chip">
      <span>{label}</span> {children}
      <button type="button" aria-label={t('filter.remove', { label })} onClick={onRemove}>
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}

/** Of a time, what is before its seconds. */
const MINUTES = 16;

/** What the contract has no words for is drawn as the table draws it. */
function ChipValue({ chip, scope }: { chip: Chip; scope: Scope }) {
  const { t } = useTranslation('resource');
  const { field, names, texts, preset } = chip;
  if (preset !== undefined) return <>{t(`range.last.${preset}`)}</>;
  if (names.length > 1) {
    return <>{texts.map((text) => (text === '' ? '' : short(new Date(text)).slice(0, MINUTES))).join(' – ')}</>;
  }
  const each = field.widget !== 'choices' && field.items ? field.items : field;
  if (!each.ref && each.kind !== 'boolean' && each.widget !== 'choices') return <>{listed(texts)}</>;
  const Cell = cellFor(each);
  return (
    <>
      {texts.map((text) => (
        <Cell
          key={text}
          field={each}
          value={each.kind === 'boolean' ? text === 'true' : text}
          row={{}}
          labels={scope.labels}
          language={scope.language}
        />
      ))}
    </>
  );
}
