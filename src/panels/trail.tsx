import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { formQuery } from '#api/model.ts';
import { useWorkspace } from '#api/workspace.ts';
import { enumLabel } from '#cells/labels.ts';
import { labelQuery } from '#cells/relation-labels.ts';
import type { Field, Labels, Panel } from '#domain/model.ts';
import { fieldLabel } from '#resource/fields.ts';
import { trailOf } from './drill.ts';
import { withValues } from './panel-call.ts';

/** By what the page is narrowed, step by step; each step leads back to itself. */
export function Trail({ panels }: { panels: readonly Panel[] }): ReactNode {
  const { t } = useTranslation('charts');
  const { language } = useWorkspace();
  const [search] = useSearchParams();
  const steps = trailOf(search, panels);
  const operations = [...new Set(panels.map(({ operation }) => operation))];
  const forms = useQueries({ queries: operations.map((operation) => formQuery(operation)) });
  if (steps.length === 0) return null;
  const parameterOf = (name: string): Parameter | undefined => {
    for (const { data } of forms) {
      const field = data?.operation.query.find((each) => each.name === name);
      if (data && field) return { field, labels: data.labels[language] };
    }
    return undefined;
  };
  /** The address with the first so many steps. */
  const upTo = (count: number): string => {
    let next = search;
    for (const { name } of steps.slice(count)) next = withValues(next, name, []);
    return `?${next.toString()}`;
  };
  return (
    <nav className="panel-trail" aria-label={t('trail.label')}>
      <ol>
        <li>
          <Link to={upTo(0)}>{t('trail.all')}</Link>
        </li>
        {steps.map(({ name, value }, index) => (
          <li key={name}>
            {index === steps.length - 1 ? (
              <span aria-current="true">
                <Step name={name} value={value} of={parameterOf(name)} />
              </span>
            ) : (
              <Link to={upTo(index + 1)}>
                <Step name={name} value={value} of={parameterOf(name)} />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

type Parameter = { field: Field; labels: Labels };

/** `Site: Shanghai_HQ`: a choice by its word, what is referred to by its name. */
function Step({ name, value, of }: { name: string; value: string; of: Parameter | undefined }): ReactNode {
  const { t } = useTranslation('charts');
  const workspace = useWorkspace();
  const { field, labels } = of ?? {};
  const ref = field?.ref && 'resource' in field.ref ? field.ref : undefined;
  const { data: label } = useQuery({ ...labelQuery(ref ?? { resource: '' }, value, workspace), enabled: ref !== undefined });
  // of several values each is called as one is
  const word = field && labels && (field.items ?? field).values ? enumLabel(labels, field, value) : value;
  return t('trail.step', { name: field && labels ? fieldLabel(labels, field) : name, value: ref ? (label ?? value) : word });
}
