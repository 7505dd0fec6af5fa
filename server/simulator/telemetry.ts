import * as measured from '#server/simulator/measured.ts';
import { seenUntil, SILENCE } from '#server/simulator/absences.ts';
import { breathe } from '#server/store/breathe.ts';
import type { Clock } from '#server/store/clock.ts';
import { beside, inParts } from '#server/telemetry/beside.ts';
import type { Telemetry } from '#server/telemetry/port.ts';

/** The demo network as telemetry. */
export function demoTelemetry(clock: Clock): Telemetry {
  const { run, close } = beside(new URL('measured.ts', import.meta.url));
  const now = (): number => clock.now();
  return {
    source: 'demo',
    lag: 0,
    silence: SILENCE,
    series: (ask) => inParts((part) => run(measured.series, part), { ...ask, now: now() }),
    total: (ask) => run(measured.total, { ...ask, now: now() }),
    summary: (ask) => inParts((part) => run(measured.summary, part), { ...ask, now: now() }),
    peaks: (ask) => run(measured.peaks, { ...ask, now: now() }),
    latest: (ask) => inParts((part) => run(measured.latest, part), { ...ask, now: now() }),
    seen: async ({ units, from, to }) => {
      const found = new Map<string, number>();
      for (const unit of units) {
        await breathe();
        const at = seenUntil(unit, to);
        if (at !== undefined && at > from) found.set(unit.deviceId, at);
      }
      return found;
    },
    applications: (ask) => run(measured.applications, { ...ask, now: now() }),
    flows: (ask) => run(measured.flows, { ...ask, now: now() }),
    probes: (ask) => run(measured.probes, { ...ask, now: now() }),
    targets: (ask) => run(measured.targets, { ...ask, now: now() }),
    top: (ask) => run(measured.top, { ...ask, now: now() }),
    histogram: (ask) => run(measured.histogram, { ...ask, now: now() }),
    close,
  };
}
