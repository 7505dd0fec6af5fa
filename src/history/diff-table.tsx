import { useTranslation } from 'react-i18next';
import type { Field, Json } from '#domain/model.ts';
import { parsePointer } from '#domain/pointer.ts';
import { cellFor } from '#cells/registry.ts';
import { CellOf, type Wording } from '#resource/cell-of.tsx';
import { fieldAt, fieldLabel, isScalar, itemField, namesOf } from '#resource/fields.ts';
import type { WholeScope } from '#resource/scope.ts';
import { placesOf, type Change } from './diff.ts';

const SHOWN = 100;

/** What the documents that are compared are made of, and in whose words they are told. */
export type Compared = Wording & { root: Field; revision?: string | undefined };

export function comparedOf({ resource, labels, language }: Pick<WholeScope, 'resource' | 'labels' | 'language'>): Compared {
  return { root: itemField(resource), revision: resource.revision, labels, language };
}

/** Changes as a reader wants them: place by place in the order of the form, without what the backend itself writes. */
export function visibleChanges({ root, revision }: Compared, changes: readonly Change[]): Change[] {
  const names = (root.groups ?? []).flatMap(namesOf);
  const rank = ({ pointer }: Change): number => {
    const at = names.indexOf(parsePointer(pointer)[0] ?? '');
    return at < 0 ? names.length : at;
  };
  return changes
    .flatMap(placesOf)
    .filter(({ field, pointer }) => !field?.readOnly && pointer !== `/${revision ?? ''}`)
    .toSorted((a, b) => rank(a) - rank(b));
}

/** What changed, place by place, before and after. */
export function DiffTable({ of, changes }: { of: Compared; changes: readonly Change[] }) {
  const { t } = useTranslation('resource');
  const shown = visibleChanges(of, changes);
  if (shown.length === 0) return null;
  return (
    <table className="rh-diff">
      <thead>
        <tr>
          <th scope="col">{t('history.field')}</th>
          <th scope="col">{t('history.before')}</th>
          <th scope="col">{t('history.after')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.slice(0, SHOWN).map((change) => (
          <tr key={`${change.pointer}${change.before === undefined ? '+' : '-'}`}>
            <th scope="row">{pathLabel(of, of.root, change.pointer)}</th>
            <td data-side="before">
              <ChangedValue of={of} field={change.field} value={change.before} />
            </td>
            <td data-side="after">
              <ChangedValue of={of} field={change.field} value={change.after} />
            </td>
          </tr>
        ))}
        {shown.length > SHOWN && (
          <tr>
            <td colSpan={3}>{t('history.cut', { count: shown.length - SHOWN })}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** One side of a change, as a cell shows it. */
export function ChangedValue({ of, field, value }: { of: Compared; field: Field | undefined; value: Json | undefined }) {
  const { t } = useTranslation('resource');
  if (value === undefined) return null;
  if (field?.writeOnly) return <>{t('history.secret')}</>;
  if (field && Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null)) {
    return value.length === 0 ? <>–</> : <CellOf scope={of} row={{}} field={field} value={value} />;
  }
  if (!field || (!isScalar(field) && typeof value === 'object')) return <>{typeof value === 'string' ? value : JSON.stringify(value)}</>;
  const Cell = cellFor(field);
  return <Cell field={field} value={value} row={{}} labels={of.labels} language={of.language} />;
}

/** `/wan/0/ip` reads `WAN ports 1 · IP`. */
export function pathLabel(scope: Pick<WholeScope, 'labels'>, root: Field, pointer: string): string {
  const names: string[] = [];
  let path = '';
  for (const segment of parsePointer(pointer)) {
    path = path === '' ? segment : `${path}.${segment}`;
    const field = fieldAt(root, path);
    if (/^\d+$/.test(segment)) names.push(`${names.pop() ?? ''} ${Number(segment) + 1}`.trim());
    else names.push(field ? fieldLabel(scope.labels, field) : segment);
  }
  return names.join(' · ');
}
