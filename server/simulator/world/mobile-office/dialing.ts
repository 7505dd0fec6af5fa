import { type Network, share } from '#server/simulator/world/mobile-office/mobile-office.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';
import { breachOf, meanOf, measuredOnly } from '#server/features/sla/index.ts';
import { measure } from '#server/simulator/probe.ts';

const TYPES = ['TCPing', 'Ping', 'Http', 'DNS'] as const;
const STATES = ['success', 'success', 'failed', 'running', 'pending', 'assigned'] as const;
const PLACES = [
  ['香港', 'hk'],
  ['新加坡', 'sg'],
  ['东京', 'jp'],
  ['首尔', 'kr'],
  ['法兰克福', 'de'],
  ['伦敦', 'uk'],
  ['悉尼', 'au'],
] as const;
const MINUTE = 60_000;

function templateId({ tenant }: Network, index: number): string {
  return `dt-${tenant.id.slice(2)}-${index + 1}`;
}

export function dialingTemplates(now: number, network: Network): Seeded<'DialingTemplate'>[] {
  const { tenant } = network;
  return Array.from({ length: share(tenant, 26) }, (_, index): Seeded<'DialingTemplate'> => {
    const probeType = TYPES[index % TYPES.length] ?? 'Ping';
    const [zh, code] = PLACES[index % PLACES.length] ?? PLACES[0];
    return {
      id: templateId(network, index),
      companyId: tenant.id,
      name: index % 2 === 0 ? `${zh}拨测_${index + 1}` : `Dialing ${code.toUpperCase()} ${index + 1}`,
      enable: index % 9 !== 8,
      probeType,
      targets: [`www.${code}.${tenant.domain}`, `${code}${index + 1}.cloud.example`],
      interval: 5,
      packets: 10,
      timeout: 3000,
      latencyThreshold: index % 3 === 0 ? 60 : 250,
      jitterThreshold: 50,
      lossThreshold: 5,
      ...(probeType === 'TCPing' ? { tcpPort: 443 } : {}),
      ...(probeType === 'Http' ? { path: '/health', expectedStatus: 200 } : {}),
      ...(probeType === 'DNS' ? { dnsServer: '8.8.8.8' } : {}),
      remark: index % 4 === 0 ? '每日早检' : '',
      ...stamps(now - (120 - index) * DAY),
    };
  });
}

/** Tasks in every state with the results of their last run; those that go on do so by the server's clock. */
export function dialing(
  now: number,
  network: Network,
  templates: readonly Seeded<'DialingTemplate'>[],
): { tasks: Seeded<'DialingTask'>[]; results: Seeded<'DialingResult'>[] } {
  const { tenant, plans } = network;
  const random = randomFrom(`dialing ${tenant.id}`);
  const able = plans.filter(({ sns }) => sns.length > 0);
  const own = templates.filter((row) => row.companyId === tenant.id);
  const made = Array.from({ length: share(tenant, 30) }, (_, index) => {
    const template = own[index % own.length];
    if (!template) throw new Error(`${tenant.id} has no dialing template`);
    const state: Seeded<'DialingTask'>['state'] = STATES[index % STATES.length] ?? 'success';
    const over = state === 'success' || state === 'failed';
    const sites = over
      ? able.filter((plan) => (plan.state === 'ONLINE') === (state === 'success')).slice(index % 3, (index % 3) + 2)
      : random.some(able, 2);
    const at = now - (index % 20) * 2 * MINUTE - MINUTE;
    const id = `dk-${tenant.id.slice(2)}-${index + 1}`;
    const results = over
      ? sites.flatMap((plan) => resultsOf({ id, template, plan: plan.id, online: plan.state === 'ONLINE' }, tenant.id, at))
      : [];
    const [zh] = PLACES[index % PLACES.length] ?? PLACES[0];
    return {
      task: {
        id,
        companyId: tenant.id,
        name: index % 2 === 0 ? `${zh}连通性_${index + 1}` : `Check ${index + 1}`,
        templateId: template.id,
        siteIds: sites.map((plan) => plan.id),
        schedule: index % 3 === 1 ? 'repeat' : 'once',
        ...(index % 3 === 1 ? { repeatMinutes: 60 } : {}),
        ...(state === 'pending' ? { startTime: instant(now + (12 + index) * HOUR) } : {}),
        state,
        progress: over ? 100 : 0,
        runs: over ? 1 + (index % 9) : 0,
        ...(over ? summary(results, at) : {}),
        ...(state === 'running' ? { startedAt: instant(now) } : {}),
        ...stamps(now - (60 - index) * DAY, at),
      } satisfies Seeded<'DialingTask'>,
      results,
    };
  });
  return { tasks: made.map(({ task }) => task), results: made.flatMap(({ results }) => results) };
}

type From = { id: string; template: Seeded<'DialingTemplate'>; plan: string; online: boolean };

function resultsOf({ id, template, plan, online }: From, companyId: string, at: number): Seeded<'DialingResult'>[] {
  const { probeType, interval, packets, targets } = template;
  return targets.map((target, index): Seeded<'DialingResult'> => {
    const measured = measure({ target, siteId: plan, probeType, interval, packets }, at - interval * 1000, at, [], online);
    return {
      id: `dr-${id.slice(3)}-${plan.slice(2)}-${index + 1}`,
      companyId,
      taskId: id,
      siteId: plan,
      probeType,
      target,
      at: instant(at),
      reachability: measured.lossRate < 100 ? 'reachable' : 'unreachable',
      ...measuredOnly({ lossRate: measured.lossRate, latency: measured.latency, jitter: measured.jitter }),
      exceeded: breachOf(template, measured) !== undefined,
    };
  });
}

function summary(results: readonly Seeded<'DialingResult'>[], at: number): Partial<Seeded<'DialingTask'>> {
  const mean = (name: 'lossRate' | 'latency') => meanOf(results.map((row) => row[name]));
  return {
    dialled: results.length,
    exceeded: results.filter((row) => row.exceeded).length,
    ...measuredOnly({ lossRate: mean('lossRate'), latency: mean('latency') }),
    startedAt: instant(at - 4000),
    finishedAt: instant(at),
    lastRunAt: instant(at),
  };
}
