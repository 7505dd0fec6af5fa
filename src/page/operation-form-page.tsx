import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '#api/can.ts';
import { useWorkspace } from '#api/workspace.ts';
import { errorMessage } from '#api/error.ts';
import { formQuery } from '#api/model.ts';
import { call } from '#api/operation.ts';
import type { Json, Language, Operation, OperationForm } from '#domain/model.ts';
import { ResourceForm } from '#form/resource-form.tsx';
import { notify } from '#ui/notify.ts';
import { fieldLabel } from '#resource/fields.ts';
import { saveFile } from '#import/file/save-file.ts';
import { PageHead } from './page-head.tsx';
import { Parameter } from './parameter.tsx';
import { HeaderFields } from './parents/header-fields.tsx';
import { Failure, Forbidden, Skeleton } from '#resource/states.tsx';
import '#detail/detail.css';
import '#list/table/table.css';

/** The page of an operation that belongs to no resource: its parameters, its body, its answer. */
export function OperationFormPage({ operationId, title }: { operationId: string; title?: Record<Language, string> }) {
  const { t } = useTranslation('resource');
  const form = useQuery(formQuery(operationId));
  if (form.error) return <Failure error={form.error} onRetry={() => void form.refetch()} />;
  if (!form.data) return <Skeleton lines={5} label={t('state.loading')} />;
  return <FormPage key={operationId} form={form.data} heading={title} />;
}

function FormPage({ form, heading }: { form: OperationForm; heading: Record<Language, string> | undefined }) {
  const { t } = useTranslation('resource');
  const { language, params } = useWorkspace();
  const can = useCan();
  const { operation, schemas } = form;
  const labels = form.labels[language];
  const [values, setValues] = useState<Record<string, Json | undefined>>({});
  const [answer, setAnswer] = useState<unknown>();
  const [error, setError] = useState<unknown>();
  // a form that was sent, or given up, starts anew
  const [round, setRound] = useState(0);
  const open = operation.pathParams.filter(({ name }) => !(name in params));
  const path = { ...params, ...Object.fromEntries(open.map(({ name }) => [name, String(values[name] ?? '')])) };
  const title = heading?.[language] ?? (labels.actions[operation.id] || labels.title);
  if (!can(operation)) return <Forbidden />;

  const query = Object.fromEntries(operation.query.map(({ name }) => [name, values[name]]));
  const run = async (): Promise<void> => {
    setError(undefined);
    try {
      const { data } = await call<unknown>(operation, { path, query });
      if (data instanceof Blob) saveFile(data, operation.id);
      setAnswer(data ?? null);
      notify.success(t('operation.done', { title }));
    } catch (thrown) {
      setError(thrown);
    }
  };

  return (
    <>
      <PageHead title={title} heading />
      <form
        className="rb-fields"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <HeaderFields operation={operation} labels={labels} />
        {[...open, ...operation.query].map((field) => (
          <Parameter
            key={field.name}
            field={field}
            label={fieldLabel(labels, field)}
            labels={labels}
            value={values[field.name]}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        {!operation.body && (
          <button type="submit" className="btn btn-primary">
            {t(operation.method === 'get' ? 'operation.ask' : 'operation.run')}
          </button>
        )}
      </form>
      {operation.body && (
        <ResourceForm
          key={round}
          resource={{ schemas }}
          labels={labels}
          operation={operation}
          mode="create"
          path={path}
          query={query}
          submitLabel={t('operation.run')}
          onSaved={(item) => {
            setAnswer(item ?? null);
            setRound(round + 1);
            notify.success(t('operation.done', { title }));
          }}
          onCancel={() => setRound(round + 1)}
        />
      )}
      {error !== undefined && (
        <p className="rt-stale" role="alert">
          {errorMessage(error)}
        </p>
      )}
      {answer !== undefined && answer !== null && !(answer instanceof Blob) && <AnswerView operation={operation} answer={answer} />}
    </>
  );
}

function AnswerView({ operation, answer }: { operation: Operation; answer: unknown }) {
  const { t } = useTranslation('resource');
  return (
    <section aria-label={t('operation.answer')}>
      <h2>{t('operation.answer')}</h2>
      <pre className="rd-json" data-operation={operation.id}>
        {typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)}
      </pre>
    </section>
  );
}
