import { listed } from '#api/language.ts';
import { useState } from 'react';
import type { Field } from '#domain/model.ts';
import { FileButton } from '#ui/file-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { fieldLabel } from '#resource/fields.ts';
import { useForm } from '#form/form-context.ts';
import { parseTable } from './grid-values.ts';

export type GridImportProps = {
  title: string;
  columns: Field[];
  onClose: () => void;
  onRows: (lines: string[][], how: 'append' | 'replace') => void;
};

/** Cells from a spreadsheet or a CSV file, added to the rows or instead of them. */
export function GridImport({ title, columns, onClose, onRows }: GridImportProps) {
  const { labels, t } = useForm();
  const [lines, setLines] = useState<string[][]>([]);
  const [tooLarge, setTooLarge] = useState(false);
  const take = async (text: string): Promise<void> => {
    const found = await parseTable(text);
    setLines(found ?? []);
    setTooLarge(found === undefined);
  };
  return (
    <Dialog
      title={t('grid.importTitle', { title })}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-warn" disabled={lines.length === 0} onClick={() => onRows(lines, 'replace')}>
            {t('grid.replace')}
          </button>
          <button
            type="button"
            className="btn btn-primary"

            disabled={lines.length === 0}
            onClick={() => onRows(lines, 'append')}
          >
            {t('grid.append')}
          </button>
        </>
      }
    >
      <p>
        {t('grid.hint')} <strong>{listed(columns.map((column) => fieldLabel(labels, column)))}</strong>. {t('grid.header')}
      </p>
      <div className="wx-stack">
        <textarea
          className="wx-input wx-area wx-mono"
          rows={6}
          aria-label={t('grid.importTitle', { title })}
          onChange={(event) => void take(event.target.value)}
        />
        <FileButton label={t('grid.file')} accept=".csv,.tsv,.txt,text/csv" onFile={(file) => void file.text().then(take)}>
          {t('shell:ui.chooseFile')}
        </FileButton>
        <span className="wx-note" role="status">
          {tooLarge ? t('grid.tooLarge') : lines.length > 0 && t('grid.found', { count: lines.length })}
        </span>
      </div>
    </Dialog>
  );
}
