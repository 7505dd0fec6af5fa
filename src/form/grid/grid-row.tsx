import { memo } from 'react';
import type { Field } from '#domain/model.ts';
import { fieldLabel } from '#resource/fields.ts';
import { useErrorCount, useForm } from '#form/form-context.ts';
import { Icon } from '#ui/icon.tsx';
import { GridCell } from './grid-cell.tsx';

type Props = { array: string; index: number; start: number; columns: Field[]; template: string; onOpen: (index: number) => void };

export const GridRow = memo(function GridRow({ array, index, start, columns, template, onOpen }: Props) {
  const { store, labels, t } = useForm();
  const row = `${array}/${index}`;
  const errors = useErrorCount([row]);
  const number = index + 1;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="wg-row"
      data-invalid={errors > 0 || undefined}
      style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
    >
      <span role="rowheader" aria-colindex={1} className="wg-number">
        {number}
      </span>
      {columns.map((field, position) => (
        <GridCell
          key={field.name}
          field={field}
          row={row}
          index={index}
          label={fieldLabel(labels, field)}
          column={position + 2}
          onOpen={onOpen}
        />
      ))}
      <span role="gridcell" aria-colindex={columns.length + 2} className="wg-tools">
        <button
          type="button"
          className="wx-button"
          aria-label={t('grid.edit', { number })}
          title={t('grid.edit', { number })}
          onClick={() => onOpen(index)}
        >
          <Icon name="edit" size={14} />
        </button>
        <button
          type="button"
          className="wx-button"
          aria-label={t('grid.copyRow', { number })}
          title={t('grid.copyRow', { number })}
          onClick={() => store.insert(array, index + 1, store.get(row) ?? {})}
        >
          <Icon name="copy" size={14} />
        </button>
        <button
          type="button"
          className="wx-button"
          aria-label={t('grid.delete', { number })}
          title={t('grid.delete', { number })}
          onClick={() => store.remove(array, index)}
        >
          <Icon name="close" size={14} />
        </button>
      </span>
    </div>
  );
});
