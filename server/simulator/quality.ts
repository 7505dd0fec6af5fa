import { incidentsAt, type Place } from '#server/simulator/network.ts';
import { instantsOf, type Window } from '#server/simulator/series.ts';
import { jitterAt, latencyAt, lossAt } from '#server/simulator/traffic.ts';

/** Means of one circuit over a window; milliseconds and per cent. Where nothing answered there is no time, not one of 0 ms. */
export type CircuitQuality = { circuit: string; latency?: number; jitter?: number; loss: number; availability: number; score: number };

/** How the circuits of a place did; silence is loss. */
export function summaryOf(place: Place, window: Window): CircuitQuality[] {
  const incidents = incidentsAt(place, window.from, window.to);
  const times = instantsOf(window);
  return place.circuits.map((circuit) => {
    const answered = times.filter((at) => at < place.silentFrom && lossAt(circuit, at, incidents) < 100);
    const mean = (read: (at: number) => number): number => answered.reduce((sum, at) => sum + read(at), 0) / answered.length;
    const timed =
      answered.length === 0
        ? {}
        : { latency: mean((at) => latencyAt(circuit, at, incidents) ?? 0), jitter: mean((at) => jitterAt(circuit, at, incidents) ?? 0) };
    const loss = answered.length === 0 ? 100 : mean((at) => lossAt(circuit, at, incidents));
    const availability = (answered.length / times.length) * 100;
    return { circuit: circuit.name, ...timed, loss, availability, score: scoreOf({ ...timed, loss, availability }) };
  });
}

/** 0 to 100: what an operator sorts by. Loss weighs most, then silence, then time. */
export function scoreOf({ latency = 0, jitter = 0, loss, availability }: Omit<CircuitQuality, 'circuit' | 'score'>): number {
  const score = 100 - 8 * Math.min(loss, 10) - Math.max(0, latency - 40) / 8 - Math.max(0, jitter - 5) / 2 - 2 * (100 - availability);
  return Math.max(0, Math.min(100, Math.round(score)));
}
