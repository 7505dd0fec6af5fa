import { deviceId } from '#server/simulator/world/site/devices.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { randomFrom } from '#server/simulator/random.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const COUNTS = [30, 8, 2];
const works = [
  ['configPush', '下发配置'],
  ['backup', '配置备份'],
  ['inspection', '例行巡检'],
  ['reboot', 'Reboot'],
  ['upgrade', 'Upgrade 5-2-1'],
  ['script', '脚本 flow-clean'],
] as const;
/** What is under way stands first, what is over fills the page. */
const states = ['running', 'pending', 'assigned', 'failed'] as const;

/** Work on the devices of a company. */
export function executionTasks(now: number, tenant: Tenant, plans: readonly SitePlan[]): Seeded<'ExecutionTask'>[] {
  const able = plans.filter((plan) => plan.sns.length > 0);
  if (able.length === 0) return [];
  return Array.from({ length: COUNTS[tenant.index] ?? 2 }, (_, index): Seeded<'ExecutionTask'> => {
    const random = randomFrom(`execution ${tenant.id} ${index}`);
    const [kind, name] = works[index % works.length] ?? works[0];
    const sites = random.some(able, random.int(1, Math.min(8, able.length)));
    const state = states[index] ?? (index % 9 === 8 ? 'failed' : 'success');
    const over = state === 'success' || state === 'failed';
    const total = sites.reduce((sum, plan) => sum + plan.sns.length, 0);
    const failed = state === 'failed' ? 1 : 0;
    const done = over ? total - failed : state === 'running' ? Math.floor(total / 2) : 0;
    const started = over ? now - random.int(1, 40) * DAY : now - random.int(20, 90) * 1000;
    return {
      id: `ex-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      name: `${name} ${index + 1}`,
      kind,
      siteIds: sites.map((plan) => plan.id),
      remark: index % 7 === 0 ? '变更窗口 22:00' : '',
      state,
      progress: over ? 100 : Math.floor((done / total) * 100),
      total,
      done,
      failedCount: failed,
      ...(failed > 0 ? { message: `${sites[0]?.sns[0] ?? ''}: 设备未应答 / no answer` } : {}),
      createdBy: tenant.index < 2 ? 'global@demo.example' : 'super@demo.example',
      ...(state === 'pending' || state === 'assigned' ? {} : { startedAt: instant(started) }),
      ...(over ? { finishedAt: instant(started + total * 20_000) } : {}),
      ...stamps(started - HOUR, started),
    };
  });
}

const tests = [
  ['ping', 'www.example.com'],
  ['traceroute', 'pop-sh.example.net'],
  ['tcping', 'erp.example.com'],
  ['dns', 'office.example.com'],
  ['http', 'shop.example.com'],
  ['speedTest', 'speed.example.net'],
  ['capture', 'shop.example.com'],
  ['walk', 'erp.example.com'],
] as const;

/** Tests that people ran from their sites. */
export function diagnosisTasks(now: number, tenant: Tenant, plans: readonly SitePlan[]): Seeded<'DiagnosisTask'>[] {
  const able = plans.filter((plan) => plan.state === 'ONLINE');
  if (able.length === 0) return [];
  return Array.from({ length: COUNTS[tenant.index] ?? 2 }, (_, index): Seeded<'DiagnosisTask'> => {
    const random = randomFrom(`diagnosis ${tenant.id} ${index}`);
    const [kind, target] = tests[index % tests.length] ?? tests[0];
    const site = random.pick(able);
    const state = states[index] ?? (index % 6 === 5 ? 'failed' : 'success');
    const over = state === 'success' || state === 'failed';
    const at = over ? now - random.int(1, 20 * 24) * HOUR : now - random.int(2, 8) * 1000;
    const latency = random.int(80, 700) / 10;
    const good = state === 'success';
    return {
      id: `dg-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      siteId: site.id,
      ...(index % 3 === 0 ? { wan: 'WAN1' } : {}),
      kind,
      target,
      ...(kind === 'tcping' || kind === 'http' || kind === 'walk' ? { port: 443 } : {}),
      ...(kind === 'ping' || kind === 'tcping' ? { count: 5 } : {}),
      state,
      progress: over ? 100 : 0,
      lines: over ? [`${kind} ${target} (${deviceId(site, 1)})`, good ? `${latency} ms` : 'no answer'] : [],
      ...(good && kind !== 'traceroute' && kind !== 'capture' ? { latency } : {}),
      ...(over && (kind === 'ping' || kind === 'tcping') ? { lossRate: good ? 0 : 100 } : {}),
      ...(kind === 'walk' && over ? walked(site.name, target, { good, latency }) : {}),
      ...(good && kind === 'speedTest' ? { download: random.int(40, 480), upload: random.int(10, 120) } : {}),
      createdBy: tenant.index === 0 ? 'company@demo.example' : 'global@demo.example',
      ...(over ? { startedAt: instant(at), finishedAt: instant(at + 5000) } : {}),
      ...stamps(at, at + 5000),
    };
  });
}

/** A way that was fine but for some loss, or that the rules of the other site ended. */
function walked(
  site: string,
  target: string,
  { good, latency }: { good: boolean; latency: number },
): Pick<Seeded<'DiagnosisTask'>, 'steps' | 'brokenAt'> {
  const at = (part: number): number => Math.round(latency * part * 10) / 10;
  const first = [
    { stage: 'device' as const, name: site, state: 'ok' as const, latency: 0.4, lossRate: 0 },
    { stage: 'rules' as const, name: site, state: 'ok' as const, lossRate: 0 },
    {
      stage: 'wan' as const,
      name: 'WAN1',
      state: good ? ('degraded' as const) : ('ok' as const),
      latency: at(0.2),
      lossRate: good ? 1.2 : 0,
    },
    { stage: 'pop' as const, name: 'POP Shanghai', state: 'ok' as const, latency: at(0.5), lossRate: 0 },
    { stage: 'name' as const, name: 'DNS', state: 'ok' as const, latency: at(0.6), lossRate: 0 },
  ];
  if (good) return { steps: [...first, { stage: 'service', name: target, state: 'ok', latency, lossRate: 1.2 }] };
  const far = { stage: 'farSite' as const, name: 'Chengdu_DC', state: 'ok' as const, latency: at(0.9), lossRate: 0 };
  return { steps: [...first, far, { stage: 'farRules', name: far.name, state: 'broken', lossRate: 100 }], brokenAt: 'farRules' };
}
