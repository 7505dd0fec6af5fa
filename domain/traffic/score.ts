/** How a circuit did over a range; milliseconds and per cent. */
export type Quality = { latency?: number | undefined; jitter?: number | undefined; loss: number; availability: number };

/** 0 to 100: what an operator sorts by. Loss weighs most, then silence, then time. */
export function scoreOf({ latency = 0, jitter = 0, loss, availability }: Quality): number {
  const score = 100 - 8 * Math.min(loss, 10) - Math.max(0, latency - 40) / 8 - Math.max(0, jitter - 5) / 2 - 2 * (100 - availability);
  return Math.max(0, Math.min(100, Math.round(score)));
}
