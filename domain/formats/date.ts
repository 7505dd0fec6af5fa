import { refuse, type Format } from '#domain/formats/format.ts';

const FULL_DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** An RFC 3339 full-date. */
export const date: Format = {
  name: 'date',
  check: (text) => (isFullDate(text) ? undefined : refuse('format.date.invalid', text)),
};

export function isFullDate(text: string): boolean {
  const [, year, month, day] = (FULL_DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (DAYS[month - 1] ?? 0) + (leap ? 1 : 0);
}
