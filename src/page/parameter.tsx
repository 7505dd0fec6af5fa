import { useId, type ReactNode } from 'react';
import type { Field, Json, Labels } from '#domain/model.ts';
import { filterFor } from '#filters/registry.ts';

type Props = { field: Field; label: string; labels: Labels; value: Json | undefined; onChange: (value: Json | undefined) => void };

/** One parameter of a call, under its label. */
export function Parameter({ field, label, labels, value, onChange }: Props): ReactNode {
  const id = useId();
  const Widget = filterFor(field);
  return (
    <div className="rb-parameter">
      <label id={`${id}-label`} htmlFor={id}>
        {label}
        {field.required && <span aria-hidden> *</span>}
      </label>
      <Widget id={id} field={field} label={label} labels={labels} value={value} onChange={onChange} required={field.required} />
    </div>
  );
}
