import type { Language } from '#domain/model.ts';
import { exampleField, textOf, type CellProps, type Example } from './cell.ts';
import './cell.css';

/** Year-month-day hour:minute:second in the browser's zone; ten-digit numbers are seconds (spec section 9). */
export function DateCell({ field, value, language }: CellProps) {
  if (value === undefined || value === null || value === '') return <span className="wc-none">–</span>;
  const text = textOf(value);
  if (field.format === 'date') return <span>{text}</span>;
  const time = timeOf(value);
  if (time === undefined) return <span>{text}</span>;
  return (
    <time dateTime={time.toISOString()} title={long(time, language)}>
      {short(time)}
    </time>
  );
}

export function timeOf(value: unknown): Date | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const time = /^\d{10}$/.test(text) ? new Date(Number(text) * 1000) : /^\d{13}$/.test(text) ? new Date(Number(text)) : new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** `2026-11-21 08:05:09`. */
export function short(time: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** To make one takes longer than to draw the rest of a row. */
const formats: Partial<Record<Language, Intl.DateTimeFormat>> = {};

function long(time: Date, language: Language): string {
  formats[language] ??= new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { dateStyle: 'full', timeStyle: 'long' });
  return formats[language].format(time);
}

export const examples: Example[] = [
  { name: 'date-time cell', field: exampleField('updatedAt', { format: 'date-time' }), value: '2026-01-05T08:00:00Z' },
  { name: 'date cell', field: exampleField('day', { format: 'date' }), value: '2026-01-05' },
];
