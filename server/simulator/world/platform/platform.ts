import { randomFrom } from '#server/simulator/random.ts';
import { instant, type Seeded } from '#server/kernel/seeding/world.ts';

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
        cpu: health === 'down' ? 0 : random.int(40, 700) / 10,
        memory: health === 'down' ? 0 : random.int(250, 780) / 10,
        connections: health === 'down' ? 0 : random.int(8, 900),
        uptime,
        ...(health === 'down' ? {} : { startedAt: instant(now - uptime * 1000) }),
        checkedAt: instant(now - random.int(0, 30) * 1000),
      };
    }),
  );
}

const applications = [
  ['办公套件', 'office', 'saas'],
  ['视频会议', 'meet', 'saas'],
  ['邮件', 'mail', 'office'],
  ['ERP', 'erp', 'office'],
  ['CRM', 'crm', 'saas'],
  ['收银', 'pos', 'office'],
  ['库存', 'stock', 'office'],
  ['代码仓库', 'git', 'office'],
  ['Console', 'console', 'office'],
  ['Web shop', 'shop', 'web'],
  ['HR', 'hr', 'saas'],
  ['网盘', 'drive', 'download'],
  ['培训视频', 'learn', 'video'],
  ['Single sign-on', 'sso', 'office'],
] as const;

/** Applications that are measured, each from the mainland and from abroad. */
export function apmTargets(now: number): Seeded<'ApmTarget'>[] {
  return applications.flatMap(([name, host, category], index) =>
    ['cn', 'ap'].map((area, far): Seeded<'ApmTarget'> => {
      const random = randomFrom(`apm ${host} ${area}`);
      const state = index === 6 && far === 1 ? 'failing' : index === 11 && far === 1 ? 'unknown' : random.chance(0.2) ? 'slow' : 'normal';
      const p50 = random.int(30, 90) * (far + 1) * (state === 'slow' ? 5 : 1);
      const measured: Partial<Seeded<'ApmTarget'>> =
        state === 'unknown'
          ? {}
          : {
              apdex: state === 'normal' ? random.int(92, 99) / 100 : state === 'slow' ? random.int(60, 80) / 100 : 0.12,
              throughput: random.int(20, 4000),
              errorRate: state === 'failing' ? 61.5 : random.int(0, 12) / 10,
              p50,
              p95: p50 * random.int(3, 5),
              p99: p50 * random.int(6, 11),
              measuredAt: instant(now - random.int(5, 55) * 1000),
            };
      return {
        id: `apm-${host}-${area}`,
        name: `${name} ${area.toUpperCase()}`,
        url: `https://${host}.${area}.example.com`,
        category,
        state,
        ...measured,
      };
    }),
  );
}
