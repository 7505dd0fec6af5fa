import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '#api/can.ts';
import { useWorkspace } from '#api/workspace.ts';
import { asNumber, type JsonObject } from '#domain/json.ts';
import { enumLabel } from '#cells/labels.ts';
import type { Field, Labels, Language, NavigationEntry, OperationForm, Panel } from '#domain/model.ts';
import { fieldAt, fieldLabel } from '#resource/fields.ts';
import { Failure, Forbidden, Skeleton } from '#resource/states.tsx';
import type { TimeState } from '#time/time-state.ts';
import { type Drill, useDrill } from './drill.ts';
import { PartView } from './part-view.tsx';
import { partsOf, rangeOf } from './parts.ts';
import { isPaged, ROWS } from './panel-call.ts';
import { useLeads } from './use-leads.ts';
import { usePanel } from './use-panel.ts';

type Props = {
  panel: Panel;
  entry: NavigationEntry;
  time: TimeState;
  onZoom: (from: number, to: number) => void;
  onAnswer: (at: number) => void;
};

/** What one operation answers. A failure stays within its panel. */
export function PanelView({ panel, entry, time, onZoom, onAnswer }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const { language } = useWorkspace();
  const can = useCan();
  const id = useId();
  const found = usePanel(panel, { entry, time });
  const drill = useDrill(panel, entry);
  const { form, at } = found;
  useEffect(() => {
    if (at !== undefined) onAnswer(at);
  }, [at, onAnswer]);
  const title = panel.title?.[language] ?? (form ? titleOf(panel, form, language) : '');
  return (
    <section className="panel" data-half={panel.half} aria-labelledby={id} aria-busy={found.isLoading || undefined}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
      </header>
      {form && !can(form.operation) ? (
        <Forbidden />
      ) : found.error !== undefined ? (
        <Failure error={found.error} onRetry={found.retry} />
      ) : form && found.answer ? (
        <Answer
          panel={panel}
          form={form}
          answer={found.answer}
          before={found.before}
          title={title}
          onZoom={onZoom}
          page={found.page}
          onPage={found.turn}
          drill={drill}
        />
      ) : (
        <Skeleton lines={4} label={t('loading')} />
      )}
    </section>
  );
}

/** A panel of one part is called by it. */
function titleOf({ parts }: Panel, { operation, schemas, labels }: OperationForm, language: Language): string {
  const [only, ...others] = parts ?? [];
  const root = schemas[operation.answer ?? ''];
  const field = only !== undefined && others.length === 0 && root ? fieldAt(root, only) : undefined;
  return field ? fieldLabel(labels[language], field) : labels[language].title;
}

type AnswerProps = {
  panel: Panel;
  form: OperationForm;
  answer: JsonObject;
  before: JsonObject | undefined;
  title: string;
  onZoom: Props['onZoom'];
  page: number;
  onPage: (page: number) => void;
  drill: Drill | undefined;
};

function Answer({ panel, form, answer, before, title, onZoom, page, onPage, drill }: AnswerProps): ReactNode {
  const { t } = useTranslation('charts');
  const { language } = useWorkspace();
  const schema = form.schemas[form.operation.answer ?? ''];
  const range = rangeOf(schema, answer, form.labels[language], useLeads());
  const total = asNumber(answer['total']);
  // what the answer leaves out is of too many
  const parts = partsOf(schema, panel.parts).filter(({ field }) => answer[field.name] !== undefined);
  return (
    <>
      {range?.source === 'none' && (
        <p className="panel-note" role="status">
          {range.gap === undefined || range.gap === 'notConfigured' ? t('source.none') : gapWord(schema, range.gap, form.labels[language])}
        </p>
      )}
      {parts.length === 0 && <p className="panel-empty">{t('tooMany')}</p>}
      {parts.map((part) => (
        <PartView
          key={part.field.name}
          part={part}
          title={title}
          value={answer[part.field.name]}
          before={before?.[part.field.name]}
          range={range}
          labels={form.labels[language]}
          onZoom={form.operation.range ? onZoom : undefined}
          // what is answered whole has a total too
          pager={total === undefined || !isPaged(form.operation) ? undefined : { total, page, size: ROWS, onPage }}
          drill={drill}
          gap={gapWord(schema, range?.gap, form.labels[language])}
        />
      ))}
      {(range?.source === 'demo' || range?.uncorrected) && (
        <p className="panel-source">
          {[range.source === 'demo' ? t('source.demo') : '', range.uncorrected ? t('source.uncorrected') : ''].filter(Boolean).join(' · ')}
        </p>
      )}
    </>
  );
}

/** Why the answer as a whole has nothing. */
function gapWord(schema: Field | undefined, gap: string | undefined, labels: Labels): string | undefined {
  const range = schema?.fields?.find(({ widget }) => widget === 'measuredRange');
  const field = range?.fields?.find(({ name }) => name === 'gap');
  return gap !== undefined && field ? enumLabel(labels, field, gap) : gap;
}
