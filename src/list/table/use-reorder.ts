import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#api/error.ts';
import { useModel } from '#api/model.ts';
import type { Json } from '#domain/model.ts';
import { changeSteps } from '#bulk/change-steps.ts';
import { type Outcome, reason, runSteps } from '#bulk/run.ts';
import { loadPlatform } from '#api/platform.ts';
import { refreshAll } from '#api/refresh.ts';
import type { Scope } from '#resource/scope.ts';
import { notify } from '#ui/notify.ts';
import type { Reordered } from './reorder.ts';

/** Saves a new order as a whole, or not at all: who moved rows meanwhile is not overruled. Can be taken back. */
export function useReorder(scope: Scope, order: string): (changes: Reordered['changes'], name: string) => Promise<boolean> {
  const { t } = useTranslation('resource');
  const model = useModel();
  const client = useQueryClient();
  return useCallback(
    async (changes, name) => {
      const put = async (
        values: { row: Reordered['changes'][number]['keyed']['row']; value: Json | undefined }[],
        anew: boolean,
      ): Promise<Outcome | undefined> => {
        try {
          const steps = await changeSteps(
            scope,
            values.map(({ row, value }) => ({ row, values: new Map([[order, value]]) })),
            anew,
          );
          const { outcomes } = await runSteps(steps, { bulk: await loadPlatform(model, 'bulk'), atomic: true });
          return outcomes.find(({ kind }) => kind === 'failed');
        } catch (error) {
          return { kind: 'failed', status: 0, detail: errorMessage(error), errors: [] };
        }
      };
      const undo = async (): Promise<void> => {
        const failed = await put(
          changes.map(({ keyed }) => ({ row: keyed.row, value: keyed.row[order] })),
          true,
        );
        if (failed) notify.error(t('order.failed'), reason(failed));
        await refreshAll(client);
      };
      const failed = await put(
        changes.map(({ keyed, value }) => ({ row: keyed.row, value })),
        false,
      );
      if (failed) notify.error(t('order.failed'), reason(failed));
      else notify.success(t('order.saved', { name }), undefined, { label: t('switch.undo'), run: () => void undo() });
      await refreshAll(client);
      return !failed;
    },
    [scope, order, model, client, t],
  );
}
