import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#api/error.ts';
import { isPlayed } from '#api/mutator.ts';
import type { Json } from '#domain/model.ts';
import { restoreRevision } from '#generated/client/history.ts';
import { getPath } from '#domain/value.ts';
import { notify } from '#ui/notify.ts';
import { fetchItem } from '#bulk/current-item.ts';
import type { Row } from '#resource/list-answer.ts';
import { refreshAll } from '#api/refresh.ts';
import { SELF } from '#resource/self.ts';
import type { Scope } from '#resource/scope.ts';

/** After a change the notice offers to take it back, where the backend can restore what was there before. */
export function useSavedNotice(scope: Scope, id: string, before: Row | undefined, onClose: () => void): (saved: Json | undefined) => void {
  const { t } = useTranslation('resource');
  const client = useQueryClient();
  const revision = revisionOf(scope, before);

  async function undo(savedAs: number): Promise<void> {
    try {
      const { item } = await fetchItem(scope, before ?? {});
      if (revisionOf(scope, item) !== savedAs) {
        notify.warning(t('form.undoStale'));
        return;
      }
      await restoreRevision({ resource: scope.resource.name, id, revision: savedAs - 1 });
      notify.success(t('form.undone'));
    } catch (error) {
      notify.error(t('form.notUndone'), errorMessage(error));
    }
    await refreshAll(client);
  }

  return (saved) => {
    const savedAs = revisionOf(scope, saved);
    const can = isPlayed('restore') && id !== SELF && savedAs !== undefined && revision !== undefined && savedAs > revision;
    notify.success(t('form.saved'), undefined, can ? { label: t('form.undo'), run: () => void undo(savedAs) } : undefined);
    onClose();
    void refreshAll(client);
  };
}

function revisionOf({ resource }: Scope, item: Json | Row | undefined): number | undefined {
  const revision = resource.revision === undefined ? undefined : getPath(item, resource.revision);
  return typeof revision === 'number' ? revision : undefined;
}
