import { enumLabel } from './labels.ts';
import { exampleField, type CellProps, type Example } from './cell.ts';
import './cell.css';

/** The word for the value, in its tone where it has one. */
export function EnumCell({ field, value, labels }: CellProps) {
  if (value === undefined || value === null || value === '')
    return <span className="wc-none">{labels.enums[field.path]?.[''] ?? '–'}</span>;
  const label = enumLabel(labels, field, value);
  if (!field.tone) return <span>{label}</span>;
  return (
    <span className="wc-tag" data-tone={field.tone[String(value)] ?? 'neutral'}>
      {label}
    </span>
  );
}

const status = exampleField('status', {
  values: ['ONLINE', 'EXCEPTION', 'OFFLINE'],
  tone: { ONLINE: 'success', EXCEPTION: 'warning', OFFLINE: 'danger' },
});

export const examples: Example[] = ['ONLINE', 'EXCEPTION', 'OFFLINE'].map((value) => ({ name: 'enum cell', field: status, value }));
