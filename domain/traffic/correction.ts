/** How a reading of bandwidth is shown (spec 9, decision 19). */
export type Correction = {
  /** Off shows every reading as it is. */
  enable: boolean;
  /** Share of the capacity above which a reading is replaced. */
  threshold: number;
  capacityFactor: number;
};

export const defaultCorrection: Correction = { enable: true, threshold: 0.9, capacityFactor: 1 };

/** A reading as shown, in the unit of the capacity; `raw` is there where it is not what was read. */
export type Shown = { value: number; raw?: number };

const LEAST = 0.4;
const MOST = 0.9;
/** Overhead of packets on the wire, and bits of a byte. */
const OVERHEAD = 1.1;
const BITS = 8;

/**
 * A reading above the threshold's share of the capacity is replaced by one between 0.4 and 0.9 of the capacity. `draw`
 * (from 0 up to, not with, 1) decides which: the same draw shows the same value.
 */
export function corrected(reading: number, capacity: number, draw: number, { enable, threshold }: Correction): Shown {
  if (!enable || capacity <= 0 || reading <= threshold * capacity) return { value: reading };
  return { value: capacity * (LEAST + (MOST - LEAST) * draw), raw: reading };
}

/** Bytes a second of a mean in bits a second, as corrected displays give the flow. */
export function correctedFlow(mean: number, { capacityFactor }: Pick<Correction, 'capacityFactor'>): number {
  return (mean * capacityFactor * OVERHEAD) / BITS;
}

/**
 * What holds in a company: the platform's switch, and a bandwidth threshold of the company other than 0, which disables
 * fixed bandwidth (spec 9).
 */
export function correctionOf(platform: Partial<Correction> | undefined, companyThreshold: number | undefined): Correction {
  const correction = { ...defaultCorrection, ...platform };
  return companyThreshold === 0 ? { ...correction, enable: false } : correction;
}
