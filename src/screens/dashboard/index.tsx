import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useModel } from '#api/model.ts';
import { useWorkspace } from '#api/workspace.ts';
import { asText, type JsonObject } from '#domain/json.ts';
import type { Labels, NavigationEntry, OperationForm } from '#domain/model.ts';
import { AnswerTable } from '#panels/answer-table.tsx';
import { PartView } from '#panels/part-view.tsx';
import { partsOf, rangeOf } from '#panels/parts.ts';
import { useLivePanels } from '#panels/use-live-panels.ts';
import { PANEL } from '#panels/panel-call.ts';
import { useLeads } from '#panels/use-leads.ts';
import { type PanelAnswer, usePanel } from '#panels/use-panel.ts';
import { fieldAt, fieldLabel } from '#resource/fields.ts';
import { Failure, Skeleton } from '#resource/states.tsx';
import { TimeBar } from '#time/time-bar.tsx';
import { readTime, type TimeState, writeTime } from '#time/time-state.ts';
import { Page } from '#ui/page.tsx';
import { EarlierChanges } from './earlier-changes.tsx';
import { alarmsOf, measuredAt, sitesOf } from './leads-to.ts';
import { RecentChanges } from './recent-changes.tsx';
import { SiteMap } from './site-map.tsx';
import { Tiles } from './tiles.tsx';
import './dashboard.css';
import '#panels/panels.css';

const PATH = '/dashboard';
/** Half a page has no room for them: how many sites they are stands there, where they are on the map, and the rest in the list of causes. */
const OF_THE_LIST = ['siteIds', 'explained'];
const state = { operation: 'getCompanyState' };
const measured = { operation: 'getDashboard' };

/**
 * Is anything wrong, where, since when, and what changed before it (spec 2). Every figure leads to what it counts. What is
 * stored is there at once; what was measured of very many sites comes when it comes.
 */
export function Screen(): ReactNode {
  const { language } = useWorkspace();
  const { t } = useTranslation('charts');
  const model = useModel();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const time = readTime(search);
  const entry = useMemo(() => model.navigation.find(({ path }) => path === PATH), [model]);
  useLivePanels('Alert');
  const stored = usePanel(state, { entry, time });
  // the server has both hands free for what is stored, which says whether anything is wrong
  const figures = usePanel(measured, { entry, time, waits: stored.isLoading });
  return (
    <Page title={entry?.title[language]}>
      <TimeBar
        state={time}
        onChange={(change) => setSearch((params) => writeTime(params, change))}
        onRefresh={() => void client.invalidateQueries({ queryKey: [PANEL] })}
        updated={stored.at}
      />
      {stored.error !== undefined ? (
        <Failure error={stored.error} onRetry={stored.retry} />
      ) : stored.form && stored.answer ? (
        <Summary
          stored={{ answer: stored.answer, form: stored.form, labels: stored.form.labels[language] }}
          figures={figures}
          entry={entry}
          time={time}
          onZoom={(from, to) => setSearch((params) => writeTime(params, { from, to }))}
        />
      ) : (
        <Skeleton lines={12} label={t('loading')} />
      )}
    </Page>
  );
}

type Answered = { answer: JsonObject; form: OperationForm; labels: Labels };
type SummaryProps = {
  stored: Answered;
  figures: PanelAnswer;
  entry: NavigationEntry | undefined;
  time: TimeState;
  onZoom: (from: number, to: number) => void;
};

function Summary({ stored, figures, entry, time, onZoom }: SummaryProps): ReactNode {
  const { t } = useTranslation('charts');
  const { language } = useWorkspace();
  const { answer, labels } = stored;
  const leads = useLeads();
  const { form, answer: found, before, error, retry } = figures;
  const answered = form && found ? { answer: found, form, labels: form.labels[language] } : undefined;
  const schema = form?.schemas[form.operation.answer ?? ''];
  const range = form && found && rangeOf(schema, found, form.labels[language], leads);
  const noSource = range?.source === 'none';
  const circuitOf = (row: JsonObject): string =>
    measuredAt('/deviceStatus', time, { tab: 'quality', siteId: asText(row['siteId']), interface: asText(row['interface']) });
  return (
    <>
      {noSource && (
        <p className="panel-note" role="status">
          {t('source.none')}
        </p>
      )}
      <Tiles answer={answer} labels={labels} measured={answered} time={time} />
      <div className="panels dashboard-panels">
        <Rows
          of={stored}
          path="causes"
          without={OF_THE_LIST}
          href={alarmsOf}
          links={{ count: alarmsOf, sites: sitesOf }}
          none={t('dashboard.noAlarms')}
        />
        <EarlierChanges causes={answer['causes']} entry={entry} time={time} />
        <SiteMap answer={answer} labels={labels} />
        {answered && <Rows of={answered} path="worst" href={circuitOf} none={noSource ? t('source.none') : t('dashboard.allWell')} />}
        <RecentChanges />
        <section className="panel" aria-label={t('dashboard.traffic')}>
          <header className="panel-head">
            <h2>{t('dashboard.traffic')}</h2>
            <Link to={measuredAt('/deviceStatus', time)}>{t('dashboard.details')}</Link>
          </header>
          {error !== undefined && !answered && <Failure error={error} onRetry={retry} />}
          {error === undefined && !answered && <Skeleton lines={6} label={t('loading')} />}
          {answered &&
            partsOf(schema, ['traffic', 'series']).map((part) => (
              <PartView
                key={part.field.name}
                part={part}
                title={t('dashboard.traffic')}
                value={answered.answer[part.field.name]}
                before={before?.[part.field.name]}
                range={range}
                labels={answered.labels}
                onZoom={onZoom}
                pager={undefined}
              />
            ))}
        </section>
        {answered && (
          <Rows
            of={answered}
            path="topSites"
            href={({ id }) => measuredAt('/deviceStatus', time, { siteId: asText(id) })}
            none={t('gap.nothing')}
          />
        )}
        {answered && (
          <Rows
            of={answered}
            path="topApplications"
            href={() => measuredAt('/deviceStatus', time, { tab: 'application' })}
            none={t('gap.nothing')}
          />
        )}
      </div>
      {range?.source === 'demo' && <p className="panel-source">{t('source.demo')}</p>}
    </>
  );
}

type RowsProps = {
  of: Answered;
  path: string;
  without?: readonly string[];
  href: (row: JsonObject) => string | undefined;
  links?: Readonly<Record<string, (row: JsonObject) => string | undefined>>;
  none: string;
};

/** The rows of one property of an answer, or why there are none. */
function Rows({ of: { answer, form, labels }, path, without, href, links, none }: RowsProps): ReactNode {
  const schema = form.schemas[form.operation.answer ?? ''];
  const field = schema && fieldAt(schema, path);
  if (!field) return null;
  const rows = answer[path];
  return (
    <section className="panel" data-half aria-label={fieldLabel(labels, field)}>
      <header className="panel-head">
        <h2>{fieldLabel(labels, field)}</h2>
      </header>
      {Array.isArray(rows) && rows.length === 0 ? (
        <p className="panel-empty">{none}</p>
      ) : (
        <AnswerTable field={field} value={rows} labels={labels} href={href} links={links} without={without} />
      )}
    </section>
  );
}
