import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useWorkspace } from '#api/workspace.ts';
import { wholeQuery, useModel } from '#api/model.ts';
import { useViewer } from '#api/viewer.ts';
import { useUser } from '#api/user.ts';
import type { Labels, Resource } from '#domain/model.ts';
import { ImportFlow } from '#import/import-flow.tsx';
import { useScope } from '#resource/scope.ts';
import { Failure, Forbidden, Skeleton } from '#resource/states.tsx';
import { Page } from '#ui/page.tsx';
import { importable } from './importable.ts';
import './batch-import.css';

/** One flow for everything that can be imported: what, from which file, check, apply, result. `?resource=Tag` chooses. */
export function Screen(): ReactNode {
  const { t } = useTranslation('resource');
  const { language, params } = useWorkspace();
  const model = useModel();
  const user = useUser();
  const viewer = useViewer();
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const groups = useMemo(() => importable(model, user, viewer, params, language), [model, user, viewer, params, language]);
  const wanted = search.get('resource') ?? '';
  const known = groups.some(({ resources }) => resources.some(({ name }) => name === wanted));
  const title = model.navigation.find(({ screen }) => screen === 'batch-import')?.title[language];
  if (groups.length === 0)
    return (
      <Page title={title}>
        <Forbidden />
      </Page>
    );
  return (
    <Page title={title} description={t('batchImport.description')}>
      <div className="batch-import">
        <label htmlFor={id}>{t('batchImport.what')}</label>
        <select
          id={id}
          className="input"
          value={known ? wanted : ''}
          onChange={({ target }) => setSearch({ resource: target.value }, { replace: true })}
        >
          {!known && <option value="">{t('batchImport.choose')}</option>}
          {groups.map((group) => (
            <optgroup key={group.name} label={group.title}>
              {group.resources.map((resource) => (
                <option key={resource.name} value={resource.name}>
                  {resource.title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        {wanted !== '' && !known && <p role="alert">{t('batchImport.unknown')}</p>}
      </div>
      {known && (
        <section className="batch-import-flow">
          <Flow key={wanted} name={wanted} />
        </section>
      )}
    </Page>
  );
}

function Flow({ name }: { name: string }): ReactNode {
  const { t } = useTranslation('resource');
  const { language } = useWorkspace();
  const loaded = useQuery(wholeQuery(name, language));
  if (loaded.data) return <ScopedFlow {...loaded.data} />;
  if (loaded.error) return <Failure error={loaded.error} onRetry={() => void loaded.refetch()} />;
  return <Skeleton lines={6} label={t('state.loading')} />;
}

function ScopedFlow({ resource, labels }: { resource: Resource; labels: Labels }): ReactNode {
  return <ImportFlow scope={useScope(resource, labels)} />;
}
