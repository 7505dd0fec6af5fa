import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useModel } from '#api/model.ts';
import { useListReferences } from '#generated/client/history.ts';
import type { ListReferences200 as References } from '#generated/client/schemas.ts';
import type { Scope } from './scope.ts';
import { Failure, Notice, Skeleton } from './states.tsx';

type Props = { scope: Scope; id: string };

export function useReferences(resource: string, id: string) {
  const answer = useListReferences({ resource, id }, { query: { enabled: id !== '' } });
  return { references: answer.data?.data, error: answer.error, refetch: answer.refetch };
}

/** What uses an item: each with its kind, and a link where it has a page. */
export function ReferencesView({ scope, id }: Props) {
  const { t } = useTranslation('resource');
  const { references, error, refetch } = useReferences(scope.resource.name, id);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!references) return <Skeleton lines={3} label={t('state.loading')} />;
  if (references.total === 0) return <Notice title={t('references.none')} />;
  return <ReferenceList references={references} scope={scope} />;
}

export function ReferenceList({ references, scope }: { references: References; scope: Pick<Scope, 'language'> }) {
  const { t } = useTranslation('resource');
  const model = useModel();
  const hidden = references.total - references.results.length;
  return (
    <>
      <ul className="rr">
        {references.results.map(({ resource, id, label, path }) => {
          const summary = model.resources[resource];
          return (
            <li key={`${resource} ${id} ${path}`}>
              <span className="rr-kind">{summary?.title[scope.language] ?? resource}</span>
              {summary ? (
                <Link to={`${summary.route}?tab=${encodeURIComponent(resource)}&view=${encodeURIComponent(id)}`}>{label}</Link>
              ) : (
                label
              )}
            </li>
          );
        })}
      </ul>
      {hidden > 0 && <p className="rd-none">{t('references.hidden', { count: hidden })}</p>}
    </>
  );
}
