import { useQuery } from '@tanstack/react-query';
import { useMemo, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '#api/operation.ts';
import type { Labels, ListedResource } from '#domain/model.ts';
import { listQuery } from '#resource/list-answer.ts';
import { useScope } from '#resource/scope.ts';
import { seenIn } from '#resource/seen.ts';
import { Skeleton } from '#resource/states.tsx';
import type { PageState } from '#resource/url-state.ts';
import type { ChangeState } from '#resource/use-page-state.ts';
import { missingParents } from './parents/missing.ts';

export type ScopedProps = { resource: ListedResource; labels: Labels; state: PageState; onChange: ChangeState; heading?: string | true };

/** A list of which the contract does not say what its rows hold: its columns are what the rows have. */
export function SeenRows({ Page, ...props }: ScopedProps & { Page: ComponentType<ScopedProps> }) {
  const { t } = useTranslation('resource');
  const { resource, labels, state } = props;
  const scope = useScope(resource, labels, state.parents);
  const { list } = scope;
  const asked = list && missingParents(resource, scope, state).length === 0 ? list : undefined;
  const args = useMemo(
    () => (asked ? { path: scope.path(asked), query: listQuery(asked, state, scope.params) } : {}),
    [asked, scope, state],
  );
  const { data, isLoading } = useQuery(query<unknown>(asked, args));
  const seen = useMemo(() => seenIn(resource, data?.data), [resource, data]);
  if (isLoading) return <Skeleton lines={8} label={t('state.loading')} />;
  return <Page {...props} resource={seen} />;
}
