import type { Entities } from '#generated/server/entities.ts';
import { drift, seedOf, share } from '#server/kernel/draw.ts';
import { type Incident, incidentAt } from '#server/simulator/incidents.ts';
import { activity } from '#server/simulator/rhythm.ts';
import type { ProbeFigures } from '#server/telemetry/port.ts';

export type Probe = { target: string; siteId: string; probeType: Entities['SlaTask']['probeType']; interval: number; packets: number };

const MINUTE = 60_000;
/** What a kind of probe takes beside the way there and back. */
const overhead: Readonly<Record<string, number>> = { Ping: 0, TCPing: 1.5, DNS: 4, Http: 28 };

/** One period of probes; `reachable` is whether the site answers at all. */
export function measure(probe: Probe, from: number, to: number, incidents: readonly Incident[], reachable: boolean): ProbeFigures {
  const sent = Math.max(1, Math.round((to - from) / 1000 / probe.interval)) * probe.packets;
  if (!reachable) return silence(sent);
  const seed = seedOf(`${probe.siteId}/${probe.target}`);
  const middle = (from + to) / 2;
  const way = 8 + 55 * share(seed, 1) ** 2 + (overhead[probe.probeType] ?? 0);
  const slow = incidentAt(incidents, middle, 'link.latency')?.value ?? 0;
  const uneasy = incidentAt(incidents, middle, 'link.jitter')?.value;
  const latency = way * (0.95 + 0.12 * drift(seed, middle, 40 * MINUTE)) + 5 * activity('office', middle) + slow;
  const jitter = uneasy ?? 0.5 + 4 * drift(seed ^ 1, middle, 15 * MINUTE) ** 2;
  // one target in twelve is a poor one, and loses packets for hours
  const poor = share(seed, 2) < 0.08 ? 14 * Math.max(0, drift(seed ^ 3, middle, 180 * MINUTE) - 0.55) : 0;
  const lossy = incidentAt(incidents, middle, 'link.loss')?.value ?? 0;
  const down = incidentAt(incidents, middle, 'link.down') ? 35 : 0;
  const lossRate = Math.min(100, lossy + down + poor + 0.6 * drift(seed ^ 2, middle, 11 * MINUTE) ** 6);
  const lost = Math.round((sent * lossRate) / 100);
  if (lost === sent) return silence(sent);
  return {
    sent,
    lost,
    lossRate: tenths((lost / sent) * 100),
    latency: tenths(latency),
    latencyMin: tenths(Math.max(0.3, latency - 1.6 * jitter)),
    latencyMax: tenths(latency + 3 * jitter),
    jitter: tenths(jitter),
    availability: tenths(100 - (lost / sent) * 100),
  };
}

/** Where nothing came back no time was measured: there is none, not one of 0 ms. */
function silence(sent: number): ProbeFigures {
  return { sent, lost: sent, lossRate: 100, availability: 0 };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
