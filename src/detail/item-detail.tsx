import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { visibleFields } from '#domain/condition.ts';
import { getPath } from '#domain/value.ts';
import type { Group } from '#domain/form-layout.ts';
import type { Field } from '#domain/model.ts';
import { CopyText } from '#ui/copy-text.tsx';
import { fieldLabel, humanised, isVisible, itemField, namesOf } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';
import { FieldValues } from './value-view.tsx';
import './detail.css';

type Props = { scope: WholeScope; item: Row; explained?: boolean; children?: ReactNode };

/** Everything of one item, in the groups of its form; `children` follow the first of them, which says what and where it is. */
export function ItemDetail({ scope, item, explained, children }: Props) {
  const { t } = useTranslation('resource');
  const root = itemField(scope.resource);
  const fields = visibleFields(root, item).filter((field) => !field.writeOnly && isVisible(field, 'detail', scope.viewer));
  const groups = unwrapped(root.groups ?? []);
  const named = new Set((root.groups ?? []).flatMap(namesOf));
  const rest = fields.filter(({ name }) => !named.has(name) && name !== scope.resource.id);
  const id = getPath(item, scope.resource.id);
  const hasId = fields.some(({ name }) => name === scope.resource.id) && (typeof id === 'string' || typeof id === 'number');
  const groupView = (group: Group): ReactNode => (
    <GroupView key={group.name} group={group} fields={fields} scope={scope} item={item} explained={explained} />
  );
  return (
    <div className="rd">
      {groups.slice(0, 1).map(groupView)}
      {children}
      {groups.slice(1).map(groupView)}
      {(rest.length > 0 || hasId) && (
        <section className="rd-group">
          {root.groups && <h2>{t('detail.other')}</h2>}
          <FieldValues fields={rest} value={item} scope={scope} row={item} />
          {hasId && (
            <dl className="rd-list">
              <dt>{scope.labels.fields[scope.resource.id] ?? 'ID'}</dt>
              <dd>
                <CopyText text={String(id)} />
              </dd>
            </dl>
          )}
        </section>
      )}
    </div>
  );
}

type GroupProps = { group: Group; fields: Field[]; scope: WholeScope; item: Row; explained: boolean | undefined; inner?: true };

function GroupView({ group, fields, scope, item, explained, inner: nested }: GroupProps) {
  const Heading = nested ? 'h3' : 'h2';
  const own = (group.fields ?? []).flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const inner = (group.groups ?? []).filter((each) => namesOf(each).some((name) => fields.some((field) => field.name === name)));
  if (own.length + inner.length === 0) return null;
  const name = scope.labels.groups[group.name] ?? humanised(group.name);
  const [only] = own;
  // a group of one object of the same name needs no second heading
  const [shown, value] =
    only?.kind === 'object' && own.length === 1 && fieldLabel(scope.labels, only) === name
      ? [visibleFields(only, item[only.name]), item[only.name]]
      : [own, item];
  return (
    <section className="rd-group">
      <Heading>{name}</Heading>
      <FieldValues fields={shown} value={value} scope={scope} row={item} explained={explained} />
      {inner.map((each) => (
        <GroupView key={each.name} group={each} fields={fields} scope={scope} item={item} explained={explained} inner />
      ))}
    </section>
  );
}

/** A group around all others says nothing. */
function unwrapped(groups: Group[]): Group[] {
  const [only] = groups;
  return groups.length === 1 && only?.groups && (only.fields ?? []).length === 0 ? unwrapped(only.groups) : groups;
}
