import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#api/chunk.ts';
import { wholeQuery } from '#api/model.ts';
import { query } from '#api/operation.ts';
import { useWorkspace } from '#api/workspace.ts';
import type { Json, Labels, Operation, Resource } from '#domain/model.ts';
import { actionLabel, rowActions } from '#resource/actions.ts';
import { CellOf } from '#resource/cell-of.tsx';
import { fieldAt, fieldLabel, schemaOf } from '#resource/fields.ts';
import { pageOf, type Row } from '#resource/list-answer.ts';
import { useScope, type WholeScope } from '#resource/scope.ts';
import { useLiveRefresh } from '#page/use-live-refresh.ts';

const ActionTask = lazy(() => chunk(() => import('#page/tasks/action-task.tsx')).then((module) => ({ default: module.ActionTask })));

/** A server that tells nothing is asked so often (ms). */
const AGAIN = 15_000;

/** Changes of the item that wait to be applied, or to be confirmed: for whoever opens it, with what this operator may do about them. */
export function WaitingChanges({ name, ...props }: Omit<Props, 'resource' | 'labels'> & { name: string }): ReactNode {
  const { language } = useWorkspace();
  const { data } = useQuery(wholeQuery(name, language));
  return data ? <Waiting {...data} {...props} /> : null;
}

type Props = {
  resource: Resource;
  labels: Labels;
  of: string;
  id: string;
  /** One of them waits no longer: the item may be another. */ onEnded: () => void;
};

function Waiting({ resource, labels, of, id, onEnded }: Props): ReactNode {
  const { t } = useTranslation('steps');
  const scope: WholeScope = useScope(resource, labels);
  const [task, setTask] = useState<{ op: Operation; row: Row }>();
  useLiveRefresh(scope);
  const row = schemaOf(resource, resource.row);
  const owner = row.fields?.find(({ ref }) => ref && 'resource' in ref && ref.resource === of);
  const waiting = waitingStates(scope.actions);
  const { list } = scope;
  const { data } = useQuery({
    ...query<Json>(list && owner ? list : undefined, {
      path: list && scope.path(list),
      query: { ...(owner ? { [owner.path]: [id] } : {}), ...waiting, access: true },
    }),
    refetchInterval: AGAIN,
  });
  const rows = data ? pageOf(list?.paging, data.data).rows : [];
  const last = useRef(0);
  useEffect(() => {
    if (rows.length < last.current) onEnded();
    last.current = rows.length;
  }, [rows.length, onEnded]);
  if (rows.length === 0) return null;
  const columns = resource.columns.filter((path) => path !== owner?.path).flatMap((path) => fieldAt(row, path) ?? []);
  return (
    <section className="fp-waiting" aria-label={t('apply.waiting')} role="status">
      <h3>{t('apply.waiting')}</h3>
      {rows.map((each) => (
        <div key={scope.key(each).id} className="fp-waits">
          <dl>
            {columns
              .filter(({ path }) => each[path] !== undefined)
              .map((field) => (
                <div key={field.path}>
                  <dt>{fieldLabel(labels, field)}</dt>
                  <dd>
                    <CellOf field={field} value={each[field.path]} scope={scope} row={each} />
                  </dd>
                </div>
              ))}
          </dl>
          <span className="wx-row">
            {rowActions(scope, each).map((op) => (
              <button
                key={op.id}
                type="button"
                className={op.confirm === 'danger' ? 'btn btn-small btn-danger' : 'btn btn-small'}
                onClick={() => setTask({ op, row: each })}
              >
                {actionLabel(scope, op)}
              </button>
            ))}
          </span>
        </div>
      ))}
      {task && (
        <Suspense fallback={null}>
          <ActionTask scope={scope} op={task.op} rows={[task.row]} onClose={() => setTask(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

/** States in which something can still be done, as the actions name them. */
function waitingStates(actions: readonly Operation[]): Record<string, Json[]> {
  const states: Record<string, Json[]> = {};
  for (const { when = {} } of actions)
    for (const [property, values] of Object.entries(when)) states[property] = [...new Set([...(states[property] ?? []), ...values])];
  return states;
}
