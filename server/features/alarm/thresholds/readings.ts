import type { AlarmMeasure } from '#generated/server/stored.ts';
import type { Line, Link, Measure, Place } from '#server/telemetry/port.ts';

/** Values of one alarm measure of a port, or of the device where no port is named. */
export type Reading = { place: Place; link?: string; values: (number | null)[] };

type Read = {
  of: readonly Measure[];
  /** From the values of `of` at one instant; without it they are what is compared. */
  value?: (values: readonly (number | null)[], link: Link | undefined) => number | null;
};

const BITS = 1_000_000;

/** How what an alarm compares follows from what is measured. */
const reads: Readonly<Record<AlarmMeasure, Read>> = {
  latency: same('latency'),
  jitter: same('jitter'),
  loss: same('loss'),
  availability: same('availability'),
  bandwidthUsed: { of: ['tx', 'rx'], value: used },
  bandwidthLeft: {
    of: ['tx', 'rx'],
    value: (values, link) => {
      const share = used(values, link);
      return share === null ? null : Math.max(0, 100 - share);
    },
  },
  // thresholds of a signal are said without its minus
  signal: { of: ['rsrp'], value: ([rsrp]) => (rsrp === null || rsrp === undefined ? null : -rsrp) },
  cpu: same('cpu'),
  memory: same('memory'),
  disk: same('disk'),
  temperature: same('temperature'),
};

/** What telemetry is asked for. */
export function measuresFor(measures: Iterable<AlarmMeasure>): Measure[] {
  return [...new Set([...measures].flatMap((each) => reads[each].of))];
}

/** The values of an alarm measure at one site, from its lines of the measures that it follows from. */
export function readingsOf(measure: AlarmMeasure, place: Place, lines: readonly Line[]): Reading[] {
  const { of, value } = reads[measure];
  const read = (link?: Link): Reading[] => {
    const own = of.flatMap((each) => lines.find((line) => line.measure === each && line.link === link?.name) ?? []);
    const [first] = own;
    if (!first || own.length < of.length) return [];
    const values = value
      ? first.values.map((_, index) =>
          value(
            own.map((line) => line.values[index] ?? null),
            link,
          ),
        )
      : first.values;
    return [{ place, ...(link ? { link: link.name } : {}), values }];
  };
  return [...read(), ...place.links.flatMap(read)];
}

function same(measure: Measure): Read {
  return { of: [measure] };
}

/** Per cent of what the port carries in its busier direction. */
function used([sent = null, received = null]: readonly (number | null)[], link: Link | undefined): number | null {
  if (!link) return null;
  const shares = [share(sent, link.up), share(received, link.down)].filter((each) => each !== null);
  return shares.length === 0 ? null : Math.max(...shares);
}

function share(rate: number | null, capacity: number): number | null {
  return rate === null || capacity <= 0 ? null : (rate / BITS / capacity) * 100;
}
