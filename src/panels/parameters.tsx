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

/** What the operations of a page may be asked for, once for all panels: a parameter of one name is one choice. */
export function Parameters({ panels }: { panels: readonly Panel[] }): ReactNode {
  const { language } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const operations = [...new Set(panels.map(({ operation }) => operation))];
  const forms = useQueries({ queries: operations.map((operation) => formQuery(operation)) });
  const values = valuesIn(search);
  const found = new Map<string, { field: Field; labels: Labels }>();
  for (const [index, { data }] of forms.entries()) {
    if (!data) continue;
    const own = panels.filter(({ operation }) => operation === operations[index]);
    for (const field of offered(data.operation, own))
      if (!found.has(field.name)) found.set(field.name, { field, labels: data.labels[language] });
  }
  return [...found.values()].map(({ field, labels }) => (
    <Parameter
      key={field.name}
      field={field}
      labels={labels}
      texts={values[field.name]}
      onTexts={(texts) => setSearch((before) => withValues(before, field.name, texts), { replace: true })}
    />
  ));
}

type ParameterProps = { field: Field; labels: Labels; texts: string[] | undefined; onTexts: (texts: string[]) => void };

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
