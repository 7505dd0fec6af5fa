import { isObject } from '#domain/json.ts';
import { useState } from 'react';
import { initialDocument } from '#domain/document.ts';
import { joinPointer } from '#domain/pointer.ts';
import type { Field, Json } from '#domain/model.ts';
import { fieldLabel } from '#resource/fields.ts';
import { controlId, useErrors, useForm, useValue } from '#form/form-context.ts';

type Props = { field: Field; pointer: string };

/** Properties whose names the operator chooses. */
export function MapView({ field, pointer }: Props) {
  const { store, labels, formId, t, views } = useForm();
  const value = useValue(pointer);
  const errors = useErrors(pointer);
  const [name, setName] = useState('');
  const id = controlId(formId, pointer);
  const items = field.items;
  const names = isObject(value) ? Object.keys(value) : [];
  const taken = names.includes(name);
  const add = (): void => {
    if (!items || name === '' || taken) return;
    store.set(joinPointer(pointer, name), initialDocument({ ...items, required: true }) ?? blank(items));
    setName('');
  };
  return (
    <fieldset className="wf-object wf-wide" data-pointer={pointer}>
      <legend id={`${id}-label`}>{fieldLabel(labels, field)}</legend>
      {errors.map((error) => (
        <div key={error.message} className="wf-errors">
          {error.message}
        </div>
      ))}
      {items &&
        names.map((key) => (
          <div key={key} className="wf-entry">
            <views.FieldView
              field={{ ...items, name: key, path: labels.fields[items.path] ? items.path : key }}
              pointer={joinPointer(pointer, key)}
            />
            <button
              type="button"
              className="btn btn-quiet btn-small btn-warn"
              onClick={() => store.set(joinPointer(pointer, key), undefined)}
              aria-label={t('removeNamed', { name: key })}
            >
              {t('remove')}
            </button>
          </div>
        ))}
      <div className="wx-row" style={{ maxWidth: 420 }}>
        <input
          id={id}
          className="wx-input"
          value={name}
          aria-label={t('newName')}
          placeholder={t('newName')}
          aria-invalid={taken || undefined}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <button type="button" className="btn" onClick={add} disabled={name === '' || taken}>
          {t('add')}
        </button>
      </div>
    </fieldset>
  );
}

function blank(field: Field): Json {
  if (field.kind === 'array') return [];
  if (field.kind === 'text') return '';
  if (field.kind === 'boolean') return false;
  return field.kind === 'number' || field.kind === 'integer' ? 0 : {};
}
