import { type TargetFigures, targetMeasures, targetState } from '#server/features/monitoring/index.ts';
import { apmAt, measuredApplications } from '#server/simulator/apm.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { instant, type Seeded } from '#server/kernel/seeding/world.ts';

const DAY = 24 * 60 * 60_000;

const services = [
  ['controller', 8443, 4],
  ['gateway', 4443, 6],
  ['portal', 8080, 3],
  ['collector', 9200, 5],
  ['scheduler', 7070, 2],
  ['database', 5432, 3],
  ['cache', 6379, 2],
  ['queue', 5672, 2],
] as const;

/** The services that the platform is made of; a few are not well. */
export function serviceStatuses(now: number): Seeded<'ServiceStatus'>[] {
  return services.flatMap(([kind, port, count], row) =>
    Array.from({ length: count }, (_, index): Seeded<'ServiceStatus'> => {
      const random = randomFrom(`service ${kind} ${index}`);
      const health =
        kind === 'collector' && index === 4
          ? 'down'
          : (kind === 'controller' && index === 2) || (kind === 'queue' && index === 1)
            ? 'degraded'
            : 'healthy';
      const uptime = health === 'down' ? 0 : random.int(2, 120) * 86_400;
      return {
        id: `ps-${kind}-${index + 1}`,
        name: `${kind}-${index + 1}`,
        kind,
        host: `10.0.${row}.${11 + index}`,
        port,
        version: kind === 'database' ? '17.2' : '5.2.1',
        health,
        ...(health === 'down' ? { message: 'connection refused' } : health === 'degraded' ? { message: 'replication is 40 s behind' } : {}),
        // of what is down nothing is measured
        ...(health === 'down'
          ? {}
          : {
              cpu: random.int(40, 700) / 10,
              memory: random.int(250, 780) / 10,
              connections: random.int(8, 900),
              uptime,
              startedAt: instant(now - uptime * 1000),
            }),
        checkedAt: instant(now - random.int(0, 30) * 1000),
      };
    }),
  );
}

/** Applications that are measured, with what they show now. */
export function apmTargets(now: number): Seeded<'ApmTarget'>[] {
  return measuredApplications.map((each) => {
    const target = { ...each, apdexThreshold: 0.85, errorThreshold: 5 };
    const figures: TargetFigures = {};
    for (const measure of targetMeasures) {
      const value = apmAt(each.url, measure, now);
      if (value !== undefined) figures[measure] = value;
    }
    const isSilent = Object.keys(figures).length === 0;
    return {
      ...target,
      ...figures,
      state: targetState(target, figures),
      createdAt: instant(now - 60 * DAY),
      updatedAt: instant(now - 60 * DAY),
      ...(isSilent ? { gap: 'notStored' as const } : { measuredAt: instant(now) }),
    };
  });
}
