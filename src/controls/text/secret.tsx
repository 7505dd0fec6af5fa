import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextControl } from './text-control.tsx';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import { isObject } from '#domain/json.ts';
import type { ControlProps } from '#controls/control.ts';

/** A stored value that nobody sees again: it stays unless it is replaced. A new object has none yet. */
export function Secret({ id, document, field, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const { t } = useTranslation('widgets');
  const stored = !required && isStored(document?.());
  const [open, setOpen] = useState(!stored || value !== undefined);
  const [shown, setShown] = useState(false);
  if (!open) {
    return (
      <div className="wx-row">
        <span className="wx-note">{t('secret.unchanged')}</span>
        <button
          id={id}
          type="button"
          className="wx-button"
          disabled={disabled}
          aria-describedby={describedBy}
          onClick={() => setOpen(true)}
        >
          {t('secret.replace')}
        </button>
      </div>
    );
  }
  const shared = { id, value, onChange, onBlur, disabled, invalid, required, describedBy };
  return (
    <TextControl
      {...shared}
      type={shown ? 'text' : 'password'}
      autoComplete="off"
      placeholder={textOf(field.example)}
      show={textOf}
      read={(text) => (text === '' ? undefined : text)}
      suffix={
        <>
          <button type="button" className="wx-button" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'password.hide' : 'password.show')}
          </button>
          {stored && (
            <button
              type="button"
              className="wx-button"
              onClick={() => {
                onChange(undefined);
                setOpen(false);
              }}
            >
              {t('secret.keep')}
            </button>
          )}
        </>
      }
    />
  );
}

/** A stored document has a revision or an id; a new one has neither. */
function isStored(document: unknown): boolean {
  return isObject(document) && ('revision' in document || 'id' in document);
}

export const examples: Example[] = [{ name: 'secret', field: exampleField('key', { writeOnly: true, format: 'secret' }) }];
