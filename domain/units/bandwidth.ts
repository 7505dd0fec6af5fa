import { climb, descend, rounded } from '#domain/units/scale.ts';

/** Steps of 1000 (spec 9: rate units bps to Ybps). */
const STEP = 1000;
export const rateUnits = ['bps', 'kbps', 'Mbps', 'Gbps', 'Tbps', 'Pbps', 'Ebps', 'Zbps', 'Ybps'] as const;
export type RateUnit = (typeof rateUnits)[number];

/** A rate in the unit in which it reads best: `formatRate(1500, 'Mbps')` is `1.5 Gbps`. Not finite gives an empty text. */
export function formatRate(value: number, unit: RateUnit = 'bps'): string {
  if (!Number.isFinite(value)) return '';
  // a fraction of a coarse unit is counted in finer ones
  let [scaled, base] = [value, rateUnits.indexOf(unit)];
  for (; base > 0 && Math.abs(scaled) < 1 && scaled !== 0; base--) scaled *= STEP;
  const best = climb(scaled, STEP, rateUnits.slice(base));
  return `${rounded(best.value)} ${best.unit}`;
}

/** A rate in `unit` from what people type: `1.5 Gbps`, `100m`, `100` (taken as `unit`); undefined for what is none. */
export function parseRate(text: string, unit: RateUnit = 'bps'): number | undefined {
  const bps = descend(text, STEP, rateUnits, unit);
  return bps === undefined ? undefined : Number((bps / STEP ** rateUnits.indexOf(unit)).toPrecision(15));
}

export function convertRate(value: number, from: RateUnit, to: RateUnit): number {
  return Number((value * STEP ** (rateUnits.indexOf(from) - rateUnits.indexOf(to))).toPrecision(15));
}
