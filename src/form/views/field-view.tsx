import { memo } from 'react';
import { parsePointer } from '#domain/pointer.ts';
import type { Field, Json } from '#domain/model.ts';
import { fieldLabel } from '#resource/fields.ts';
import { ArrayView } from './array-view.tsx';
import { controlId, useDerived, useErrors, useErrorsUnder, useForm, useRequired, useValue } from '#form/form-context.ts';
import { errorText } from '#form/path-label.ts';
import { ObjectView } from './object-view.tsx';
import { afterPress } from '#controls/after-press.ts';
import { deferred } from '#ui/deferred.tsx';
import { hasControl, isWide, controlFor } from '#controls/registry.ts';
import { RichText } from '#resource/rich-text.tsx';

type Props = { field: Field; pointer: string };

const Island = deferred<Props>(() => import('#form/island/island.tsx').then((module) => module.Island));

/** One property: a control with its label, or a structure of further fields. */
export const FieldView = memo(function FieldView({ field, pointer }: Props) {
  if (field.island !== undefined) return <Island field={field} pointer={pointer} />;
  if (hasControl(field)) return <Control field={field} pointer={pointer} />;
  if (field.kind === 'object') return <ObjectView field={field} pointer={pointer} />;
  if (field.kind === 'array') return <ArrayView field={field} pointer={pointer} />;
  return <Control field={field} pointer={pointer} />;
});

function Control({ field, pointer }: Props) {
  const { labels, formId, mode } = useForm();
  const id = controlId(formId, pointer);
  const required = useRequired(field, pointer);
  const label = fieldLabel(labels, field);
  const help = labels.help[field.path];
  return (
    <div className={isWide(field) ? 'wf-field wf-wide' : 'wf-field'} data-pointer={pointer}>
      <label id={`${id}-label`} htmlFor={id} className="wf-label" data-required={required || undefined}>
        {label}
        {required && <span aria-hidden> *</span>}
      </label>
      {mode === 'update' && <Undo pointer={pointer} label={label} />}
      <Value field={field} pointer={pointer} id={id} label={label} required={required} helpId={help ? `${id}-help` : undefined} />
      {help && (
        <div id={`${id}-help`} className="wf-help">
          <RichText text={help} />
        </div>
      )}
      <Messages id={id} field={field} pointer={pointer} />
    </div>
  );
}

/** Gives a changed field its saved value back. */
function Undo({ pointer, label }: { pointer: string; label: string }) {
  const { store, t } = useForm();
  const dirty = useDerived(pointer, () => store.isDirty(pointer));
  if (!dirty) return null;
  return (
    <button
      type="button"
      className="wx-button wf-undo"
      aria-label={t('undo', { label })}
      title={t('undo', { label })}
      onClick={() => store.undo(pointer)}
    >
      ↶
    </button>
  );
}

type ValueProps = Props & { id: string; label: string; required: boolean; helpId: string | undefined };

function Value({ field, pointer, id, label, required, helpId }: ValueProps) {
  const { store, labels, onLeave } = useForm();
  const value = useValue(pointer);
  const errors = useErrorsUnder(pointer);
  const blocking = errors.some((error) => error.level !== 'warn');
  const Widget = controlFor(field);
  return (
    <Widget
      id={id}
      field={field}
      label={label}
      value={value}
      required={required}
      invalid={blocking}
      describedBy={[errors.length ? `${id}-error` : undefined, helpId].filter(Boolean).join(' ') || undefined}
      labels={labels}
      document={store.document}
      pointer={pointer}
      errors={errors}
      onChange={(next: Json | undefined) => store.set(pointer, next)}
      onBlur={() => afterPress(() => onLeave(pointer))}
    />
  );
}

function Messages({ id, field, pointer }: Props & { id: string }) {
  const own = useErrors(pointer);
  const below = useErrorsUnder(pointer);
  const form = useForm();
  const { t } = form;
  const errors = field.kind === 'text' || own.length > 0 ? own : below.slice(0, 3);
  if (errors.length === 0) return null;
  return (
    <ul id={`${id}-error`} className="wf-errors">
      {errors.map((error) => (
        <li key={error.pointer + error.message} data-level={error.level}>
          {error.pointer === pointer
            ? errorText(error, form)
            : t('itemError', { item: placeOf(error.pointer, pointer), message: error.message })}
        </li>
      ))}
    </ul>
  );
}

/** Items are counted from one. */
function placeOf(pointer: string, owner: string): string {
  const below = parsePointer(pointer.slice(owner.length));
  return below.map((segment) => (/^\d+$/.test(segment) ? String(Number(segment) + 1) : segment)).join(' ');
}
