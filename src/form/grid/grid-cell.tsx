import { memo } from 'react';
import { isVisible } from '#domain/condition.ts';
import type { Field, Json } from '#domain/model.ts';
import { controlId, useDerived, useErrorsUnder, useForm, useValue } from '#form/form-context.ts';
import { editorOf } from './grid-columns.ts';
import { readCell, showCell } from './grid-values.ts';
import { enumLabel } from '#cells/labels.ts';
import { TextControl } from '#controls/text/text-control.tsx';
import { textOf } from '#cells/cell.ts';

type Props = { field: Field; row: string; index: number; label: string; column: number; onOpen: (index: number) => void };

/** One value of one row, edited in place where it is a plain one. */
export const GridCell = memo(function GridCell({ field, row, index, label, column, onOpen }: Props) {
  const { labels, t } = useForm();
  const pointer = `${row}/${field.name}`;
  const shown = useDerived(row, (owner) => !field.when || isVisible(field, owner));
  const errors = useErrorsUnder(pointer);
  const name = t('grid.cell', { column: label, number: index + 1 });
  return (
    <div
      role="gridcell"
      aria-colindex={column}
      className="wg-cell"
      data-invalid={errors.length > 0 || undefined}
      title={errors.map((error) => error.message).join('\n') || undefined}
    >
      {shown ? (
        <Editor field={field} pointer={pointer} name={name} index={index} invalid={errors.length > 0} onOpen={onOpen} labels={labels} />
      ) : (
        <span className="wg-off">–</span>
      )}
      {errors.length > 0 && (
        <span id={`${pointer}-cell-error`} className="visually-hidden">
          {errors.map((error) => error.message).join(' ')}
        </span>
      )}
    </div>
  );
});

type EditorProps = {
  field: Field;
  pointer: string;
  name: string;
  index: number;
  invalid: boolean;
  onOpen: (index: number) => void;
  labels: ReturnType<typeof useForm>['labels'];
};

function Editor({ field, pointer, name, index, invalid, onOpen, labels }: EditorProps) {
  const { store, formId, onLeave } = useForm();
  const value = useValue(pointer);
  const shared = {
    id: controlId(formId, pointer),
    'aria-invalid': invalid || undefined,
    'aria-describedby': invalid ? `${pointer}-cell-error` : undefined,
  };
  const put = (next: Json | undefined): void => store.set(pointer, next);
  const leave = (): void => onLeave(pointer);
  switch (editorOf(field)) {
    case 'text':
    case 'number':
      return (
        <TextControl
          id={shared.id}
          label={name}
          value={value}
          show={textOf}
          read={(text) => readCell(field, text, labels)}
          onChange={put}
          onBlur={leave}
          invalid={invalid}
          describedBy={shared['aria-describedby']}
          autoComplete="off"
          spellCheck={false}
          className={field.format ? 'wx-mono' : ''}
        />
      );
    case 'boolean':
      return (
        <input
          type="checkbox"
          {...shared}
          aria-label={name}
          checked={value === true}
          onChange={(event) => put(event.target.checked)}
          onBlur={leave}
        />
      );
    case 'enum':
      return (
        <select
          {...shared}
          className="wx-input caret"
          aria-label={name}
          value={textOf(value)}
          onBlur={leave}
          onChange={(event) => put(field.values?.find((each) => textOf(each) === event.target.value))}
        >
          <option value="">–</option>
          {field.values?.map((each) => (
            <option key={textOf(each)} value={textOf(each)}>
              {enumLabel(labels, field, each)}
            </option>
          ))}
        </select>
      );
    default:
      return (
        <button
          type="button"
          {...shared}
          className="wg-open"
          aria-label={`${name}: ${showCell(field, value)}`}
          onClick={() => onOpen(index)}
        >
          {field.writeOnly ? '••••' : showCell(field, value) || '…'}
        </button>
      );
  }
}
