import type { Field, Language } from '#domain/model.ts';
import { formatRate, rateUnits } from '#domain/units/bandwidth.ts';
import { formatBytes } from '#domain/units/bytes.ts';
import { formatDuration } from './quantity.ts';
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

/** A quantity is grouped, in both languages alike; what only names something (a port, a VLAN, a table) is written as it is typed. */
function quantity({ unit, format, limits }: Field, value: number, language: Language): string {
  const rate = rateUnits.find((each) => each === unit);
  if (rate) return formatRate(value, rate);
  if (unit === 'B') return formatBytes(value);
  if (unit === 's') return formatDuration(value, language);
  // from nothing to any number: it is counted
  const useGrouping = unit !== undefined || (limits?.minimum === 0 && limits.maximum === undefined);
  const text = format === undefined ? value.toLocaleString('en', { maximumFractionDigits: 6, useGrouping }) : String(value);
  if (unit === undefined) return text;
  return `${text} ${unit === 'days' ? (language === 'zh' ? '天' : 'd') : unit}`;
}

export const examples: Example[] = [
  { name: 'number cell', field: exampleField('priority', { kind: 'integer' }), value: 1200 },
  { name: 'number cell of a count', field: exampleField('hits', { kind: 'integer', limits: { minimum: 0 } }), value: 1_204_311 },
  { name: 'number cell, toned', field: exampleField('hits', { kind: 'integer', tone: { '0': 'warning' } }), value: 0 },
  { name: 'rate cell', field: exampleField('rate', { kind: 'number', unit: 'Mbps' }), value: 1500 },
  { name: 'size cell', field: exampleField('size', { kind: 'integer', unit: 'B' }), value: 1_572_864 },
  { name: 'duration cell', field: exampleField('lease', { kind: 'integer', unit: 's' }), value: 90_061 },
];
