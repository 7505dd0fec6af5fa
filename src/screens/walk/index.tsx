import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCan } from '#api/can.ts';
import { resourceQuery, useModel } from '#api/model.ts';
import { selectorsOf, useSelection } from '#api/selection.ts';
import { useLive } from '#api/use-live.ts';
import { useWorkspace } from '#api/workspace.ts';
import { useListDiagnosisTasks } from '#generated/client/diagnosis.ts';
import { Failure, Skeleton } from '#resource/states.tsx';
import { Page } from '#ui/page.tsx';
import { AskForm } from './ask-form.tsx';
import { History } from './history.tsx';
import { Way } from './way.tsx';
import '#panels/panels.css';
import './walk.css';

const PATH = '/netDiagnosePage';
const RESOURCE = 'DiagnosisTask';
const LISTED = 20;
const PACE = { settle: 200, pause: 0 };

/** From a site to a service, one thing after the other: where it breaks, and how it was before (spec 2). */
export function Screen(): ReactNode {
  const { t } = useTranslation('charts');
  const { language, companyId = '' } = useWorkspace();
  const model = useModel();
  const can = useCan();
  const { city } = useSelection();
  const [search, setSearch] = useSearchParams();
  const entry = model.navigation.find(({ path }) => path === PATH);
  const known = useQuery(resourceQuery(RESOURCE, language)).data;
  const isNarrowed = city !== '' && selectorsOf(entry, companyId).city !== undefined;
  const found = useListDiagnosisTasks(
    companyId,
    { kind: ['walk'], limit: LISTED, sort: '-createdAt', ...(isNarrowed ? { city: [city] } : {}) },
    {},
  );
  useLive(RESOURCE, () => void found.refetch(), PACE);
  const show = (names: Record<string, string | undefined>): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(names))
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      return next;
    });
  const title = entry?.title[language];
  if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} />;
  if (!known || !found.data) return <Skeleton lines={8} label={t('loading')} />;
  const { results } = found.data.data;
  const task = results.find(({ id }) => id === search.get('walk')) ?? results[0];
  const others = results.filter(({ id, siteId, target }) => id !== task?.id && siteId === task?.siteId && target === task?.target);
  const before = others.find(({ id }) => id === search.get('with'));
  const create = known.resource.operations.create[0];
  return (
    <Page title={title}>
      {create && can(create) && (
        <AskForm
          key={task?.id}
          known={known}
          companyId={companyId}
          task={task}
          onStarted={(id) => {
            show({ walk: id, with: undefined });
            void found.refetch();
          }}
        />
      )}
      {task && <Way task={task} before={before} others={others} known={known} language={language} onCompare={(id) => show({ with: id })} />}
      <History tasks={results} shown={task?.id} known={known} onShow={(id) => show({ walk: id, with: undefined })} />
    </Page>
  );
}
