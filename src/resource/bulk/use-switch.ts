import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { sentence } from '#api/error.ts';
import { useModel } from '#api/model.ts';
import type { Field } from '#domain/model.ts';
import type { Row } from '#resource/list-answer.ts';
import { loadPlatform } from '#resource/platform.ts';
import { refreshAll } from '#resource/refresh.ts';
import type { Scope } from '#resource/scope.ts';
import { notify } from '#ui/notify.ts';
import { changeSteps } from './change-steps.ts';
import { type Outcome, reason, runSteps, type Step } from './run.ts';

export type Switch = (rows: readonly Row[], field: Field, on: boolean) => Promise<void>;

/** Reasons that a notice has room for. */
const TOLD = 3;

/** Turns rows on or off at once, each by itself, and offers to take it back; what somebody else has changed is told and left. */
export function useSwitch(scope: Scope): Switch {
  const { t } = useTranslation('resource');
  const model = useModel();
  const client = useQueryClient();
  return useCallback(
    async (rows, field, on) => {
      const set = async (chosen: readonly Row[], value: boolean, anew: boolean): Promise<void> => {
        let steps: Step[];
        let outcomes: Outcome[];
        try {
          steps = await changeSteps(
            scope,
            chosen.map((row) => ({ row, values: new Map([[field.name, value]]) })),
            anew,
          );
          ({ outcomes } = await runSteps(steps, { bulk: steps.length > 1 ? await loadPlatform(model, 'bulk') : undefined }));
        } catch (error) {
          notify.error(t('switch.failed', { failed: chosen.length, total: chosen.length }), sentence(error));
          return;
        }
        await refreshAll(client);
        const done = chosen.filter((_, index) => outcomes[index]?.kind === 'done');
        const failed = chosen.filter((_, index) => outcomes[index]?.kind !== 'done');
        const [only] = done;
        if (done.length > 0)
          notify.success(
            only && done.length === 1
              ? t(value ? 'switch.onOne' : 'switch.offOne', { name: scope.nameOf(only) })
              : t(value ? 'switch.onMany' : 'switch.offMany', { count: done.length }),
            undefined,
            { label: t('switch.undo'), run: () => void set(done, !value, true) },
          );
        if (failed.length === 0) return;
        const stale = outcomes.some((outcome) => outcome.kind === 'failed' && outcome.status === 412);
        notify.error(
          t('switch.failed', { failed: failed.length, total: chosen.length }),
          whyNot(steps, outcomes),
          stale ? { label: t('switch.anyway'), run: () => void set(failed, value, true) } : undefined,
        );
      };
      const changing = rows.filter((row) => (row[field.name] === true) !== on && scope.can(scope.update, row));
      if (changing.length > 0) await set(changing, on, false);
      else notify.info(t('switch.already'));
    },
    [scope, model, client, t],
  );
}

function whyNot(steps: readonly Step[], outcomes: readonly Outcome[]): string {
  const lines = steps.flatMap(({ name }, index) => {
    const outcome = outcomes[index];
    return outcome && outcome.kind !== 'done' ? [`${name}: ${reason(outcome)}`] : [];
  });
  return lines.slice(0, TOLD).join(' · ') + (lines.length > TOLD ? ' …' : '');
}
