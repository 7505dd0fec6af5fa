import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formQuery, useModel } from '#api/model.ts';
import { query } from '#api/operation.ts';
import { useViewer } from '#api/viewer.ts';
import { asArray, type JsonObject } from '#domain/json.ts';
import type { Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';
import { Failure, Skeleton } from '#resource/states.tsx';
import { timeQuery } from '#time/time-state.ts';
import { moreAddress } from './more-address.ts';
import { PartView } from './part-view.tsx';
import { partsOf, rangeOf, textsOf } from './parts.ts';
import { useLeads } from './use-leads.ts';
import './panels.css';

/** What was measured around an item, or stands in a report of it, where its resource has a call that says so. */
export function ItemMeasurements({ scope, item }: { scope: WholeScope; item: Row }): ReactNode {
  const { t } = useTranslation('charts');
  const leads = useLeads();
  const model = useModel();
  const viewer = useViewer();
  // what a drag in a chart chose; else what the call answers by itself
  const [time, setTime] = useState<{ from: number; to: number }>();
  const form = useQuery(formQuery(scope.resource.measured));
  const op = form.data?.operation;
  const asked = time && op?.range ? timeQuery(op.range, { ...time, compare: false, every: 0 }, { now: time.to }) : undefined;
  const answer = useQuery({
    ...query<JsonObject>(op, op ? { path: scope.path(op, item), ...(asked ? { query: asked } : {}) } : {}),
    enabled: op !== undefined,
    placeholderData: keepPreviousData,
  });
  const error = form.error ?? answer.error;
  if (error !== null) return <Failure error={error} onRetry={() => void answer.refetch()} />;
  if (!form.data || !answer.data) return <Skeleton lines={6} label={t('loading')} />;
  const { data } = answer.data;
  const schema = form.data.schemas[op?.answer ?? ''];
  const range = rangeOf(schema, data, form.data.labels[scope.language], leads);
  const parts = partsOf(schema, undefined).filter(({ field }) => asArray(data[field.name]).length > 0);
  if (parts.length === 0) return null;
  const { title } = form.data.labels[scope.language];
  const more = moreAddress(schema, data, { model, viewer, range });
  return (
    <section className="rd-group" aria-label={title}>
      <h2>{title}</h2>
      {textsOf(schema, data).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {(time ?? more) !== undefined && (
        <p className="panel-ways">
          {time && (
            <button type="button" className="btn" onClick={() => setTime(undefined)}>
              {t('more.whole')}
            </button>
          )}
          {more !== undefined && <Link to={more}>{t('more.page')}</Link>}
        </p>
      )}
      {parts.map((part) => (
        <PartView
          key={part.field.name}
          part={part}
          title={title}
          value={data[part.field.name]}
          before={undefined}
          range={range}
          labels={form.data.labels[scope.language]}
          onZoom={op?.range ? (from, to) => setTime({ from, to }) : undefined}
          pager={undefined}
        />
      ))}
      {range?.source === 'demo' && <p className="panel-source">{t('source.demo')}</p>}
    </section>
  );
}
