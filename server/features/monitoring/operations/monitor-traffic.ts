import { type Json } from '#domain/model.ts';
import { statsOf, type DirectionStats } from '#domain/traffic/stats.ts';
import { type Asked } from '#server/features/monitoring/operations/monitor-query.ts';
import { applicationShares } from '#server/simulator/applications.ts';
import { type Place } from '#server/simulator/network.ts';
import { type Direction, seriesStats, trafficOf } from '#server/simulator/series.ts';
import { type Circuit } from '#server/simulator/traffic.ts';

type Added = { shown: (number | null)[]; raw: Map<number, number> };
type SeriesRow = { name: string; direction: string; unit: string; values: (number | null)[]; corrected?: { index: number; raw: number }[] };
export type SharedRow = {
  siteId: string;
  site: string;
  interface: string;
  up: number;
  down: number;
  traffic: Traffic;
  usedUp: number;
  usedDown: number;
};
type Traffic = { tx: DirectionStats; rx: DirectionStats };
export type AppRow = { name: string; category: string; share: number; flow: number; values: (number | null)[] };

/** Sites (some or one of their circuits) added up, point by point. */
export function added(
  asked: Asked,
  direction: Direction,
  circuitsOf: (place: Place) => readonly Circuit[] = (place) => place.circuits,
): Added {
  const { places, times, correction, incidents } = asked;
  const shown = times.map((): number | null => null);
  const raw = new Map<number, number>();
  for (const place of places) {
    const series = trafficOf(place, circuitsOf(place), direction, times, { incidents: incidents(place), correction });
    for (const [index, value] of series.shown.entries()) if (value !== null) shown[index] = (shown[index] ?? 0) + value;
    // what was read of the whole: the other sites as shown, the corrected ones as read
    for (const [index, read] of series.raw) raw.set(index, (raw.get(index) ?? 0) + read - (series.shown[index] ?? 0));
  }
  for (const [index, more] of raw) raw.set(index, more + (shown[index] ?? 0));
  return { shown, raw };
}

export function seriesRow(direction: Direction, { shown, raw }: Added): SeriesRow {
  const corrected = [...raw].map(([index, read]) => ({ index, raw: read })).toSorted((a, b) => a.index - b.index);
  return {
    name: direction,
    direction: direction === 'tx' ? 'up' : 'down',
    unit: 'bps',
    values: shown,
    ...(corrected.length > 0 ? { corrected } : {}),
  };
}

export function trafficStats(asked: Asked, tx: Added, rx: Added): Traffic {
  return { tx: seriesStats(tx, asked.window, asked.correction), rx: seriesStats(rx, asked.window, asked.correction) };
}

/** Each circuit by itself, with the part of its bandwidth that is used in the mean. */
export function sharedRows(asked: Asked, only = ''): SharedRow[] {
  return asked.places.flatMap((place) =>
    place.circuits
      .filter((circuit) => only === '' || circuit.name === only)
      .map((circuit) => {
        const one = { ...asked, places: [place] };
        const traffic = trafficStats(
          asked,
          added(one, 'tx', () => [circuit]),
          added(one, 'rx', () => [circuit]),
        );
        const used = (mean: number, capacity: number): number => tenths((mean / 1e6 / Math.max(1, capacity)) * 100);
        const { up, down } = circuit;
        return {
          siteId: place.siteId,
          site: place.name,
          interface: circuit.name,
          up,
          down,
          traffic,
          usedUp: used(traffic.tx.avg, up),
          usedDown: used(traffic.rx.avg, down),
        };
      }),
  );
}

/** What the traffic is made of, largest first. */
export function applicationRows(asked: Asked, { shown: tx }: Added, { shown: rx }: Added): AppRow[] {
  const { times, window, places } = asked;
  const key = places[0]?.siteId ?? 'company';
  const pulse = places.length === 1 ? places[0]?.pulse : 'office';
  const values = new Map<string, { category: string; values: (number | null)[] }>();
  for (const [index, at] of times.entries()) {
    const whole = tx[index] === null && rx[index] === null ? null : (tx[index] ?? 0) + (rx[index] ?? 0);
    for (const { name, category, share } of applicationShares(key, at, pulse)) {
      const row = values.get(name) ?? { category, values: [] };
      row.values.push(whole === null ? null : Math.round(whole * share));
      values.set(name, row);
    }
  }
  const seconds = (window.to - window.from) / 1000;
  const rows = [...values].map(([name, row]) => ({
    name,
    category: row.category,
    values: row.values,
    flow: statsOf(row.values, seconds).flow,
  }));
  const total = rows.reduce((sum, row) => sum + row.flow, 0);
  return rows.map((row) => ({ ...row, share: total === 0 ? 0 : tenths((row.flow / total) * 100) })).toSorted((a, b) => b.flow - a.flow);
}

/** Rows with a flow as a list of the largest. */
export function topRows(rows: readonly { name: string; category?: string; flow: number }[], count: number): Record<string, Json>[] {
  const total = rows.reduce((sum, row) => sum + row.flow, 0);
  return rows
    .toSorted((a, b) => b.flow - a.flow)
    .slice(0, count)
    .map(({ name, category, flow }, index) => ({
      rank: index + 1,
      name,
      ...(category === undefined ? {} : { category }),
      flow,
      share: total === 0 ? 0 : tenths((flow / total) * 100),
    }));
}

export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
