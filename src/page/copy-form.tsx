import { useTranslation } from 'react-i18next';
import { schemaOf } from '#resource/fields.ts';
import { Failure, Notice, Skeleton } from '#resource/states.tsx';
import { useFreshItem } from '#resource/use-item.ts';
import { CreateForm, type CreateFormProps } from './create-form.tsx';
import { duplicateOf } from './duplicate.ts';

/** A new one that begins as another is. */
export function CopyForm({ id, ...ways }: CreateFormProps & { id: string }) {
  const { t } = useTranslation('resource');
  const { scope } = ways;
  const { item, loading, error, refresh } = useFreshItem(scope, id);
  if (loading) return <Skeleton lines={6} label={t('state.loading')} />;
  if (error) return <Failure error={error} onRetry={refresh} />;
  if (!item) return <Notice title={t('state.gone')} />;
  const root = schemaOf(scope.resource, scope.create?.body?.schema ?? scope.resource.item);
  return <CreateForm {...ways} value={duplicateOf(scope.resource, root, item, t('form.copied'))} />;
}
