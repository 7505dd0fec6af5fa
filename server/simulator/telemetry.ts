import * as measured from '#server/simulator/measured.ts';
import { type Clock } from '#server/store/clock.ts';
import { beside } from '#server/telemetry/beside.ts';
import { type Telemetry } from '#server/telemetry/port.ts';

/** The demo network as telemetry. */
export function demoTelemetry(clock: Clock): Telemetry {
  const { run, close } = beside(new URL('measured.ts', import.meta.url));
  const now = (): number => clock.now();
  return {
    source: 'demo',
    series: (ask) => run(measured.series, { ...ask, now: now() }),
    total: (ask) => run(measured.total, { ...ask, now: now() }),
    summary: (ask) => run(measured.summary, { ...ask, now: now() }),
    latest: (ask) => run(measured.latest, { ...ask, now: now() }),
    applications: (ask) => run(measured.applications, { ...ask, now: now() }),
    top: (ask) => run(measured.top, { ...ask, now: now() }),
    histogram: (ask) => run(measured.histogram, { ...ask, now: now() }),
    close,
  };
}
