import { memo, useMemo, type ReactNode } from 'react';
import { isVisible as isInBranch } from '#domain/condition.ts';
import { joinPointer } from '#domain/pointer.ts';
import type { Group } from '#domain/form-layout.ts';
import type { Field, Labels } from '#domain/model.ts';
import { fieldLabel, humanised } from '#resource/fields.ts';
import { FieldView } from './field-view.tsx';
import { useDerived, useErrorCount, useForm, useUi } from '#form/form-context.ts';
import { activeKey, fieldsOf, layoutOf, openKey } from '#form/engine/layout.ts';
import { Tabs } from '#ui/tabs.tsx';
import { hasControl } from '#controls/registry.ts';
import { deferred } from '#ui/deferred.tsx';
import type { StepsProps } from '#form/steps/steps.ts';

type Props = { owner: Field; pointer: string };

const StepsView = deferred<StepsProps>(() => import('#form/steps/steps-view.tsx').then((module) => module.StepsView));

/** The fields of one object, in its groups. */
export const FieldsView = memo(function FieldsView({ owner, pointer }: Props) {
  const { viewer } = useForm();
  const layout = useMemo(() => layoutOf(owner, viewer), [owner, viewer]);
  return (
    <>
      {layout.groups.length === 0 ? null : <Groups owner={owner} pointer={pointer} parent="" groups={layout.groups} widget={undefined} />}
      {layout.rest.length > 0 && <Fields owner={owner} pointer={pointer} names={layout.rest} />}
    </>
  );
});

/** Those of the named fields whose branch holds. */
function Fields({ owner, pointer, names }: Props & { names: string[] }) {
  const candidates = useMemo(() => names.flatMap((name) => (owner.fields ?? []).filter((field) => field.name === name)), [owner, names]);
  const conditional = useMemo(() => candidates.some((field) => field.when), [candidates]);
  const shown = useDerived(pointer, (object) =>
    conditional ? candidates.map((field) => (isInBranch(field, object) ? '1' : '0')).join('') : '',
  );
  return (
    <div className="wf-fields">
      {candidates.map((field, index) =>
        conditional && shown[index] === '0' ? null : (
          <FieldView key={`${field.name}:${index}`} field={field} pointer={joinPointer(pointer, field.name)} />
        ),
      )}
    </div>
  );
}

type GroupsProps = Props & { parent: string; groups: Group[]; widget: Group['widget'] };

function Groups({ owner, pointer, parent, groups, widget }: GroupsProps) {
  const { store, labels } = useForm();
  const key = activeKey(pointer, parent);
  const active = useUi(key);
  const current = Math.max(
    0,
    groups.findIndex((group) => group.name === active),
  );
  const body = (group: Group): ReactNode => <GroupBody owner={owner} pointer={pointer} group={group} />;
  const open = groups[current];
  if (widget === 'tabs' && open) {
    return (
      <Tabs
        label={labels.groups[parent] ?? labels.title}
        shown={open.name}
        onShow={(name) => store.setUi(key, name)}
        tabs={groups.map((group) => ({ key: group.name, label: <GroupTitle group={group} pointer={pointer} /> }))}
      >
        {body(open)}
      </Tabs>
    );
  }
  if (widget === 'steps') return <StepsView owner={owner} pointer={pointer} parent={parent} groups={groups} body={body} />;
  // the only group of a form needs no name of its own
  if (parent === '' && groups.length === 1 && open && !open.advanced) return body(open);
  return groups.map((group) => <Section key={group.name} owner={owner} pointer={pointer} group={group} />);
}

function Section({ owner, pointer, group }: Props & { group: Group }) {
  const { store, labels } = useForm();
  const key = openKey(pointer, group.name);
  const open = useUi(key) === true;
  if (group.advanced) {
    return (
      <details className="wf-section" open={open} onToggle={(event) => store.setUi(key, event.currentTarget.open)}>
        <summary>
          <GroupTitle group={group} pointer={pointer} />
        </summary>
        {open && <GroupBody owner={owner} pointer={pointer} group={group} />}
      </details>
    );
  }
  return (
    <section className="wf-section">
      {!namesItself(owner, group, labels) && (
        <h3>
          <GroupTitle group={group} pointer={pointer} />
        </h3>
      )}
      <GroupBody owner={owner} pointer={pointer} group={group} />
    </section>
  );
}

function GroupBody({ owner, pointer, group }: Props & { group: Group }) {
  return (
    <>
      {group.fields.length > 0 && <Fields owner={owner} pointer={pointer} names={group.fields} />}
      {group.groups && <Groups owner={owner} pointer={pointer} parent={group.name} groups={group.groups} widget={group.widget} />}
    </>
  );
}

/** The group's name, with the number of errors it hides or shows. */
function GroupTitle({ group, pointer }: { group: Group; pointer: string }) {
  const { labels, t } = useForm();
  const pointers = useMemo(() => fieldsOf(group).map((name) => joinPointer(pointer, name)), [group, pointer]);
  const count = useErrorCount(pointers);
  return (
    <span className="wf-title">
      {labels.groups[group.name] ?? humanised(group.name)}
      {count > 0 && (
        <span className="wf-badge" role="img" aria-label={t('errorCount', { count })} title={t('errorCount', { count })}>
          {count}
        </span>
      )}
    </span>
  );
}

/** A group of one field that carries its own title, or the same one. */
function namesItself(owner: Field, { name, fields, groups }: Group, labels: Labels): boolean {
  if (groups || fields.length !== 1) return false;
  const field = owner.fields?.find((each) => each.name === fields[0]);
  return field !== undefined && (!hasControl(field) || fieldLabel(labels, field) === (labels.groups[name] ?? humanised(name)));
}
