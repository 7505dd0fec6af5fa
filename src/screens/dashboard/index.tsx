import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useModel } from '#api/model.ts';
import { useWorkspace } from '#api/workspace.ts';
import { asText, type JsonObject } from '#domain/json.ts';
import type { Field, Labels, OperationForm } from '#domain/model.ts';
import { AnswerTable } from '#panels/answer-table.tsx';
import { PartView } from '#panels/part-view.tsx';
import { partsOf, rangeOf } from '#panels/parts.ts';
import { useLivePanels } from '#panels/use-live-panels.ts';
import { PANEL, usePanel } from '#panels/use-panel.ts';
import { fieldAt, fieldLabel } from '#resource/fields.ts';
import { Failure, Skeleton } from '#resource/states.tsx';
import { TimeBar } from '#time/time-bar.tsx';
import { readTime, writeTime } from '#time/time-state.ts';
import { Page } from '#ui/page.tsx';
import { RecentChanges } from './recent-changes.tsx';
import { SiteMap } from './site-map.tsx';
import { Tiles } from './tiles.tsx';
import './dashboard.css';
import '#panels/panels.css';

const PATH = '/dashboard';
const panel = { operation: 'getDashboard' };

/** Is anything wrong, where, since when, and what changed before it (spec 2). Every figure leads to what it counts. */
export function Screen(): ReactNode {
  const { t } = useTranslation('charts');
  const { language } = useWorkspace();
  const model = useModel();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const time = readTime(search);
  const entry = useMemo(() => model.navigation.find(({ path }) => path === PATH), [model]);
  useLivePanels('Alert');
  const found = usePanel(panel, { entry, time });
  const { form, answer } = found;
  return (
    <Page title={entry?.title[language]}>
      <TimeBar
        state={time}
        onChange={(change) => setSearch((params) => writeTime(params, change))}
        onRefresh={() => void client.invalidateQueries({ queryKey: [PANEL] })}
        updated={found.at}
      />
      {found.error !== undefined ? (
        <Failure error={found.error} onRetry={found.retry} />
      ) : form && answer ? (
        <Summary
          form={form}
          answer={answer}
          before={found.before}
          labels={form.labels[language]}
          onZoom={(from, to) => setSearch((params) => writeTime(params, { from, to }))}
        />
      ) : (
        <Skeleton lines={12} label={t('loading')} />
      )}
    </Page>
  );
}

type SummaryProps = {
  form: OperationForm;
  answer: JsonObject;
  before: JsonObject | undefined;
  labels: Labels;
  onZoom: (from: number, to: number) => void;
};

function Summary({ form, answer, before, labels, onZoom }: SummaryProps): ReactNode {
  const { t } = useTranslation('charts');
  const schema = form.schemas[form.operation.answer ?? ''];
  const range = rangeOf(schema, answer);
  const field = (path: string): Field | undefined => schema && fieldAt(schema, path);
  const table = (path: string, href: (row: JsonObject) => string | undefined, none: string): ReactNode => {
    const own = field(path);
    const rows = answer[path];
    if (!own) return null;
    return (
      <section className="panel" data-half aria-label={fieldLabel(labels, own)}>
        <header className="panel-head">
          <h2>{fieldLabel(labels, own)}</h2>
        </header>
        {Array.isArray(rows) && rows.length === 0 ? (
          <p className="panel-empty">{none}</p>
        ) : (
          <AnswerTable field={own} value={rows} labels={labels} href={href} />
        )}
      </section>
    );
  };
  return (
    <>
      {range?.source === 'none' && (
        <p className="panel-note" role="status">
          {t('source.none')}
        </p>
      )}
      <Tiles answer={answer} labels={labels} />
      <div className="panels">
        {table(
          'causes',
          (row) => `/alarm?f.status=firing&f.attention=due&f.name=${encodeURIComponent(asText(row['name']) ?? '')}`,
          t('dashboard.noAlarms'),
        )}
        {table('worst', siteOf, range?.source === 'none' ? t('source.none') : t('dashboard.allWell'))}
        <SiteMap answer={answer} labels={labels} />
        <section className="panel" aria-label={t('dashboard.traffic')}>
          <header className="panel-head">
            <h2>{t('dashboard.traffic')}</h2>
          </header>
          {partsOf(schema, ['traffic', 'series']).map((part) => (
            <PartView
              key={part.field.name}
              part={part}
              title={t('dashboard.traffic')}
              value={answer[part.field.name]}
              before={before?.[part.field.name]}
              range={range}
              labels={labels}
              onZoom={onZoom}
              pager={undefined}
            />
          ))}
        </section>
        {table('topSites', (row) => siteOf({ siteId: row['id'] ?? null }), t('gap.nothing'))}
        {table('topApplications', () => undefined, t('gap.nothing'))}
        <RecentChanges />
      </div>
      {range?.source === 'demo' && <p className="panel-source">{t('source.demo')}</p>}
    </>
  );
}

function siteOf(row: JsonObject): string | undefined {
  const id = asText(row['siteId']);
  return id === undefined ? undefined : `/deviceStatus?tab=quality&q.siteId=${encodeURIComponent(id)}`;
}
