import { lazy, type ReactElement } from 'react';
import { chunk } from '#api/chunk.ts';
import { asksNothing } from '#bulk/by-ids.ts';
import type { Task } from '#resource/actions.ts';
import { ActionTask } from './action-task.tsx';
import { DeleteTask } from './delete-task.tsx';
import type { WholeScope } from '#resource/scope.ts';
import type { PageState } from '#resource/url-state.ts';

const ChangeTask = lazy(() => chunk(() => import('./change-task.tsx')).then((module) => ({ default: module.ChangeTask })));
const ImportTask = lazy(() => chunk(() => import('./import-task.tsx')).then((module) => ({ default: module.ImportTask })));
const ExportTask = lazy(() => chunk(() => import('./export-task.tsx')).then((module) => ({ default: module.ExportTask })));
const MoveTask = lazy(() => chunk(() => import('./move-task.tsx')).then((module) => ({ default: module.MoveTask })));
const SwitchTask = lazy(() => chunk(() => import('./switch-task.tsx')).then((module) => ({ default: module.SwitchTask })));
const RuleTraceDrawer = lazy(() =>
  chunk(() => import('#detail/rule-trace/rule-trace-drawer.tsx')).then((module) => ({ default: module.RuleTraceDrawer })),
);

type Props = {
  scope: WholeScope;
  task: Task;
  state: PageState;
  onClose: () => void;
  /** The rows of the task are no more. */
  onGone: (ids: string[]) => void;
};

export function TaskDialog({ scope, task, state, onClose, onGone }: Props): ReactElement {
  switch (task.kind) {
    case 'delete':
      return <DeleteTask scope={scope} rows={task.rows} onClose={onClose} onGone={onGone} />;
    case 'action':
      if (task.op.kind === 'bulkDelete' && asksNothing(scope.resource, task.op))
        return <DeleteTask scope={scope} rows={task.rows} op={task.op} onClose={onClose} onGone={onGone} />;
      return <ActionTask scope={scope} op={task.op} rows={task.rows} left={task.left} onClose={onClose} />;
    case 'change':
      return <ChangeTask scope={scope} rows={task.rows} onClose={onClose} />;
    case 'switch':
      return <SwitchTask scope={scope} field={task.field} on={task.on} rows={task.rows} onClose={onClose} />;
    case 'import':
      return <ImportTask scope={scope} onClose={onClose} />;
    case 'move':
      return <MoveTask scope={scope} order={task.order} rows={task.rows} onClose={onClose} />;
    case 'ruleTrace':
      return <RuleTraceDrawer scope={scope} call={task.call} onClose={onClose} />;
    case 'export':
      return <ExportTask scope={scope} state={state} onClose={onClose} />;
  }
}
