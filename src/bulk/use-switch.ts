import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#api/error.ts';
import { useModel } from '#api/model.ts';
import type { Field } from '#domain/model.ts';
import type { Row } from '#resource/list-answer.ts';
import { loadPlatform } from '#api/platform.ts';
import { refreshAll } from '#api/refresh.ts';
import type { Scope } from '#resource/scope.ts';
import { notify } from '#ui/notify.ts';
import { type Outcome, reason, runSteps, type Step } from './run.ts';
import { setSteps } from './set-steps.ts';

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
      const set = async (chosen: readonly Row[], value: boolean): Promise<void> => {
        let steps: Step[];
        let outcomes: Outcome[];
        try {
          const bulk = await loadPlatform(model, 'bulk');
          steps = await setSteps(scope, chosen, new Map([[field.name, value]]), bulk);
          ({ outcomes } = await runSteps(steps, { bulk }));
        } catch (error) {
          notify.error(t('switch.failed', { failed: chosen.length, total: chosen.length }), errorMessage(error));
          return;
        }
        await refreshAll(client);
        const of = (...kinds: Outcome['kind'][]): Row[] => chosen.filter((_, index) => kinds.includes(outcomes[index]?.kind ?? 'skipped'));
        const [done, same, failed] = [of('done'), of('same'), of('failed', 'skipped')];
        const [only] = done;
        const already = same.length > 0 ? t('switch.alreadyOf', { names: same.map(scope.nameOf).join(t('template.comma')) }) : undefined;
        if (done.length > 0)
          notify.success(
            only && done.length === 1
              ? t(value ? 'switch.onOne' : 'switch.offOne', { name: scope.nameOf(only) })
              : t(value ? 'switch.onMany' : 'switch.offMany', { count: done.length }),
            already,
            { label: t('switch.undo'), run: () => void set(done, !value) },
          );
        else if (same.length > 0) notify.info(t('switch.already'), same.length > 1 || failed.length > 0 ? already : undefined);
        if (failed.length > 0)
          notify.error(t('switch.failed', { failed: failed.length, total: chosen.length }), whyNot(steps, outcomes), {
            label: t('action.retry'),
            run: () => void set(failed, value),
          });
      };
      const turned = rows.filter((row) => scope.can(scope.update, row));
      if (turned.length > 0) await set(turned, on);
    },
    [scope, model, client, t],
  );
}

function whyNot(steps: readonly Step[], outcomes: readonly Outcome[]): string {
  return steps
    .flatMap(({ name }, index) => {
      const outcome = outcomes[index];
      return outcome?.kind === 'failed' || outcome?.kind === 'skipped' ? [`${name}: ${reason(outcome)}`] : [];
    })
    .join('\n');
}
