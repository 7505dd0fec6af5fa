import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { deviceId } from '#server/simulator/world/site/devices.ts';
import { randomFrom } from '#server/simulator/random.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';
import { incidentsOf } from '#server/simulator/incidents.ts';
import { breachOf, meanOf, measuredOnly } from '#server/features/sla/index.ts';
import { measure } from '#server/simulator/probe.ts';
import type { ProbeFigures } from '#server/telemetry/port.ts';

const MINUTE = 60_000;
/** Length of one line of results. */
const PERIOD = 5 * MINUTE;
/** Periods of the past that the demo starts with. */
const PAST = 6;
const TASKS = [28, 8, 2];

const targets = [
  ['办公套件', 'Office suite', 'Http', 'office.example.com'],
  ['ERP 数据库', 'ERP database', 'TCPing', 'erp.example.com'],
  ['上海 POP', 'Shanghai POP', 'Ping', 'pop-sh.example.net'],
  ['公共 DNS', 'Public DNS', 'DNS', 'dns.example.net'],
  ['视频会议', 'Video conference', 'TCPing', 'meet.example.com'],
  ['收银系统', 'Point of sale', 'Http', 'pos.example.com'],
  ['邮件', 'Mail', 'TCPing', 'mail.example.com'],
  ['新加坡 POP', 'Singapore POP', 'Ping', 'pop-sg.example.net'],
] as const;

type Probes = { SlaTask: Seeded<'SlaTask'>[]; SlaReport: Seeded<'SlaReport'>[] };

/** Probe tasks of a company, and what they measured in the last half hour. */
export function probes(now: number, tenant: Tenant, plans: readonly SitePlan[]): Probes {
  const able = plans.filter((plan) => plan.sns.length > 0);
  const found: Probes = { SlaTask: [], SlaReport: [] };
  if (able.length === 0) return found;
  for (let index = 0; index < (TASKS[tenant.index] ?? 2); index++) addTask(found, now, tenant, able, index);
  return found;
}

function addTask(found: Probes, now: number, tenant: Tenant, able: readonly SitePlan[], index: number): void {
  const random = randomFrom(`sla ${tenant.id} ${index}`);
  const [zh, en, probeType, target] = targets[index % targets.length] ?? targets[0];
  const round = Math.floor(index / targets.length);
  const sources = random.some(able, random.int(1, Math.min(5, able.length)));
  const state = index < 20 ? 'running' : ((['success', 'failed', 'pending', 'assigned'] as const)[index % 4] ?? 'success');
  const task = {
    id: `sla-${tenant.id.slice(2)}-${index + 1}`,
    companyId: tenant.id,
    name: `${index % 5 === 4 ? en : zh}${round > 0 ? ` ${round + 1}` : ''}`,
    probeType,
    target: round > 1 ? `v${round}.${target}` : target,
    siteIds: sources.map((plan) => plan.id),
    interval: random.pick([30, 60, 300]),
    packets: 10,
    timeout: 2000,
    probeAlert: index % 4 === 3 ? ('closed' as const) : ('open' as const),
    latencyThreshold: random.pick([60, 100, 200]),
    jitterThreshold: 50,
    lossThreshold: random.pick([1, 2, 5]),
    consecutive: random.pick([1, 1, 2]),
    ...own(probeType),
  };
  const end = Math.floor(now / PERIOD) * PERIOD;
  const last: ProbeFigures[] = [];
  let bad = false;
  for (let back = state === 'running' ? PAST : 0; back > 0; back--) {
    for (const plan of sources) {
      const [from, to] = [end - back * PERIOD, end - (back - 1) * PERIOD];
      const result = measure(
        { ...task, siteId: plan.id },
        from,
        to,
        incidentsOf(deviceId(plan, 1), from, to),
        plan.state !== 'OFFLINE' && plan.state !== 'TEMPORARYOFFLINE',
      );
      const triggered = breachOf(task, result) !== undefined;
      found.SlaReport.push({
        id: `slr-${task.id.slice(4)}-${plan.index}-${from / PERIOD}`,
        companyId: tenant.id,
        taskId: task.id,
        siteId: plan.id,
        probeType,
        target: task.target,
        periodStart: instant(from),
        periodEnd: instant(to),
        ...result,
        triggered,
      });
      if (back > 1) continue;
      last.push(result);
      bad ||= triggered;
    }
  }
  const mean = (name: 'lossRate' | 'latency' | 'jitter') => meanOf(last.map((each) => each[name]));
  found.SlaTask.push({
    ...task,
    remark: index % 6 === 0 ? '重点业务' : '',
    state,
    triggered: bad && task.probeAlert === 'open',
    ...(last.length === 0
      ? {}
      : {
          ...measuredOnly({ lossRate: mean('lossRate'), latency: mean('latency'), jitter: mean('jitter') }),
          lastProbeAt: instant(end),
        }),
    badPeriods: bad ? 1 : 0,
    ...stamps(now - random.int(3, 200) * DAY, now - random.int(0, 3) * DAY),
  });
}

function own(probeType: string): Pick<Seeded<'SlaTask'>, 'tcpPort' | 'tls' | 'httpPort' | 'path' | 'expectedStatus' | 'dnsServer'> {
  if (probeType === 'TCPing') return { tcpPort: 443 };
  if (probeType === 'Http') return { tls: true, httpPort: 443, path: '/', expectedStatus: 200 };
  return probeType === 'DNS' ? { dnsServer: '192.0.2.53' } : {};
}
