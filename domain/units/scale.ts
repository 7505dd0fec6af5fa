/** A number with the unit of the ladder in which it reads best: 1 or more, below the next step where there is one. */
export function climb(value: number, step: number, units: readonly string[]): { value: number; unit: string } {
  let [scaled, rung] = [value, 0];
  // what rounds up to a whole step is written in the next unit: 1 Gbps, not 1000 Mbps
  while (rung < units.length - 1 && Math.abs(Number(rounded(scaled))) >= step) {
    scaled /= step;
    rung++;
  }
  return { value: scaled, unit: units[rung] ?? '' };
}

/** Up to two decimals, without trailing zeros. */
export function rounded(value: number): string {
  return String(Number(value.toFixed(2)));
}

/** Reads a number with an optional unit of the ladder, case-insensitively where `units` leave no doubt; undefined for what is none. */
export function descend(text: string, step: number, units: readonly string[], bare: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([a-z%]*)$/i.exec(text.normalize('NFKC').trim());
  if (!match) return undefined;
  const unit = (match[2] || bare).toLowerCase();
  const rung = units.findIndex((one) => one.toLowerCase() === unit || shortOf(one) === unit);
  const value = Number(match[1]) * step ** rung;
  return rung < 0 || !Number.isFinite(value) ? undefined : value;
}

/** `m` for Mbps, `k` for kB: what people type. The base unit has none. */
function shortOf(unit: string): string | undefined {
  return /^[kmgtpezy](?=.)/i.exec(unit)?.[0].toLowerCase();
}
