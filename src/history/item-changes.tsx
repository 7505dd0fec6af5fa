import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '#api/workspace.ts';
import { wholeQuery, useModel } from '#api/model.ts';
import type { Field, Json, Labels, Language, Resource } from '#domain/model.ts';
import { textOf } from '#cells/cell.ts';
import type { Row } from '#resource/list-answer.ts';
import { Failure, Skeleton } from '#resource/states.tsx';
import { diff } from './diff.ts';
import { comparedOf, DiffTable, visibleChanges } from './diff-table.tsx';

/** What an entry of a log did to its item, in the words of that kind of item. `field.options` name the properties that hold kind, before and after. */
export function ItemChanges({ field, row }: { field: Field; row: Row }) {
  const { t } = useTranslation('resource');
  const model = useModel();
  const { language } = useWorkspace();
  const at = (option: string): Json | undefined => row[textOf(field.options?.[option])];
  const name = textOf(at('resource'));
  const loaded = useQuery({ ...wholeQuery(name, language), enabled: name in model.resources });
  const [before, after] = [at('before'), at('after')];
  if (loaded.error) return <Failure error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (loaded.isLoading) return <Skeleton lines={3} label={t('state.loading')} />;
  // a kind that the contract no longer has
  if (!loaded.data) return <pre className="rd-json">{JSON.stringify({ before, after }, null, 2)}</pre>;
  return <Changes {...loaded.data} language={language} before={before} after={after} />;
}

type ChangesProps = { resource: Resource; labels: Labels; language: Language; before: Json | undefined; after: Json | undefined };

function Changes({ resource, labels, language, before, after }: ChangesProps) {
  const { t } = useTranslation('resource');
  const of = comparedOf({ resource, labels, language });
  const changes = diff(of.root, before ?? {}, after ?? {});
  return visibleChanges(of, changes).length > 0 ? (
    <DiffTable of={of} changes={changes} />
  ) : (
    <p className="rd-none">{t('history.nothing')}</p>
  );
}
