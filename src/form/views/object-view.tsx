import { useMemo } from 'react';
import { initialDocument, isComplete } from '#domain/document.ts';
import type { Field } from '#domain/model.ts';
import { fieldLabel } from '#resource/fields.ts';
import { controlId, useDerived, useErrors, useForm, useRequired } from '#form/form-context.ts';
import { RichText } from '#resource/rich-text.tsx';

type Props = { field: Field; pointer: string };

/** An object within the document. One that may be absent, but asks for something once it is there, has a switch. */
export function ObjectView({ field, pointer }: Props) {
  const { store, labels, formId, views } = useForm();
  const id = controlId(formId, pointer);
  const required = useRequired(field, pointer);
  const present = useDerived(pointer, (value) => value !== undefined && value !== null);
  const errors = useErrors(pointer);
  const begun = useMemo(() => initialDocument({ ...field, required: true }) ?? {}, [field]);
  const optional = !required && (field.nullable || !isComplete(field, begun));
  const title = fieldLabel(labels, field);
  const help = labels.help[field.path];
  return (
    <fieldset className="wf-object wf-wide" data-pointer={pointer} aria-describedby={errors.length ? `${id}-error` : undefined}>
      <legend>
        {optional && (
          <input
            type="checkbox"
            // a checkbox says itself whether it is checked
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
            role="switch"
            id={id}
            className="wx-switch"
            checked={present}
            aria-label={title}
            onChange={({ target }) => store.set(pointer, target.checked ? begun : undefined)}
          />
        )}
        <span>{title}</span>
      </legend>
      {help && (
        <div className="wf-help">
          <RichText text={help} />
        </div>
      )}
      {errors.length > 0 && (
        <ul id={`${id}-error`} className="wf-errors">
          {errors.map((error) => (
            <li key={error.message}>{error.message}</li>
          ))}
        </ul>
      )}
      {(present || !optional) && <views.FieldsView owner={field} pointer={pointer} />}
    </fieldset>
  );
}
