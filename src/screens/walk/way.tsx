import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatValue } from '#charts/format.ts';
import { useModel } from '#api/model.ts';
import { useWorkspace } from '#api/workspace.ts';
import { asNumber, asObject } from '#domain/json.ts';
import type { Field, Language } from '#domain/model.ts';
import { CellOf } from '#resource/cell-of.tsx';
import { fieldAt, rowField } from '#resource/fields.ts';
import { formatDateTime } from '#domain/units/date-time.ts';
import type { DiagnosisTask, WalkStep } from '#generated/client/schemas.ts';
import type { DiagnosisModel } from './diagnosis-model.ts';

type Props = {
  task: DiagnosisTask;
  /** The same way at another time. */
  before: DiagnosisTask | undefined;
  others: readonly DiagnosisTask[];
  known: DiagnosisModel;
  language: Language;
  onCompare: (id: string | undefined) => void;
};

/** The way as far as it goes, with what it was at another time beneath. */
export function Way({ task, before, others, known, language, onCompare }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const id = useId();
  const { labels, resource } = known;
  const stateField = fieldAt(rowField(resource), 'state');
  const { steps = [], brokenAt, state, target } = task;
  const word = (path: string, value: string): string => labels.enums[path]?.[value] ?? value;
  const port = asNumber(asObject(task)['port']);
  const isOver = state === 'success' || state === 'failed';
  const verdict =
    brokenAt !== undefined
      ? t('walk.brokenAt', { stage: word('brokenAt', brokenAt), name: steps.at(-1)?.name ?? '' })
      : !isOver
        ? t('walk.running')
        : state === 'failed'
          ? t('walk.stopped')
          : steps.some((step) => step.state === 'degraded')
            ? t('walk.losing', { target })
            : t('walk.arrived', { target });
  return (
    <section className="panel" aria-labelledby={`${id}-title`}>
      <header className="panel-head">
        <h2 id={`${id}-title`}>
          {target}
          {port === undefined ? '' : `:${port}`}
        </h2>
        {others.length > 0 && (
          <span className="panel-filter">
            <label htmlFor={`${id}-with`}>{t('walk.compare')}</label>
            <select
              id={`${id}-with`}
              className="input caret"
              value={before?.id ?? ''}
              onChange={(event) => onCompare(event.target.value === '' ? undefined : event.target.value)}
            >
              <option value="">{t('walk.nothing')}</option>
              {others.map((other) => (
                <option key={other.id} value={other.id}>
                  {formatDateTime(other.createdAt ?? '', Intl.DateTimeFormat().resolvedOptions().timeZone)}
                </option>
              ))}
            </select>
          </span>
        )}
      </header>
      <p className="walk-verdict" role="status">
        {stateField && <CellOf field={stateField} value={task.state} row={asObject(task)} scope={{ labels, language }} />} {verdict}
      </p>
      <ol className="walk-way">
        {steps.map((step) => {
          const then = before?.steps?.find(({ stage }) => stage === step.stage);
          return (
            <li key={step.stage} data-state={step.state}>
              <span className="walk-stage">{word('steps[].stage', step.stage)}</span>
              <strong>{step.name}</strong>
              <RuleOf step={step} known={known} />
              <span className="walk-state">{word('steps[].state', step.state)}</span>
              <span className="walk-figures">{isRules(step) ? '' : figuresOf(step)}</span>
              {before && (
                <span className="walk-before">
                  {then ? t('walk.then', { figures: `${word('steps[].state', then.state)} ${figuresOf(then)}` }) : t('walk.notReached')}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Rules do not measure: they let something pass or not. */
function isRules({ stage }: WalkStep): boolean {
  return stage === 'rules' || stage === 'farRules';
}

/** The rule that decides, as far as its reader may look it up; without one it is the device itself. */
function RuleOf({ step, known }: { step: WalkStep; known: DiagnosisModel }): ReactNode {
  const { t } = useTranslation('charts');
  const model = useModel();
  const { language } = useWorkspace();
  const { resource, itemId } = step;
  if (!isRules(step)) return null;
  if (resource === undefined || itemId === undefined) return <span>{t('walk.byDefault')}</span>;
  const field: Field = { name: 'itemId', path: 'steps[].itemId', kind: 'text', ref: { resource } };
  return (
    <span>
      {model.resources[resource]?.title[language]}:{' '}
      <CellOf field={field} value={itemId} row={asObject(step)} scope={{ labels: known.labels, language }} />
    </span>
  );
}

function figuresOf({ latency, lossRate }: WalkStep): string {
  return [latency === undefined ? '' : formatValue(latency, 'ms'), formatValue(lossRate, '%')].filter(Boolean).join(' · ');
}
