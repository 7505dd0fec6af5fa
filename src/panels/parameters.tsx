import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { formQuery } from '#api/model.ts';
import { useWorkspace } from '#api/workspace.ts';
import type { Field, Labels, Panel } from '#domain/model.ts';
import { filterFor } from '#filters/registry.ts';
import { fieldLabel } from '#resource/fields.ts';
import { filterTexts, parsedFilter } from '#resource/list-answer.ts';
import { offered, valuesIn, withValues } from './panel-call.ts';

type Offered = { field: Field; labels: Labels };

/** What the operations of a page may be asked for, once for all panels: a parameter of one name is one choice. */
export function useParameters(panels: readonly Panel[]): Offered[] {
  const { language } = useWorkspace();
  const operations = [...new Set(panels.map(({ operation }) => operation))];
  const forms = useQueries({ queries: operations.map((operation) => formQuery(operation)) });
  const found = new Map<string, Offered>();
  for (const [index, { data }] of forms.entries()) {
    if (!data) continue;
    const own = panels.filter(({ operation }) => operation === operations[index]);
    for (const field of offered(data.operation, own))
      if (!found.has(field.name)) found.set(field.name, { field, labels: data.labels[language] });
  }
  return [...found.values()];
}

export function Parameters({ of }: { of: readonly Offered[] }): ReactNode {
  const [search, setSearch] = useSearchParams();
  const values = valuesIn(search);
  return of.map(({ field, labels }) => (
    <Parameter
      key={field.name}
      field={field}
      labels={labels}
      texts={values[field.name]}
      onTexts={(texts) => setSearch((before) => withValues(before, field.name, texts), { replace: true })}
    />
  ));
}

type ParameterProps = Offered & { texts: string[] | undefined; onTexts: (texts: string[]) => void };

function Parameter({ field, labels, texts, onTexts }: ParameterProps): ReactNode {
  const id = useId();
  const Widget = filterFor(field);
  const label = fieldLabel(labels, field);
  const value = texts ? parsedFilter(field, texts) : field.default;
  return (
    <span className="panel-filter" data-wide={field.kind === 'array' || undefined}>
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <Widget id={id} field={field} label={label} labels={labels} value={value} onChange={(next) => onTexts(filterTexts(next))} />
    </span>
  );
}
