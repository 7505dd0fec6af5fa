import { useTranslation } from 'react-i18next';
import { useModel } from '#api/model.ts';
import type { Field } from '#domain/model.ts';
import { Dialog } from '#ui/dialog.tsx';
import { fieldLabel } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';
import { loadPlatform } from '#api/platform.ts';
import type { WholeScope } from '#resource/scope.ts';
import { useReturnFocus } from '#ui/use-return-focus.ts';
import { notify } from '#ui/notify.ts';
import { Names } from '#bulk/names.tsx';
import { RunPanel } from '#bulk/run-panel.tsx';
import { setSteps } from '#bulk/set-steps.ts';
import { useSwitch } from '#bulk/use-switch.ts';
import { affectedSites } from './affected-sites.ts';
import '#detail/detail.css';

type Props = { scope: WholeScope; field: Field; on: boolean; rows: Row[]; onClose: () => void };

/** Turns many rows on or off, or rules of which the first that fits decides: first it says what that changes, and at how many sites. */
export function SwitchTask({ scope, field, on, rows, onClose }: Props) {
  const { t } = useTranslation('resource');
  const { t: words } = useTranslation('widgets');
  const model = useModel();
  const turn = useSwitch(scope);
  useReturnFocus();
  const allowed = rows.filter((row) => scope.can(scope.update, row));
  const names = { count: allowed.length, title: scope.labels.plural, field: fieldLabel(scope.labels, field) };
  const affected = affectedSites(scope.resource, allowed);
  return (
    <Dialog title={t(on ? 'switch.askOn' : 'switch.askOff', names)} onClose={onClose}>
      <div className="rb">
        <Names scope={scope} rows={[]} excluded={rows.length - allowed.length} />
        {affected && (
          <dl className="rd-list">
            <dt>{fieldLabel(scope.labels, affected.field)}</dt>
            <dd>
              {affected.atLeast && '≥ '}
              {affected.sites === 'all' ? words('all') : words('count', { count: affected.sites })}
            </dd>
          </dl>
        )}
        <RunPanel
          scope={scope}
          count={allowed.length}
          verb={t(on ? 'switch.enable' : 'switch.disable')}
          preview
          unlisted={<Names scope={scope} rows={allowed} />}
          steps={async () => setSteps(scope, allowed, new Map([[field.name, on]]), await loadPlatform(model, 'bulk'))}
          onDone={(_, steps) => {
            const done = new Set(steps.map(({ id }) => id));
            notify.success(t(on ? 'switch.onMany' : 'switch.offMany', { count: steps.length }), undefined, {
              label: t('switch.undo'),
              run: () =>
                void turn(
                  allowed.filter((row) => done.has(scope.key(row).id)),
                  field,
                  !on,
                ),
            });
            onClose();
          }}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}
