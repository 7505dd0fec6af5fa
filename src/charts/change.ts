import type { TFunction } from 'i18next';
import { formatValue } from './format.ts';

/** What a value was in the period before: null where nothing was measured then, undefined where it is not among what was answered. */
export type Before = number | null | undefined;

const TENTHS = 10;

/** How a value differs from that of the period before, in words and, where that says something, per cent. */
export function changeOf(value: number | null | undefined, before: Before, unit: string, t: TFunction<'charts'>): string {
  if (before === undefined) return t('change.absent');
  if (before === null) return t('change.nothing');
  if (value === null || value === undefined) return '–';
  const [difference, isMore] = [Math.abs(value - before), value > before];
  if (difference === 0) return t('change.same');
  // a share of shares would be misread
  if (unit === '%') {
    const amount = t('change.points', { amount: Math.round(difference * 100) / 100 });
    return t(isMore ? 'change.more' : 'change.less', { amount });
  }
  const amount = formatValue(difference, unit);
  if (before <= 0) return t(isMore ? 'change.more' : 'change.less', { amount });
  const share = Math.round((difference / before) * 100 * TENTHS) / TENTHS;
  return t(isMore ? 'change.moreBy' : 'change.lessBy', { amount, share });
}
