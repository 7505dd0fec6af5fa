import type { Entities } from '#generated/server/entities.ts';
import type { MeasuredSource, MeasurementGap, TrafficCategory } from '#generated/server/stored.ts';

/**
 * What was measured in the network, whoever measured it: the demo network computes it, a Prometheus-compatible store
 * answers it, and an installation that has neither answers nothing and says so.
 */

export type Direction = 'tx' | 'rx';
/** Of a WAN port: bits a second (all, between sites, to SaaS), milliseconds, per cent, dBm, dB. */
export type LinkMeasure = Direction | 'e2eTx' | 'e2eRx' | 'saasRx' | 'latency' | 'jitter' | 'loss' | 'availability' | 'rsrp' | 'sinr';
/** Of a device: per cent, degrees, terminals in its LAN. */
export type DeviceMeasure = 'cpu' | 'memory' | 'disk' | 'temperature' | 'terminals';
/** Of an application that is asked from the network: milliseconds, per cent, requests a minute, satisfaction from 0 to 1. */
export type TargetMeasure = 'p50' | 'p95' | 'p99' | 'errorRate' | 'throughput' | 'apdex';
export type Measure = LinkMeasure | DeviceMeasure;

/** A stretch of time in milliseconds, seen at the middles of so many equal parts. */
export type Window = { from: number; to: number; points: number };

/** A WAN port of a site. */
export type Link = {
  /** Logic name, such as WAN1. */
  name: string;
  /** Position among the ports of the site, from 1. */
  number: number;
  /** Mbps towards the network (tx) and from it (rx). */
  up: number;
  down: number;
  cellular: boolean;
};

/** A site as telemetry is asked about it. */
export type Place = {
  companyId: string;
  siteId: string;
  name: string;
  city: string;
  siteMode: string;
  /** Absent where the site names no serial. */
  sn?: string;
  /** The device that stands there as the first. */
  deviceId?: string;
  links: readonly Link[];
  /** Milliseconds; nothing was measured from here on: 0 of a device that never reported, Infinity of one that reports. */
  silentFrom: number;
};

/** A device as telemetry is asked whether it is there. */
export type Unit = Pick<Place, 'siteId' | 'silentFrom'> & {
  /** Name of its site. */
  site: string;
  deviceId: string;
  sn: string;
  /** What is said of a site without naming a device is of this one. */
  primary: boolean;
};

/** Why there is nothing to show. */
export type Gap = MeasurementGap;
/** Who measured. */
export type Source = MeasuredSource;

/** One value a point; null where nothing was measured. `link` is absent where it is of the device. */
export type Line = { siteId: string; link?: string; measure: Measure; values: (number | null)[]; gap?: Gap };
/** A measure over a whole range; figures are absent where nothing was measured. `part`: the share of the range that was. */
export type Summary = {
  siteId: string;
  link?: string;
  measure: Measure;
  mean?: number;
  last?: number;
  part: number;
  gap?: Gap;
};
/** The largest value of a range, as finely as it was measured; absent where nothing was. Of a sum no site is named. */
export type Peak = { siteId: string; link?: string; measure: Measure; value?: number };
/** The traffic of an application, bits a second in both directions together. */
export type ApplicationLine = { name: string; category: TrafficCategory; values: (number | null)[] };
/** An application whose answers are measured. */
export type Target = { id: string; name: string; url: string };
export type TargetLine = { id: string; measure: TargetMeasure; values: (number | null)[]; gap?: Gap };
/** What of the recorded flows is looked at. */
export type FlowNarrow = { user?: string; application?: string; destination?: string };
/** Who sent and received how many bytes, by which application, to and from where. */
export type FlowRow = { user: string; application: string; category: TrafficCategory; destination: string; bytes: number };
/** `values`: bits a second of what is looked at, in both directions together. */
export type RecordedFlows = { rows: FlowRow[]; values: (number | null)[]; gap?: Gap };
/** What is probed from a site for an SLA task; `address` is the target as probers write it. */
export type Probe = {
  taskId: string;
  place: Place;
  probeType: Entities['SlaTask']['probeType'];
  target: string;
  address: string;
  /** Seconds. */
  interval: number;
  packets: number;
};
/** What was measured of a probe: counted by the probe, milliseconds, per cent. */
export type ProbeMeasure = 'sent' | 'success' | 'latency' | 'latencyMin' | 'latencyMax' | 'jitter';
/** What the probes of a stretch of time say; where nothing came back no time was measured. */
export type ProbeFigures = {
  sent?: number;
  lost?: number;
  lossRate: number;
  latency?: number;
  latencyMin?: number;
  latencyMax?: number;
  jitter?: number;
  availability: number;
};
export type Probed = { taskId: string; siteId: string; figures?: ProbeFigures; gap?: Gap };
/** Links added up, point by point. */
export type Total = { measure: LinkMeasure; values: (number | null)[]; gap?: Gap };
/** The newest reading at an instant, and when it was taken (milliseconds). */
export type Latest = { siteId: string; link?: string; measure: Measure; value?: number; at?: number; gap?: Gap };
export type Ranked = { siteId: string; value: number };
/** How many readings lie where; no counts where nothing was read. */
export type Distribution = { counts: number[]; gap?: Gap };

