import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#api/chunk.ts';
import { errorMessage } from '#api/error.ts';
import { useModel } from '#api/model.ts';
import type { Field } from '#domain/model.ts';
import type { Row } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { notify } from '#ui/notify.ts';

export type Switch = (rows: readonly Row[], field: Field, on: boolean) => Promise<void>;

/** As many as are turned without a question: a notice has room for each of them. */
export const AT_ONCE = 5;

/** Turns rows on or off at once, each by itself, tells what became of each, and offers to take it back. */
export function useSwitch(scope: Scope): Switch {
  const { t } = useTranslation('resource');
  const model = useModel();
  const client = useQueryClient();
  return useCallback(
    async (rows, field, on) => {
      const turned = rows.filter((row) => scope.can(scope.update, row));
      if (turned.length === 0) return;
      try {
        const { turn } = await chunk(() => import('./turn.ts'));
        await turn({ scope, model, client, t }, turned, field, on);
      } catch (error) {
        notify.error(t('switch.failed', { failed: turned.length, total: turned.length }), errorMessage(error));
      }
    },
    [scope, model, client, t],
  );
}
