import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { refreshAll } from '#api/refresh.ts';
import { loadPlatform } from '#api/platform.ts';
import type { Field, Model } from '#domain/model.ts';
import type { Row } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { errorMessage } from '#api/error.ts';
import { notify } from '#ui/notify.ts';
import { type Outcome, reason, runSteps, type Step } from './run.ts';
import { setSteps } from './set-steps.ts';

type SwitchContext = { scope: Scope; model: Model; client: QueryClient; t: TFunction<'resource'> };

/** Sets the switch of these rows, says what became of each, and offers to take it back, or to try again what failed. */
export async function turn(place: SwitchContext, chosen: readonly Row[], field: Field, value: boolean): Promise<void> {
  const { scope, model, client, t } = place;
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
      { label: t('switch.undo'), run: () => void turn(place, done, field, !value) },
    );
  else if (same.length > 0) notify.info(t('switch.already'), same.length > 1 || failed.length > 0 ? already : undefined);
  if (failed.length > 0)
    notify.error(t('switch.failed', { failed: failed.length, total: chosen.length }), whyNot(steps, outcomes), {
      label: t('action.retry'),
      run: () => void turn(place, failed, field, value),
    });
}

function whyNot(steps: readonly Step[], outcomes: readonly Outcome[]): string {
  return steps
    .flatMap(({ name }, index) => {
      const outcome = outcomes[index];
      return outcome?.kind === 'failed' || outcome?.kind === 'skipped' ? [`${name}: ${reason(outcome)}`] : [];
    })
    .join('\n');
}
