import type { FileFormat } from '#import/file/save-file.ts';

/** One file to download, as a workbook or as text. */
export function Formats({ label, onFormat }: { label: string; onFormat: (format: FileFormat) => void }) {
  return (
    <div className="ri-formats" role="group" aria-label={label}>
      <span>{label}</span>
      <button type="button" className="btn" onClick={() => onFormat('xlsx')}>
        XLSX
      </button>
      <button type="button" className="btn" onClick={() => onFormat('csv')}>
        CSV
      </button>
    </div>
  );
}
