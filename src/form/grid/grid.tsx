import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { initialDocument } from '#domain/document.ts';
import type { Field, Json } from '#domain/model.ts';
import { Drawer } from '#ui/drawer.tsx';
import { fieldLabel } from '#resource/fields.ts';
import { controlId, useDerived, useErrors, useErrorsUnder, useForm, useUi } from '#form/form-context.ts';
import { focusPointer } from '#form/focus.ts';
import { columnsOf, editorOf } from './grid-columns.ts';
import type { GridImportProps } from './grid-import.tsx';
import { GridRow } from './grid-row.tsx';
import { overlaid, parseTable, tableOf } from './grid-values.ts';
import { activeKey, reveal } from '#form/engine/layout.ts';
import { deferred } from '#ui/deferred.tsx';
import { flushPending } from '#controls/pending.ts';
import { RichText } from '#resource/rich-text.tsx';
import './grid.css';

const ImportDialog = deferred<GridImportProps>(() => import('./grid-import.tsx').then((module) => module.GridImport));

const ROW = 36;
const VISIBLE = 12;
const none: Field = { name: '', path: '', kind: 'object', fields: [] };

type Props = { field: Field; pointer: string };

/** A long array as a spreadsheet: only the rows in sight exist. Paste, file, keyboard, and a drawer for the whole row. */
export function Grid({ field, pointer }: Props) {
  const { store, labels, formId, viewer, root, t, views } = useForm();
  const items = field.items ?? none;
  const columns = useMemo(() => columnsOf(items, viewer), [items, viewer]);
  const rowKeys = useDerived(pointer, () => store.rowKeys(pointer).join(','));
  const keys = useMemo(() => (rowKeys === '' ? [] : rowKeys.split(',')), [rowKeys]);
  const own = useErrors(pointer);
  const errors = useErrorsUnder(pointer);
  const wanted = useUi(activeKey(pointer, ''));
  const wantedColumn = useUi(activeKey(pointer, 'column'));
  const [open, setOpen] = useState<number | undefined>(undefined);
  const [importing, setImporting] = useState(false);
  const [notice, setNotice] = useState('');
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: keys.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 3 });
  const max = field.limits?.maxItems ?? Infinity;
  const title = fieldLabel(labels, field);
  const id = controlId(formId, pointer);
  const template = `56px ${columns.map((column) => `minmax(${widthOf(column)}px, 1fr)`).join(' ')} 112px`;
  const width = 168 + columns.reduce((sum, column) => sum + widthOf(column), 0);

  const fresh = useCallback((): Json => initialDocument({ ...items, required: true }) ?? {}, [items]);
  const focusCell = (index: number, column: string): void => {
    virtual.scrollToIndex(index);
    focusPointer(formId, `${pointer}/${index}/${column}`);
  };
  const add = (): void => {
    store.insert(pointer, keys.length, fresh());
    const first = columns.find((column) => editorOf(column) !== undefined);
    // the new row is drawn in the next frame
    requestAnimationFrame(() => first && focusCell(keys.length, first.name));
  };
  const lay = (lines: string[][], at: number, first: number): void => {
    const table = tableOf(lines, columns, labels, first);
    const rows = store.get(pointer);
    const next = overlaid(Array.isArray(rows) ? rows : [], at, table, fresh, labels, max);
    store.set(pointer, next);
    setNotice(
      [
        t('grid.pasted', { count: Math.min(table.rows.length, next.length - at) }),
        table.ignored > 0 ? t('grid.ignored', { count: table.ignored }) : '',
        at + table.rows.length > max ? t('grid.tooMany', { max }) : '',
      ].join(' '),
    );
  };
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text');
    if (!/\t|[\r\n]./.test(text)) return;
    event.preventDefault();
    const [index = keys.length, column = 0] = cellOf(event.target) ?? [];
    flushPending();
    void parseTable(text).then((lines) => lines && lay(lines, index, column));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0;
    const at = cellOf(event.target);
    if (by === 0 || !at || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const [index, position] = at;
    const column = columns[position];
    if (!column || index + by < 0 || index + by >= keys.length) return;
    if (event.altKey) {
      flushPending();
      store.move(pointer, index, index + by);
    }
    focusCell(index + by, column.name);
  };

  // an error's link, or the first error of a refused save, wants a row in sight
  useEffect(() => {
    if (wanted === undefined) return;
    const index = Number(wanted);
    virtual.scrollToIndex(index, { align: 'center' });
    const column = columns.find((each) => each.name === wantedColumn);
    if (wantedColumn !== '' && wantedColumn !== undefined && (!column || editorOf(column) === undefined)) setOpen(index);
  }, [wanted, wantedColumn, columns, virtual]);

  const openRow = useCallback((index: number) => setOpen(index), []);
  const nextError = (): void => {
    const first = errors.find((error) => error.pointer !== pointer);
    if (!first) return;
    reveal(root, store, first.pointer);
    focusPointer(formId, first.pointer);
  };

  return (
    <fieldset className="wf-object wf-wide" data-pointer={pointer}>
      <legend>
        {title}
        <span className="wf-count">{Number.isFinite(max) ? `${keys.length} / ${max}` : t('grid.rows', { count: keys.length })}</span>
      </legend>
      {labels.help[field.path] && (
        <div className="wf-help">
          <RichText text={labels.help[field.path] ?? ''} />
        </div>
      )}
      <div className="wx-row">
        <button type="button" className="btn btn-small" id={id} disabled={keys.length >= max} onClick={add}>
          {t('grid.addRow')}
        </button>
        <button type="button" className="btn btn-small" onClick={() => setImporting(true)}>
          {t('grid.import')}
        </button>
        {errors.length > 0 && (
          <button type="button" className="wx-button wx-bad" onClick={nextError}>
            {t('grid.errors', { count: errors.length })} · {t('grid.nextError')}
          </button>
        )}
        <span className="wx-note" role="status">
          {notice}
        </span>
      </div>
      {own.map((error) => (
        <div key={error.message} className="wf-errors">
          {error.message}
        </div>
      ))}
      <div
        ref={scroller}
        className="wg"
        role="grid"
        tabIndex={-1}
        aria-label={title}
        aria-rowcount={keys.length + 1}
        aria-colcount={columns.length + 2}
        style={{ height: (Math.min(Math.max(keys.length, 1), VISIBLE) + 1) * ROW + 4 }}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      >
        <div role="row" aria-rowindex={1} className="wg-row wg-head" style={{ gridTemplateColumns: template, minWidth: width }}>
          <span role="columnheader" aria-colindex={1}>
            {t('grid.number')}
          </span>
          {columns.map((column, index) => (
            <span role="columnheader" key={column.name} aria-colindex={index + 2} data-required={column.required}>
              {fieldLabel(labels, column)}
            </span>
          ))}
          <span role="columnheader" aria-colindex={columns.length + 2}>
            {t('grid.actions')}
          </span>
        </div>
        {keys.length === 0 && <div className="wg-empty">{t('grid.empty')}</div>}
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative', minWidth: width }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <GridRow key={keys[index]} array={pointer} index={index} start={start} columns={columns} template={template} onOpen={openRow} />
          ))}
        </div>
      </div>
      {open !== undefined && open < keys.length && (
        <Drawer
          open
          onClose={() => setOpen(undefined)}
          title={t('grid.row', { number: (open ?? 0) + 1 })}
          footer={
            <button type="button" className="btn btn-primary" onClick={() => setOpen(undefined)}>
              {t('grid.close')}
            </button>
          }
        >
          <views.FieldsView key={keys[open]} owner={items} pointer={`${pointer}/${open}`} />
        </Drawer>
      )}
      {importing && (
        <ImportDialog
          title={title}
          columns={columns}
          onClose={() => setImporting(false)}
          onRows={(lines, how) => {
            if (how === 'replace') store.set(pointer, []);
            lay(lines, how === 'replace' ? 0 : keys.length, 0);
            setImporting(false);
          }}
        />
      )}
    </fieldset>
  );
}

/** Row and column of the cell that an element stands in. */
function cellOf(target: EventTarget): [row: number, column: number] | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null;
  const row = cell?.closest('[role=row]');
  if (!cell || !row) return undefined;
  return [Number(row.getAttribute('aria-rowindex')) - 2, Number(cell.getAttribute('aria-colindex')) - 2];
}

function widthOf(field: Field): number {
  switch (editorOf(field)) {
    case 'boolean':
      return 80;
    case 'number':
      return 110;
    case 'enum':
      return 130;
    default:
      return 160;
  }
}
