import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { resourceQuery } from '#api/model.ts';
import type { RuleTraceCall, Labels } from '#domain/model.ts';
import { rowField } from '#resource/fields.ts';
import type { WholeScope } from '#resource/scope.ts';
import { EnumCell } from '#cells/enum-cell.tsx';
import { rowAddress, type TraceStep, type RuleTrace } from '#list/rule-trace/rule-trace.ts';

type Props = { scope: WholeScope; call: RuleTraceCall; labels: Labels; trace: RuleTrace; /** The row was gone to. */ onGone: () => void };

/** Steps that are shown; more than these nobody reads one by one. */
const MOST = 200;

/** What one table decides, by which row, and why those before it do not. */
export function RuleTraceView({ scope, call, labels, trace, onGone }: Props) {
  const { t } = useTranslation('resource');
  const { table, ruleId, ruleName, priority, outcome, steps } = trace;
  const resource = call.rows[table] ?? '';
  const tried = ruleId === undefined ? steps : steps.slice(0, -1);
  const address = ruleId === undefined ? undefined : rowAddress(scope, resource, ruleId, steps.length);
  return (
    <article className="rj-table" data-decided={ruleId !== undefined || undefined}>
      <h3>{scope.model.resources[resource]?.plural[scope.language] ?? table}</h3>
      <p className="rj-outcome">
        {outcome !== undefined && <Outcome scope={scope} resource={resource} outcome={outcome} />}
        {ruleId === undefined ? (
          <span>{t(outcome === undefined ? 'ruleTrace.nothing' : 'ruleTrace.byDefault')}</span>
        ) : (
          <span>
            {t('ruleTrace.decidedBy')}{' '}
            {address ? (
              <Link to={address} onClick={onGone}>
                {ruleName}
              </Link>
            ) : (
              ruleName
            )}{' '}
            <span className="rj-priority">{t('ruleTrace.priority', { priority })}</span>
          </span>
        )}
      </p>
      {tried.length > 0 && (
        <details open={tried.length <= 8}>
          <summary>{t('ruleTrace.tried', { count: tried.length })}</summary>
          <ol>
            {tried.slice(0, MOST).map((step) => (
              <Tried key={step.ruleId} step={step} labels={labels} />
            ))}
          </ol>
          {tried.length > MOST && <p>{t('bulk.andMore', { count: tried.length - MOST })}</p>}
        </details>
      )}
    </article>
  );
}

function Tried({ step, labels }: { step: TraceStep; labels: Labels }) {
  const { mismatch = '' } = step;
  return (
    <li>
      <span className="rj-priority">{step.priority}</span>
      <span>{step.ruleName}</span>
      <span className="rj-why">{labels.enums['results[].steps[].mismatch']?.[mismatch] ?? mismatch}</span>
    </li>
  );
}

/** In the word and tone that the resource's own list has for it. */
function Outcome({ scope, resource, outcome }: { scope: WholeScope; resource: string; outcome: string }) {
  const { data } = useQuery({ ...resourceQuery(resource, scope.language), enabled: resource in scope.model.resources });
  const field = data && rowField(data.resource).fields?.find(({ values, tone }) => tone !== undefined && values?.includes(outcome));
  if (!data || !field) return <strong>{outcome}</strong>;
  return <EnumCell field={field} value={outcome} row={{}} labels={data.labels} language={scope.language} />;
}
