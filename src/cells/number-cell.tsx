import { formatDuration, formatRate, formatSize } from './quantity.ts';
import type { Field, Language } from '#domain/model.ts';
import { exampleField, textOf, type CellProps, type Example } from './cell.ts';
import './cell.css';

/** A number with its unit, in the unit that reads best, and in the tone that the contract gives this value. */
export function NumberCell({ field, value, labels, language }: CellProps) {
  if (typeof value !== 'number')
    return value === undefined || value === null ? <span className="wc-none">–</span> : <span>{textOf(value)}</span>;
  const tone = field.tone?.[String(value)];
  return (
    <span className={tone && 'wc-tag'} data-tone={tone}>
      {labels.enums[field.path]?.[value] ?? quantity(field, value, language)}
    </span>
  );
}

function quantity({ unit, format }: Field, value: number, language: Language): string {
  const plain =
    format === undefined
      ? value.toLocaleString(language === 'zh' ? 'zh-CN' : 'en-GB', { maximumFractionDigits: 6, useGrouping: unit !== undefined })
      : String(value);
  switch (unit) {
    case undefined:
      return plain;
    case 'bps':
    case 'kbps':
    case 'Mbps':
      return formatRate(value, unit);
    case 'B':
      return formatSize(value);
    case 's':
      return formatDuration(value, language);
    case '%':
      return `${plain}%`;
    case 'days':
      return language === 'zh' ? `${plain} 天` : `${plain} d`;
    default:
      return `${plain} ${unit}`;
  }
}

export const examples: Example[] = [
  { name: 'number cell', field: exampleField('priority', { kind: 'integer' }), value: 1200 },
  { name: 'number cell, toned', field: exampleField('hits', { kind: 'integer', tone: { '0': 'warning' } }), value: 0 },
  { name: 'rate cell', field: exampleField('rate', { kind: 'number', unit: 'Mbps' }), value: 1500 },
  { name: 'size cell', field: exampleField('size', { kind: 'integer', unit: 'B' }), value: 1_572_864 },
  { name: 'duration cell', field: exampleField('lease', { kind: 'integer', unit: 's' }), value: 90_061 },
];
