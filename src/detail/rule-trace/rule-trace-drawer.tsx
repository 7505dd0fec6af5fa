import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asObject } from '#domain/json.ts';
import { initialDocument } from '#domain/document.ts';
import type { Json, RuleTraceCall, OperationForm } from '#domain/model.ts';
import { ResourceForm } from '#form/resource-form.tsx';
import type { WholeScope } from '#resource/scope.ts';
import { Skeleton } from '#resource/states.tsx';
import { useReturnFocus } from '#ui/use-return-focus.ts';
import { Drawer } from '#ui/drawer.tsx';
import { useRuleTrace, type RuleTrace } from '#list/rule-trace/rule-trace.ts';
import { RuleTraceView } from './rule-trace-view.tsx';
import '#list/rule-trace/rule-trace.css';

type Props = { scope: WholeScope; call: RuleTraceCall; onClose: () => void };

/** Asks which row decides, and shows the answer over the question, so that the next one is asked from the same form. */
export function RuleTraceDrawer({ scope, call, onClose }: Props) {
  const { t } = useTranslation('resource');
  useReturnFocus();
  const form = useRuleTrace(call);
  const title = form?.labels[scope.language].title;
  return (
    <Drawer open title={title} onClose={onClose}>
      {form ? <TraceForm scope={scope} call={call} form={form} onClose={onClose} /> : <Skeleton lines={6} label={t('state.loading')} />}
    </Drawer>
  );
}

function TraceForm({ scope, call, form, onClose }: Props & { form: OperationForm }) {
  const { t } = useTranslation('resource');
  const { operation, schemas } = form;
  const labels = form.labels[scope.language];
  const [traces, setTraces] = useState<RuleTrace[]>();
  const answer = useRef<HTMLElement>(null);
  useEffect(() => {
    if (traces) answer.current?.focus();
  }, [traces]);
  const root = schemas[operation.body?.schema ?? ''];
  const [start] = useState<Json>(() => ({
    ...(root && asObject(initialDocument({ ...root, required: true }))),
    [call.choice]: [call.value],
  }));
  return (
    <>
      {traces && (
        // the answer takes the focus: it is what was waited for
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section ref={answer} className="rj-answer" aria-label={t('ruleTrace.answer')} tabIndex={-1}>
          {traces.map((trace) => (
            <RuleTraceView key={trace.table} scope={scope} call={call} labels={labels} trace={trace} onGone={onClose} />
          ))}
        </section>
      )}
      <ResourceForm
        resource={{ schemas }}
        labels={labels}
        operation={operation}
        mode="create"
        value={start}
        path={scope.path(operation)}
        submitLabel={t('ruleTrace.ask')}
        repeats
        onSaved={(item) => setTraces((item as { results?: RuleTrace[] } | undefined)?.results ?? [])}
        onCancel={onClose}
      />
    </>
  );
}