export type Ask = { places: readonly Place[]; window: Window; /** Only WAN ports of this name. */ link?: string | undefined };

export type Telemetry = {
  readonly source: Source;
  /** Milliseconds until what was measured can be relied on to be answered. */
  readonly lag: number;
  /** A device of which nothing came for so long (milliseconds) is away. */
  readonly silence: number;
  /** Every link, or device, by itself. */
  series(ask: Ask & { measures: readonly Measure[] }): Promise<Line[]>;
  /** Sites added up. */
  total(ask: Ask & { measures: readonly LinkMeasure[] }): Promise<Total[]>;
  summary(ask: Ask & { measures: readonly Measure[] }): Promise<Summary[]>;
  /** Of every link or device by itself, or of links added up: then there is none where they are too many to be. */
  peaks(ask: Ask & { measures: readonly Measure[]; of: 'each' | 'sum' }): Promise<Peak[]>;
  latest(ask: Omit<Ask, 'window'> & { measures: readonly Measure[]; at: number }): Promise<Latest[]>;
  /** When devices were seen last within a range (milliseconds), by their ids; undefined where not all could be asked. */
  seen(ask: { units: readonly Unit[]; from: number; to: number }): Promise<ReadonlyMap<string, number> | undefined>;
  /** What the traffic of these places is made of; empty where nobody tells applications apart. */
  applications(ask: Ask): Promise<ApplicationLine[]>;
  /** Flows of these places over the whole range, by so many users, applications and destinations; the rest has no name. */
  flows(ask: Ask & { narrow: FlowNarrow; most: number }): Promise<RecordedFlows>;
  /** What each probe measured from an instant to another, over all of it. */
  probes(ask: { probes: readonly Probe[]; from: number; to: number }): Promise<Probed[]>;
  targets(ask: { targets: readonly Target[]; window: Window; measures: readonly TargetMeasure[] }): Promise<TargetLine[]>;
  /** Sites by the mean, or the largest, of a measure of their links. */
  top(ask: Ask & { measure: LinkMeasure; statistic: 'mean' | 'max'; order: 'highest' | 'lowest'; n: number }): Promise<Ranked[]>;
  /** How many readings lie below each bound and not below the one before; the last counts the rest. */
  histogram(ask: Ask & { measure: LinkMeasure; bounds: readonly number[] }): Promise<Distribution>;
  close(): Promise<void>;
};

export const linkMeasures: readonly Measure[] = [
  'tx',
  'rx',
  'e2eTx',
  'e2eRx',
  'saasRx',
  'latency',
  'jitter',
  'loss',
  'availability',
  'rsrp',
  'sinr',
] satisfies LinkMeasure[];

export function isOfLink(measure: Measure): measure is LinkMeasure {
  return linkMeasures.includes(measure);
}

/** Rates of a site's ports add up; of everything else the mean is told. */
export function addsUp(measure: Measure): boolean {
  return /[tr]x$/i.test(measure);
}

/** The instants of a window. */
export function instantsOf({ from, to, points }: Window): number[] {
  const step = (to - from) / points;
  return Array.from({ length: points }, (_, index) => Math.round(from + (index + 0.5) * step));
}

/** Only cellular ports have a signal; everything else is measured at all of them. */
export function isMeasuredAt({ cellular }: Pick<Link, 'cellular'>, measure: LinkMeasure): boolean {
  return cellular || (measure !== 'rsrp' && measure !== 'sinr');
}

/** Ports of a place at which a measure is taken; `only`: that of this name. */
export function linksOf({ links }: Place, measure: LinkMeasure, only?: string): readonly Link[] {
  return links.filter((link) => (only ?? link.name) === link.name && isMeasuredAt(link, measure));
}

export function linkCount(places: readonly Place[]): number {
  return places.reduce((sum, { links }) => sum + links.length, 0);
}

/** Values of a line of which nothing was measured. */
export function noValues({ points }: Window): null[] {
  return Array.from({ length: points }, () => null);
}

/** Why a place has no value of a measure that is asked for, as far as it says so itself. */
export function gapOf({ silentFrom, deviceId }: Place, { from }: Window): Gap | undefined {
  if (deviceId === undefined || silentFrom === 0) return 'neverReported';
  return silentFrom <= from ? 'silent' : undefined;
}
