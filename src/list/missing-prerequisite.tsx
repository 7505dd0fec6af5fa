import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useOutletContext } from 'react-router';
import { choose } from '#api/choose.ts';
import { type CompanyChoice, useWorkspace } from '#api/workspace.ts';
import { loadLabels, loadResource } from '#api/model.ts';
import { listAddress, useViewer } from '#api/viewer.ts';
import { optionPage } from '#controls/relation/relation-options.ts';
import { prerequisitesOf, type Prerequisite } from './prerequisites.ts';
import { Whole } from '#resource/whole.tsx';
import type { Scope, WholeScope } from '#resource/scope.ts';
import { Notice, Skeleton } from '#resource/states.tsx';

/** Of more companies the list in the top bar has a search. */
const FEW = 3;

/** On an empty list: which other thing has to be made or chosen before the first of these, and the way there. Else the children. */
export function MissingPrerequisite({ scope, children }: { scope: Scope; children: ReactNode }): ReactNode {
  const { t } = useTranslation('resource');
  return (
    <Whole scope={scope} meanwhile={<Skeleton lines={8} label={t('state.loading')} />}>
      {(whole) => <FirstMissing scope={whole}>{children}</FirstMissing>}
    </Whole>
  );
}

function FirstMissing({ scope, children }: { scope: WholeScope; children: ReactNode }): ReactNode {
  const { t } = useTranslation('resource');
  const viewer = useViewer();
  const { params, language } = useWorkspace();
  const { pathname, search } = useLocation();
  const needed = scope.resource.operations.create.length === 0 ? [] : prerequisitesOf(scope);
  const { data: missing, isLoading } = useQuery({
    // what was missing may have been made meanwhile
    queryKey: ['comesFirst', scope.resource.name, params, needed, language],
    queryFn: ({ signal }) => firstMissing(needed, params, language, signal),
    enabled: needed.length > 0,
    staleTime: 0,
  });
  const { title } = scope.labels;
  if (isLoading) return <Skeleton lines={8} label={t('state.loading')} />;
  if (missing) {
    const address = listAddress(scope.model, viewer, missing.resource, { new: '1' });
    return (
      <Notice title={t('state.empty', { title })} hint={t('state.first', { first: missing.title })}>
        {address !== undefined && (
          <Link className="btn btn-primary" to={address} state={{ next: pathname + search }}>
            {t('action.createOf', { title: missing.title })}
          </Link>
        )}
      </Notice>
    );
  }
  if (needed.some(({ inView }) => inView)) return <ChooseCompany title={t('state.empty', { title })} />;
  return children;
}

/** Whoever has few companies goes on in one of them right here. */
function ChooseCompany({ title }: { title: string }): ReactNode {
  const { t } = useTranslation('resource');
  const { companies, enter } = useOutletContext<CompanyChoice>();
  const { data = [] } = useQuery({ queryKey: ['comesFirst', 'companies'], queryFn: () => companies('', 0, FEW + 1), staleTime: 0 });
  return (
    <Notice title={title} hint={t('state.company')}>
      {data.length <= FEW &&
        data.map((company) => (
          <button key={company.id} type="button" className="btn btn-primary" onClick={() => enter(company)}>
            {t('state.goOnIn', { name: company.name })}
          </button>
        ))}
    </Notice>
  );
}

type Missing = { resource: string; title: string };

/** The first of which there is none. One that this operator may not list is not known to be missing. */
async function firstMissing(
  needed: readonly Prerequisite[],
  params: Record<string, string>,
  language: Scope['language'],
  signal: AbortSignal,
): Promise<Missing | null> {
  for (const { ref, scope } of needed) {
    const [resource, labels] = await Promise.all([loadResource(ref.resource), loadLabels(ref.resource, language)]);
    if (!choose(resource.operations.list, params)) continue;
    const found = await optionPage({ resource, ref, scope, params, keyword: '', page: 0, signal }).catch(() => undefined);
    if (found?.options.length === 0) return { resource: ref.resource, title: labels.title };
  }
  return null;
}
