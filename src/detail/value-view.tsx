import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#api/chunk.ts';
import { visibleFields } from '#domain/condition.ts';
import { variantOf } from '#domain/variant.ts';
import type { Field, Json } from '#domain/model.ts';
import { child } from '#domain/pointer.ts';
import { PermissionList } from '#controls/permissions/permission-list.tsx';
import { textOf } from '#cells/cell.ts';
import { namedCell } from '#cells/single.ts';
import { CellOf } from '#resource/cell-of.tsx';
import { fieldLabel, isScalar, isVisible, itemOfList } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';
import { SubTable } from './sub-table.tsx';
import { RichText } from '#resource/rich-text.tsx';

type ValueContext = {
  scope: WholeScope;
  row: Row;
  /** With what each value does: settings are read to be changed. */
  explained?: boolean | undefined;
};

/** Scalars beside their names; objects, long lists and tables below theirs. */
export function FieldValues({ fields, value, ...place }: ValueContext & { fields: Field[]; value: Json | undefined }) {
  const shown = fields.filter((field) => !field.writeOnly && isVisible(field, 'detail', place.scope.viewer));
  const lines = shown.filter((field) => isLine(field, child(value, field.name)));
  const blocks = shown.filter((field) => !lines.includes(field));
  return (
    <>
      {lines.length > 0 && (
        <dl className="rd-list">
          {lines.map((field) => (
            <Line key={field.path} field={field} value={child(value, field.name)} {...place} />
          ))}
        </dl>
      )}
      {blocks.map((field) => (
        <Block key={field.path} field={field} value={child(value, field.name)} {...place} />
      ))}
    </>
  );
}

/** What a log entry changed: it is read with the properties beside it. */
const CHANGES = 'changes';
const Changes = lazy(() => chunk(() => import('#history/item-changes.tsx')).then((module) => ({ default: module.ItemChanges })));

/** What wrote a log entry: all that it did can be taken back. */
const REQUEST = 'request';
const UndoRequest = lazy(() => chunk(() => import('#history/undo/undo-request.tsx')).then((module) => ({ default: module.UndoRequest })));

/** Ids that only the tree has names for. */
const TREE = 'permissionTree';
/** What a machine wrote, line by line. */
const OUTPUT = 'output';

type ValueProps = ValueContext & { field: Field; value: Json | undefined };

function Line({ field, value, scope, row, explained }: ValueProps) {
  const { t } = useTranslation('resource');
  const help = explained ? scope.labels.help[field.path] : undefined;
  return (
    <>
      <dt>{fieldLabel(scope.labels, field)}</dt>
      <dd>
        {isAbsent(value) && field.empty === undefined ? (
          <span className="rd-none">{t('detail.none')}</span>
        ) : (
          <CellOf field={field} value={value} scope={scope} row={row} />
        )}
        {field.widget === REQUEST && !isAbsent(value) && (
          <Suspense fallback={null}>
            {' '}
            <UndoRequest field={field} row={row} />
          </Suspense>
        )}
        {help && (
          <small className="rd-help">
            <RichText text={help} />
          </small>
        )}
      </dd>
    </>
  );
}

function Block({ field, ...rest }: ValueProps) {
  const id = useId();
  const { scope, value, explained } = rest;
  const help = explained ? scope.labels.help[field.path] : undefined;
  return (
    <section className="rd-block" aria-labelledby={id}>
      <div id={id} className="rd-title">
        {fieldLabel(scope.labels, field)}
        {Array.isArray(value) && field.widget !== CHANGES && field.widget !== TREE && <span className="rd-count">{value.length}</span>}
      </div>
      {help && (
        <small className="rd-help">
          <RichText text={help} />
        </small>
      )}
      <BlockValue field={field} {...rest} />
    </section>
  );
}

function BlockValue({ field, value, ...place }: ValueProps) {
  const { scope, row } = place;
  if (field.widget === CHANGES)
    return (
      <Suspense fallback={null}>
        <Changes field={field} row={row} />
      </Suspense>
    );
  if (field.widget === OUTPUT && Array.isArray(value)) return <pre className="rd-json">{value.map(textOf).join('\n')}</pre>;
  if (field.widget === TREE) return <PermissionList value={value} />;
  // a control's name alone says nothing of how a value is read
  if (namedCell(field) && (field.kind === 'object' || field.kind === 'json'))
    return <CellOf field={field} value={value} scope={scope} row={row} />;
  if (field.kind === 'object') return <FieldValues fields={visibleFields(field, value)} value={value} {...place} />;
  if (field.kind === 'variants') {
    const variant = variantOf(field, value);
    if (variant?.kind === 'object') return <FieldValues fields={visibleFields(variant, value)} value={value} {...place} />;
  }
  if (field.kind === 'array' && Array.isArray(value) && field.items) {
    return <SubTable label={fieldLabel(scope.labels, field)} item={itemOfList(field)} values={value} scope={scope} />;
  }
  if (field.kind === 'map' && typeof value === 'object' && value !== null && field.items) {
    const named = { ...field.items, name: 'value' };
    const entries = Object.entries(value).map(([key, each]) => ({ key, value: each }));
    const item: Field = { name: '', path: field.path, kind: 'object', fields: [{ name: 'key', path: 'key', kind: 'text' }, named] };
    return <SubTable label={fieldLabel(scope.labels, field)} item={item} values={entries} scope={scope} />;
  }
  return <pre className="rd-json">{JSON.stringify(value, null, 2)}</pre>;
}

/** Plain values up to this many stand beside their name, more are a table. */
const FEW = 12;

/** What fits beside its name. */
function isLine(field: Field, value: unknown): boolean {
  if (field.widget === CHANGES) return false;
  if (isScalar(field) || isAbsent(value)) return true;
  if (field.widget === TREE || field.widget === OUTPUT) return false;
  if (field.kind === 'array') return field.items !== undefined && isScalar(field.items) && Array.isArray(value) && value.length <= FEW;
  if (field.kind === 'variants' || field.kind === 'json') return typeof value !== 'object';
  return false;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
