import { drift, seedOf, share } from '#server/kernel/draw.ts';
import { type Incident, incidentAt } from '#server/simulator/incidents.ts';
import { activity, type Pulse } from '#server/simulator/rhythm.ts';

/** A circuit as the simulation sees it. Rates are in Mbps, times in milliseconds. */
export type Circuit = {
  /** Names its own stream: the site, the port. */
  key: string;
  /** Logic name of the WAN port. */
  name: string;
  /** Position among the ports of the site, from 1: which one an alarm is about. */
  number: number;
  pulse: Pulse;
  /** Mbps towards the network (tx) and from it (rx). */
  up: number;
  down: number;
  /** Whether it carries the site's traffic or waits. */
  backup: boolean;
  cellular: boolean;
  /** Milliseconds to the POP in the mean. */
  distance: number;
};

const MINUTE = 60_000;

/** Mbps at an instant: daily rhythm, weeks that differ, bursts; nothing while the circuit is down. */
export function rateAt(circuit: Circuit, direction: 'tx' | 'rx', at: number, incidents: readonly Incident[]): number {
  if (isDown(circuit, at, incidents)) return 0;
  const seed = seedOf(`${circuit.key}/${direction}`);
  const capacity = direction === 'tx' ? circuit.up : circuit.down;
  const busy = direction === 'tx' ? 0.34 : 0.72;
  const mean = (circuit.backup ? 0.06 : 0.35 + 0.5 * share(seed, 1)) * busy * activity(circuit.pulse, at);
  const wave = 0.55 + 0.5 * drift(seed, at, 47 * MINUTE) + 0.3 * drift(seed ^ 1, at, 6 * MINUTE);
  const burst = drift(seed ^ 2, at, MINUTE) ** 8 * 0.5;
  const crowded = incidentAt(incidents, at, 'bandwidth.low');
  const load = crowded && circuit.number === 1 ? 1 - crowded.value / 100 : Math.min(0.97, mean * wave + mean * burst);
  return capacity * Math.max(0.0005, load);
}

/** Milliseconds there and back; undefined while nothing answers. */
export function latencyAt(circuit: Circuit, at: number, incidents: readonly Incident[]): number | undefined {
  if (isDown(circuit, at, incidents)) return undefined;
  const seed = seedOf(`${circuit.key}/latency`);
  const slow = circuit.number === 1 ? incidentAt(incidents, at, 'link.latency') : undefined;
  if (slow) return slow.value * (0.92 + 0.16 * drift(seed, at, MINUTE));
  const queue = 6 * activity(circuit.pulse, at) * drift(seed, at, 9 * MINUTE);
  return circuit.distance * (0.94 + 0.1 * drift(seed ^ 1, at, 25 * MINUTE)) + queue + 2 * drift(seed ^ 2, at, MINUTE);
}

export function jitterAt(circuit: Circuit, at: number, incidents: readonly Incident[]): number | undefined {
  if (isDown(circuit, at, incidents)) return undefined;
  const seed = seedOf(`${circuit.key}/jitter`);
  const uneasy = circuit.number === 1 ? incidentAt(incidents, at, 'link.jitter') : undefined;
  if (uneasy) return uneasy.value * (0.85 + 0.3 * drift(seed, at, MINUTE));
  return (circuit.cellular ? 6 : 0.6) + (circuit.cellular ? 9 : 2.4) * drift(seed, at, 4 * MINUTE) * (0.3 + activity(circuit.pulse, at));
}

/** Per cent of packets that do not come back. */
export function lossAt(circuit: Circuit, at: number, incidents: readonly Incident[]): number {
  if (isDown(circuit, at, incidents)) return 100;
  const seed = seedOf(`${circuit.key}/loss`);
  const lossy = circuit.number === 1 ? incidentAt(incidents, at, 'link.loss') : undefined;
  if (lossy) return lossy.value * (0.85 + 0.3 * drift(seed, at, 2 * MINUTE));
  return (circuit.cellular ? 0.8 : 0.25) * drift(seed, at, 13 * MINUTE) ** 4;
}

/** RSRP in dBm and SINR in dB of a cellular port. */
export function signalAt(circuit: Circuit, at: number, incidents: readonly Incident[]): { rsrp: number; sinr: number } {
  const seed = seedOf(`${circuit.key}/signal`);
  const weak = incidentAt(incidents, at, 'wireless.signal');
  const rsrp = weak ? -weak.value : -72 - 18 * share(seed, 1) - 7 * drift(seed, at, 17 * MINUTE);
  return { rsrp, sinr: Math.max(-5, 22 + (rsrp + 72) * 0.55 + 3 * drift(seed ^ 1, at, 5 * MINUTE)) };
}

export function isDown(circuit: Circuit, at: number, incidents: readonly Incident[]): boolean {
  const down = incidentAt(incidents, at, 'link.down');
  return down !== undefined && (down.value === circuit.number || circuit.number > 2);
}

/** Load of a device in per cent, degrees for the board. */
export function systemAt(
  deviceId: string,
  pulse: Pulse,
  at: number,
  incidents: readonly Incident[],
): { cpu: number; memory: number; disk: number; temperature: number } {
  const seed = seedOf(`${deviceId}/system`);
  const busy = activity(pulse, at);
  const value = (code: string, usual: number): number => incidentAt(incidents, at, code)?.value ?? usual;
  return {
    cpu: value('system.cpu', 8 + 34 * busy * (0.6 + 0.6 * drift(seed, at, 7 * MINUTE)) + 6 * drift(seed ^ 1, at, MINUTE)),
    memory: value('system.memory', 38 + 14 * share(seed, 1) + 9 * busy + 4 * drift(seed ^ 2, at, 3 * 60 * MINUTE)),
    disk: value('system.disk', 28 + 30 * share(seed, 2) + 6 * drift(seed ^ 3, at, 3 * 24 * 60 * MINUTE)),
    temperature: value('device.temperature', 39 + 6 * share(seed, 3) + 8 * busy + 2 * drift(seed ^ 4, at, 20 * MINUTE)),
  };
}
