import { formatRate, rateUnits } from '#domain/units/bandwidth.ts';
import { formatBytes } from '#domain/units/bytes.ts';

/** A value with its unit, in the step of the unit in which it reads best (spec 9: bytes by 1024, bps to Ybps). */
export function formatValue(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return '–';
  const rate = rateUnits.find((each) => each === unit);
  if (rate) return formatRate(value, rate);
  if (unit === 'B') return formatBytes(value);
  const text = grouped.format(value);
  // a plain number, as the contract has it
  return unit === '' || unit === '1' ? text : `${text} ${unit}`;
}

/** Both languages group alike; what is nearly nothing has no sign. */
const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 2, signDisplay: 'negative' });
