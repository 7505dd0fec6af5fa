import { isObject } from '#domain/json.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json, Labels, Operation } from '#domain/model.ts';
import { actionLabel } from '#resource/actions.ts';
import { RunPanel } from '#bulk/run-panel.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { itemField } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';
import { changeArgs, type WholeScope } from '#resource/scope.ts';
import { Failure, Skeleton } from '#resource/states.tsx';
import { enumLabel } from '#cells/labels.ts';
import { type Effect, reachOf, useActionEffect } from '#detail/effect/effect.ts';
import { EffectView, usePlaceTitle } from '#detail/effect/effect-view.tsx';

type Props = { scope: WholeScope; op: Operation; row: Row; onClose: () => void };

/** An action that says first what it would change and where, and afterwards how it stands there. */
export function EffectTask({ scope, op, row, onClose }: Props) {
  const { t } = useTranslation('resource');
  const { effect, labels, error, fetching, retry } = useActionEffect(scope, op, row);
  const [done, setDone] = useState<{ item: Json | undefined }>();
  const label = actionLabel(scope, op);
  const known = effect && labels && !fetching;
  return (
    <Dialog wide title={t(done ? 'effect.doneTitle' : 'effect.title', { action: label, name: scope.nameOf(row) })} onClose={onClose}>
      {error ? (
        <Failure error={error} onRetry={retry} />
      ) : !known ? (
        <Skeleton lines={6} label={t('state.loading')} />
      ) : done ? (
        <Result scope={scope} effect={effect} labels={labels} item={done.item} onClose={onClose} />
      ) : (
        <Question scope={scope} op={op} row={row} effect={effect} labels={labels} onDone={(item) => setDone({ item })} onClose={onClose} />
      )}
    </Dialog>
  );
}

type EffectProps = { scope: WholeScope; effect: Effect; labels: Labels; onClose: () => void };

function Question({
  scope,
  op,
  row,
  effect,
  labels,
  onDone,
  onClose,
}: EffectProps & Omit<Props, 'onClose'> & { onDone: (item: Json | undefined) => void }) {
  const { t } = useTranslation('resource');
  const title = usePlaceTitle(effect, scope.language);
  const reach = reachOf(effect);
  return (
    <>
      <EffectView scope={scope} effect={effect} labels={labels} />
      <div className="re-run">
        <RunPanel
          scope={scope}
          count={effect.obstacle === undefined ? 1 : 0}
          verb={t('effect.apply', { action: actionLabel(scope, op), title, count: reach.changing || reach.all })}
          danger={op.confirm === 'danger' || op.confirm === 'typed'}
          typed={op.confirm === 'typed' ? scope.nameOf(row) : undefined}
          steps={() =>
            Promise.resolve([{ op, args: { ...changeArgs(scope, op, row), body: op.body ? {} : undefined }, name: scope.nameOf(row) }])
          }
          onDone={([outcome]) => onDone(outcome?.kind === 'done' ? outcome.item : undefined)}
          onClose={onClose}
        />
      </div>
    </>
  );
}

/** The same question asked again says place by place what stands there now. */
function Result({ scope, effect, labels, item, onClose }: EffectProps & { item: Json | undefined }) {
  const { t } = useTranslation('resource');
  const failed = failedState(scope, item);
  const title = usePlaceTitle(effect, scope.language);
  return (
    <>
      {failed === undefined ? (
        <p className="rb-ok" role="status">
          {t('effect.done', { version: effect.version, title, count: reachOf(effect).same })}
        </p>
      ) : (
        <p className="rb-error" role="alert">
          {failed}
        </p>
      )}
      <EffectView scope={scope} effect={effect} labels={labels} />
      <div className="rb-buttons re-run">
        <button type="button" className="btn btn-primary" data-focus onClick={onClose}>
          {t('action.close')}
        </button>
      </div>
    </>
  );
}

/** A call may go well and say that the thing is in a bad state now. */
function failedState({ resource, labels }: WholeScope, item: Json | undefined): string | undefined {
  const property = resource.data?.states?.property;
  const field = itemField(resource).fields?.find(({ name }) => name === property);
  if (!field || !isObject(item)) return undefined;
  const state = item[field.name];
  return field.tone?.[String(state)] === 'danger' ? enumLabel(labels, field, state ?? null) : undefined;
}
