import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorMessage } from '#api/error.ts';
import { undoRequest } from '#generated/client/platform.ts';
import type { UndoRequestBody } from '#generated/client/schemas.ts';
import { refreshAll } from '#api/refresh.ts';
import { confirm } from '#ui/confirm.tsx';
import { notify } from '#ui/notify.ts';
import { UndoList } from './undo-list.tsx';

/** Refusals that a notice has room for. */
const LISTED = 5;

/** Says what taking back a request would do, asks, and does it: all of it or nothing. True once it is done. */
export function useUndo(): { undo: (request: UndoRequestBody) => Promise<boolean>; busy: boolean } {
  const { t } = useTranslation('resource');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const undo = useCallback(
    async (body: UndoRequestBody): Promise<boolean> => {
      setBusy(true);
      try {
        const { data } = await undoRequest(body, { dryRun: true });
        const yes = await confirm({
          kind: 'danger',
          title: t('undo.title'),
          wide: true,
          body: <UndoList undoing={data} />,
          action: t('undo.apply', { count: data.total }),
        });
        if (!yes) return false;
        await undoRequest(body, {}, { 'Idempotency-Key': crypto.randomUUID() });
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
    [client, t],
  );
  return { undo, busy };
}

function reasonOf(error: unknown, more: (count: number) => string): string {
  if (!(error instanceof ApiError) || error.errors.length === 0) return errorMessage(error);
  const listed = error.errors.slice(0, LISTED).map(({ detail }) => detail);
  const rest = error.errors.length - listed.length;
  return [error.detail, ...listed, ...(rest > 0 ? [more(rest)] : [])].join('\n');
}
