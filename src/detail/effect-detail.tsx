import { useTranslation } from 'react-i18next';
import type { Operation } from '#domain/model.ts';
import { useActionEffect } from '#detail/effect/effect.ts';
import { EffectView } from '#detail/effect/effect-view.tsx';
import type { Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';
import { Failure, Skeleton } from '#resource/states.tsx';

/** How far an item stands where it was carried to, beside what an action now would change there. */
export function EffectDetail({ scope, op, item }: { scope: WholeScope; op: Operation; item: Row }) {
  const { t } = useTranslation('resource');
  const { effect, labels, error, retry } = useActionEffect(scope, op, item);
  if (error) return <Failure error={error} onRetry={retry} />;
  if (!effect || !labels) return <Skeleton lines={6} label={t('state.loading')} />;
  return <EffectView scope={scope} effect={effect} labels={labels} />;
}
