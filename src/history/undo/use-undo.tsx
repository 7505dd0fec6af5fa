import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, sentence } from '#api/error.ts';
import { call } from '#api/operation.ts';
import { loadPlatform, type RequestName, type Undoing } from '#api/platform.ts';
import { refreshAll } from '#api/refresh.ts';
import { confirm } from '#ui/confirm.tsx';
import { notify } from '#ui/notify.ts';
import { useModel } from '#api/model.ts';
import { UndoList } from './undo-list.tsx';

/** Refusals that a notice has room for. */
const TOLD = 5;

/** Says what taking back a request would do, asks, and does it: all of it or nothing. True once it is done. */
export function useUndo(): { undo: (request: RequestName) => Promise<boolean>; busy: boolean } {
  const { t } = useTranslation('resource');
  const model = useModel();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const undo = useCallback(
    async (body: RequestName): Promise<boolean> => {
      const form = await loadPlatform(model, 'undo');
      if (!form) return false;
      setBusy(true);
      try {
        const { data } = await call<Undoing>(form.operation, { body, query: { dryRun: true } });
        const yes = await confirm({
          kind: 'danger',
          title: t('undo.title'),
          wide: true,
          body: <UndoList undoing={data} />,
          action: t('undo.apply', { count: data.total }),
        });
        if (!yes) return false;
        await call<Undoing>(form.operation, { body, idempotencyKey: crypto.randomUUID() });
        notify.success(t('undo.done', { count: data.total }));
        await refreshAll(client);
        return true;
      } catch (error) {
        notify.error(
          t('undo.failed'),
          reasonOf(error, (count) => t('bulk.andMore', { count })),
        );
        return false;
      } finally {
        setBusy(false);
      }
    },
    [model, client, t],
  );
  return { undo, busy };
}

function reasonOf(error: unknown, more: (count: number) => string): string {
  if (!(error instanceof ApiError) || error.errors.length === 0) return sentence(error);
  const told = error.errors.slice(0, TOLD).map(({ detail }) => detail);
  const rest = error.errors.length - told.length;
  return [error.detail, ...told, ...(rest > 0 ? [more(rest)] : [])].join('\n');
}
