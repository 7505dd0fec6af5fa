import { memo, useState } from 'react';
import { initialDocument } from '#domain/document.ts';
import { asArray } from '#domain/json.ts';
import { rowLabel } from '#domain/label.ts';
import type { Field, Json } from '#domain/model.ts';
import { joinPointer } from '#domain/pointer.ts';
import { fieldLabel } from '#resource/fields.ts';
import { controlId, useDerived, useErrorCount, useErrors, useForm, useRequired, useUi } from '#form/form-context.ts';
import { activeKey } from '#form/engine/layout.ts';
import { withNextName } from '#form/engine/next-name.ts';
import { focusFirst } from '#form/focus.ts';
import { RichText } from '#resource/rich-text.tsx';
import { Icon } from '#ui/icon.tsx';

type Props = { field: Field; pointer: string };

/** The rows of an array one below the other: add, remove, move, duplicate. */
export function CardsView({ field, pointer }: Props) {
  const { store, labels, formId, rules, t } = useForm();
  const id = controlId(formId, pointer);
  const rowKeys = useDerived(pointer, () => store.rowKeys(pointer).join(','));
  const keys = rowKeys === '' ? [] : rowKeys.split(',');
  const errors = useErrors(pointer);
  const required = useRequired(field, pointer);
  const max = field.limits?.maxItems ?? Infinity;
  const full = keys.length >= max;
  const title = fieldLabel(labels, field);
  const { items } = field;
  const add = (row: Json, index = keys.length): void => {
    store.insert(pointer, index, row);
    store.setUi(activeKey(pointer, ''), String(index));
    // the row is drawn by then
    const from = document.activeElement;
    requestAnimationFrame(() => focusFirst(formId, joinPointer(pointer, index), from));
  };
  return (
    <fieldset className="wf-object wf-wide" data-pointer={pointer} aria-describedby={errors.length ? `${id}-error` : undefined}>
      <legend>
        {title}
        {required && <span aria-hidden> *</span>}
        <span className="wf-count">{Number.isFinite(max) ? `${keys.length} / ${max}` : keys.length}</span>
      </legend>
      {labels.help[field.path] && (
        <div className="wf-help">
          <RichText text={labels.help[field.path] ?? ''} />
        </div>
      )}
      {errors.length > 0 && (
        <ul id={`${id}-error`} className="wf-errors">
          {errors.map((error) => (
            <li key={error.message}>{error.message}</li>
          ))}
        </ul>
      )}
      {items &&
        keys.map((key, index) => (
          <Card key={key} item={items} array={pointer} index={index} count={keys.length} full={full} title={title} onDuplicate={add} />
        ))}
      <button
        type="button"
        className="btn"
        id={id}
        disabled={full}
        onClick={() => add(items ? withNextName(begun(items), items, rules, asArray(store.get(pointer))) : null)}
      >
        {t('addTo', { title })}
      </button>
      {full && <span className="wf-help"> {t('full', { max })}</span>}
    </fieldset>
  );
}

type CardProps = {
  item: Field;
  array: string;
  index: number;
  count: number;
  full: boolean;
  title: string;
  onDuplicate: (row: Json, index: number) => void;
};

const Card = memo(function Card({ item, array, index, count, full, title, onDuplicate }: CardProps) {
  const { store, t, views } = useForm();
  const pointer = joinPointer(array, index);
  const name = useDerived(pointer, (row) => nameOf(item, row));
  const errorCount = useErrorCount([pointer]);
  // many rows start folded; the one that was added or holds the wanted field opens
  const wanted = useUi(activeKey(array, '')) === String(index);
  const [chosen, setChosen] = useState<boolean | undefined>(undefined);
  const open = chosen ?? (wanted || count <= 3);
  const heading = t('rowTitle', { number: index + 1, name });
  const structured = item.kind === 'object';
  return (
    <div className="wf-card" role="group" aria-label={`${title} ${heading}`}>
      <div className="wf-card-head">
        {structured ? (
          <button type="button" className="wf-fold" aria-expanded={open} onClick={() => setChosen(!open)}>
            <Icon name={open ? 'chevron' : 'right'} size={14} /> {heading}
          </button>
        ) : (
          <span>{index + 1}</span>
        )}
        {errorCount > 0 && <span className="wx-bad">{t('errorCount', { count: errorCount })}</span>}
        <span className="wf-card-tools">
          <button
            type="button"
            className="btn btn-quiet btn-small"
            disabled={index === 0}
            onClick={() => store.move(array, index, index - 1)}
            aria-label={t('moveUp', { name: heading })}
            title={t('moveUp', { name: heading })}
          >
            <Icon name="up" size={14} />
          </button>
          <button
            type="button"
            className="btn btn-quiet btn-small"
            disabled={index === count - 1}
            onClick={() => store.move(array, index, index + 1)}
            aria-label={t('moveDown', { name: heading })}
            title={t('moveDown', { name: heading })}
          >
            <Icon name="down" size={14} />
          </button>
          <button
            type="button"
            className="btn btn-quiet btn-small"
            disabled={full}
            onClick={() => onDuplicate(store.get(pointer) ?? null, index + 1)}
            aria-label={t('duplicate', { name: heading })}
          >
            {t('copy')}
          </button>
          <button
            type="button"
            className="btn btn-quiet btn-small btn-warn"
            onClick={() => store.remove(array, index)}
            aria-label={t('removeNamed', { name: heading })}
          >
            {t('remove')}
          </button>
        </span>
      </div>
      {structured ? (
        <div hidden={!open && errorCount === 0}>{(open || errorCount > 0) && <views.FieldsView owner={item} pointer={pointer} />}</div>
      ) : (
        <views.FieldView field={item} pointer={pointer} />
      )}
    </div>
  );
});

/** The first text of the row names it. */
function nameOf(item: Field, row: Json | undefined): string {
  const names = (item.fields ?? [])
    .filter((field) => field.kind === 'text' && !field.writeOnly && !field.ref && !field.values)
    .map((field) => field.name);
  for (const name of names) {
    const text = rowLabel(`{${name}}`, row);
    if (text !== '') return text;
  }
  return '';
}

function begun(field: Field): Json {
  const row = initialDocument({ ...field, required: true });
  if (row !== undefined) return row;
  return field.kind === 'object' || field.kind === 'map' ? {} : field.kind === 'array' ? [] : null;
}
