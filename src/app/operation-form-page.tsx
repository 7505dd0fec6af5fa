import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useContext } from '#api/context.ts';
import { sentence } from '#api/error.ts';
import { loadForm } from '#api/model.ts';
import type { Json, Language } from '#domain/model.ts';
import { ResourceForm } from '#resource/form/resource-form.tsx';
import { AppError } from '#ui/app-error.tsx';
import { notify } from '#ui/notify.ts';
import { Page } from '#ui/page.tsx';

type OperationFormPageProps = { operationId: string; title: Record<Language, string> };

/** The form of an operation that belongs to no resource: what it answers is shown below it. */
export function OperationFormPage({ operationId, title }: OperationFormPageProps): ReactNode {
  const { t } = useTranslation('shell');
  const { language } = useContext();
  const loaded = useQuery({ queryKey: ['form', operationId], queryFn: () => loadForm(operationId), staleTime: Number.POSITIVE_INFINITY });
  const [answer, setAnswer] = useState<{ round: number; data: Json | undefined }>({ round: 0, data: undefined });
  const form = loaded.data;
  return (
    <Page title={title[language]}>
      {loaded.error && <AppError detail={sentence(loaded.error)} onRetry={() => void loaded.refetch()} />}
      {form && (
        <ResourceForm
          key={answer.round}
          resource={form}
          labels={form.labels[language]}
          operation={form.operation}
          mode="create"
          onSaved={(data) => {
            notify.success(t('form.done'));
            setAnswer(({ round }) => ({ round: round + 1, data }));
          }}
          onCancel={() => setAnswer(({ round }) => ({ round: round + 1, data: undefined }))}
        />
      )}
      {answer.data !== undefined && (
        <section aria-label={t('form.answer')}>
          <pre className="answer">{JSON.stringify(answer.data, null, 2)}</pre>
        </section>
      )}
    </Page>
  );
}
