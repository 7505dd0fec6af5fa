import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#api/error.ts';
import { restoreDeleted } from '#generated/client/history.ts';
import type { RestoredItem } from '#generated/client/schemas.ts';
import { refreshAll } from '#api/refresh.ts';
import type { Scope } from '#resource/scope.ts';
import { notify } from '#ui/notify.ts';
import { restoredMessages, notRestoredMessage } from './restore-messages.ts';

/** A deleted item and what it was called; as it was at a revision, else as it was at last. */
export type DeletedItem = { id: string; name: string; revision?: number };

/** In one call. */
const MOST = 1000;

/** Brings deleted items back, and tells what came with them and what did not. True where all are back. */
export function useRestore(scope: Scope): (gone: readonly DeletedItem[]) => Promise<boolean> {
  const { t } = useTranslation('resource');
  const client = useQueryClient();
  return useCallback(
    async (gone) => {
      const results: RestoredItem[] = [];
      try {
        for (let start = 0; start < gone.length; start += MOST) {
          const items = gone.slice(start, start + MOST).map(({ id, revision }) => ({ id, revision }));
          const { data } = await restoreDeleted({ resource: scope.resource.name, items });
          results.push(...data.results);
        }
      } catch (error) {
        notify.error(failure(gone, gone.length), errorMessage(error));
        await refreshAll(client);
        return false;
      }
      await refreshAll(client);
      const back = gone.filter((_, index) => (results[index]?.status ?? 500) < 400);
      const words = { t, scope };
      const lines = results.flatMap((result) => restoredMessages(result.back ?? [], words));
      const less = results.flatMap((result) => (result.missing ?? []).map((missing) => notRestoredMessage(missing, words)));
      const [only] = back;
      if (back.length > 0) {
        const text = only && gone.length === 1 ? t('deleted.backOne', { name: only.name }) : t('deleted.backMany', { count: back.length });
        if (less.length > 0) notify.warning(text, [t('deleted.missing', { count: less.length }), ...less, ...lines].join('\n'));
        else notify.success(text, lines.length > 0 ? lines.join('\n') : undefined);
      }
      const failed = results.filter(({ status }) => status >= 400);
      if (failed.length > 0) {
        const reasons = results.flatMap((result, index) => (result.status >= 400 ? [reasonOf(result, gone[index], gone.length)] : []));
        notify.error(failure(gone, failed.length), reasons.slice(0, 10).join('\n'));
      }
      return failed.length === 0;

      function failure(all: readonly DeletedItem[], count: number): string {
        const [one] = all;
        return one && all.length === 1
          ? t('deleted.failedOne', { name: one.name })
          : t('deleted.failedMany', { failed: count, total: all.length });
      }
    },
    [scope, client, t],
  );
}

function reasonOf({ detail = '', errors = [] }: RestoredItem, gone: DeletedItem | undefined, of: number): string {
  const why = errors.length > 0 ? [...new Set(errors.map((error) => error.detail))].join('; ') : detail;
  return of === 1 || !gone ? why : `${gone.name}: ${why}`;
}
