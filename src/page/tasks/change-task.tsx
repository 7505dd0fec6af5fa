import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelPaths } from '#domain/label.ts';
import type { Field, Json } from '#domain/model.ts';
import { Drawer } from '#ui/drawer.tsx';
import { notify } from '#ui/notify.ts';
import { hasControl, controlFor } from '#controls/registry.ts';
import { flushPending } from '#controls/pending.ts';
import { useModel } from '#api/model.ts';
import { loadPlatform } from '#api/platform.ts';
import { fieldLabel, schemaOf, singlyUnique, isDrawn } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';
import { Names } from '#bulk/names.tsx';
import { RunPanel } from '#bulk/run-panel.tsx';
import { setSteps } from '#bulk/set-steps.ts';
import { AT_ONCE } from '#bulk/use-switch.ts';
import { useReturnFocus } from '#ui/use-return-focus.ts';
import '#ui/dialog.css';

type Props = { scope: WholeScope; rows: Row[]; onClose: () => void };

/** Sets chosen properties of many rows; what is not ticked stays as each row has it. */
export function ChangeTask({ scope, rows, onClose }: Props) {
  const { t } = useTranslation('resource');
  useReturnFocus();
  const model = useModel();
  const [values, setValues] = useState<ReadonlyMap<string, Json | undefined>>(new Map());
  const allowed = rows.filter((row) => scope.can(scope.update, row));
  const root = schemaOf(scope.resource, scope.update?.body?.schema ?? scope.resource.item);
  const fields = changeable(scope, root);
  const put = (name: string, value: Json | undefined): void => setValues((before) => new Map(before).set(name, value));
  const drop = (name: string): void =>
    setValues((before) => {
      const next = new Map(before);
      next.delete(name);
      return next;
    });
  const title = t('bulk.editTitle', { count: allowed.length, title: scope.labels.plural });
  return (
    <Drawer open title={title} onClose={onClose}>
      <div className="rb">
        <Names scope={scope} rows={allowed} excluded={rows.length - allowed.length} />
        <p>{t('bulk.editHint')}</p>
        <div className="rb-fields">
          {fields.map((field) => (
            <ChangeField
              key={field.name}
              scope={scope}
              field={field}
              chosen={values.has(field.name)}
              value={values.get(field.name)}
              onChoose={(chosen) => (chosen ? put(field.name, field.default) : drop(field.name))}
              onChange={(value) => put(field.name, value)}
            />
          ))}
        </div>
        <RunPanel
          scope={scope}
          count={values.size === 0 ? 0 : allowed.length}
          verb={t('bulk.editApply', { count: allowed.length })}
          asks={allowed.length > AT_ONCE || scope.resource.data?.order !== undefined}
          steps={async () => {
            flushPending();
            return setSteps(scope, allowed, values, await loadPlatform(model, 'bulk'));
          }}
          onDone={(outcomes) => {
            notify.success(t('bulk.editDone', { count: outcomes.length }));
            onClose();
          }}
          onClose={onClose}
        />
      </div>
    </Drawer>
  );
}

type FieldProps = {
  scope: WholeScope;
  field: Field;
  chosen: boolean;
  value: Json | undefined;
  onChoose: (chosen: boolean) => void;
  onChange: (value: Json | undefined) => void;
};

function ChangeField({ scope, field, chosen, value, onChoose, onChange }: FieldProps) {
  const { t } = useTranslation('resource');
  const id = useId();
  const label = fieldLabel(scope.labels, field);
  const Widget = controlFor(field);
  return (
    <div className="rb-field">
      <input
        id={`${id}-choose`}
        type="checkbox"
        checked={chosen}
        aria-label={t('bulk.choose', { label })}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <label id={`${id}-label`} htmlFor={chosen ? id : `${id}-choose`}>
        {label}
      </label>
      {chosen ? (
        <div>
          <Widget id={id} field={field} label={label} labels={scope.labels} value={value} onChange={onChange} pointer={`/${field.name}`} />
        </div>
      ) : (
        <span className="rb-unchanged">{t('bulk.unchanged')}</span>
      )}
    </div>
  );
}

/** What can be the same for many: not what is unique alone, no secrets, nothing that needs a sub-form. */
function changeable({ resource, viewer }: WholeScope, root: Field): Field[] {
  const named = new Set(labelPaths(resource.label));
  const unique = singlyUnique(resource);
  return (root.fields ?? []).filter(
    (field) =>
      isDrawn(field, viewer) &&
      !field.writeOnly &&
      !field.when &&
      hasControl(field) &&
      !unique.has(field.name) &&
      !named.has(field.name) &&
      field.name !== resource.data?.order,
  );
}
