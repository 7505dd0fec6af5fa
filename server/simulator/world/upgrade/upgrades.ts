import { devicesOf } from '#server/simulator/world/site/devices.ts';
import type { Network } from '#server/simulator/world/mobile-office/mobile-office.ts';
import { releaseId } from '#server/simulator/world/upgrade/releases.ts';
import { upgradeCounts } from '#server/features/upgrade/upgrade-rings.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const MINUTE = 60_000;
type State = 'draft' | 'running' | 'paused' | 'halted' | 'complete' | 'rollingBack' | 'rolledBack' | 'stopped';
/** A policy of the demo world: where it stands, and which devices of the first company are in it. */
type Plan = { name: string; to: string; from: string; state: State; first: number; count: number; age: number };

const NEW = '5.3.1';
const present: readonly Plan[] = [
  { name: '全网升级 5.3.1 第一期', to: NEW, from: '', state: 'running', first: 0, count: 24, age: 0 },
  { name: '华南先行升级', to: NEW, from: '', state: 'paused', first: 24, count: 8, age: 1 },
  { name: 'Warehouses to 5.3.1', to: NEW, from: '', state: 'halted', first: 32, count: 8, age: 2 },
  { name: '西南门店暂停', to: NEW, from: '', state: 'paused', first: 46, count: 1, age: 1 },
  { name: 'Plants on hold', to: NEW, from: '', state: 'paused', first: 47, count: 1, age: 1 },
  { name: '数据中心试升级', to: NEW, from: '', state: 'halted', first: 48, count: 1, age: 2 },
  { name: 'Cloud edge trial', to: NEW, from: '', state: 'halted', first: 49, count: 1, age: 2 },
  { name: '总部回退', to: '5.3.0', from: '', state: 'rollingBack', first: 40, count: 6, age: 3 },
  { name: 'Stopped in December', to: '5.3.0', from: '', state: 'stopped', first: 0, count: 6, age: 60 },
  { name: '5.2.0 回退', to: '5.2.0', from: '5.2.0', state: 'rolledBack', first: 6, count: 6, age: 90 },
];
const earlier: readonly Plan[] = ['5.2.1', '5.2.0', '5.1.1', '5.1.0', '5.0.2', '5.0.1', '5.0.0', '4.9.2', '4.9.1', '4.9.0'].map(
  (to, index) => ({
    name: index % 2 === 0 ? `例行升级 ${to.replaceAll('.', '_')}` : `Regular upgrade ${to.replaceAll('.', '_')}`,
    to,
    from: '4.8.1',
    state: 'complete',
    first: index * 5,
    count: 5,
    age: 100 + index * 30,
  }),
);
const drafts: readonly Plan[] = Array.from({ length: 10 }, (_, index) => ({
  name: index % 2 === 0 ? `待排期升级_${index + 1}` : `Planned upgrade ${index + 1}`,
  to: NEW,
  from: '',
  state: 'draft',
  first: 0,
  count: 0,
  age: 0,
}));

/** Upgrades of the first company: old ones that are done, those under way, and what is planned. */
export function upgrades(
  now: number,
  { tenant, plans }: Network,
): { policies: Seeded<'UpgradePolicy'>[]; devices: Seeded<'DeviceUpgrade'>[] } {
  const all = plans.flatMap((plan) => devicesOf(now, plan)).filter((device) => device.model.startsWith('AR'));
  const made = [...present, ...earlier, ...drafts].map((plan, index) => {
    const policyId = `up-${index + 1}`;
    const found = all.slice(plan.first, plan.first + plan.count).filter((device) => device.softwareVersion !== undefined);
    const devices = found.map((device, position) => deviceRow(now, { plan, policyId, index, device, position }));
    return { policy: policyRow(now, tenant.id, { plan, policyId, index, devices }), devices };
  });
  return { policies: made.map(({ policy }) => policy), devices: made.flatMap(({ devices }) => devices) };
}

/** Of every fourth policy the last ring is the head office's. */
const FIRST_RING = '试点';
const lastRing = (index: number): string => (index % 4 === 3 ? '总部' : '全部');

type Placed = { plan: Plan; policyId: string; index: number; device: Seeded<'Device'>; position: number };

function deviceRow(now: number, { plan, policyId, index, device, position }: Placed): Seeded<'DeviceUpgrade'> {
  const started = now - plan.age * DAY - 2 * HOUR;
  const state = stateOf(plan.state, device, position);
  const back = plan.state === 'rolledBack' || plan.state === 'rollingBack';
  const own = String(device.softwareVersion);
  const over = state === 'success' || state === 'failed';
  return {
    id: `du-${policyId.slice(3)}-${device.deviceId.slice(2)}`.slice(0, 64),
    companyId: device.companyId ?? '',
    policyId,
    deviceId: device.deviceId ?? '',
    siteId: device.siteId ?? '',
    sn: device.sn ?? '',
    model: device.model ?? '',
    ring: position < 4 ? 0 : 1,
    ringName: position < 4 ? FIRST_RING : lastRing(index),
    ...(state === 'pending' ? { waitsFor: isOnline(device) ? 'turn' : 'device' } : {}),
    direction: back ? 'rollBack' : 'upgrade',
    fromVersion: back ? plan.to : plan.from === '' ? own : plan.from,
    toVersion: back ? own : plan.to,
    state,
    paused: plan.state === 'paused' && position % 4 === 3,
    progress: over ? 100 : 0,
    attempts: over || state === 'running' ? 1 : 0,
    ...(state === 'failed' ? { error: 'verification' } : {}),
    ...(over || state === 'running' ? { startedAt: instant(state === 'running' ? now - MINUTE : started) } : {}),
    ...(over || state === 'stopped' ? { finishedAt: instant(started + 4 * MINUTE) } : {}),
    ...stamps(started - HOUR, started),
  };
}

function isOnline(device: Seeded<'Device'>): boolean {
  return device.state === 'ONLINE' || device.state === 'EXCEPTION';
}

/** Devices with a fault fail, those that are away wait; of the others the first ring is at work. */
function stateOf(policy: State, device: Seeded<'Device'>, position: number): Seeded<'DeviceUpgrade'>['state'] {
  if (policy === 'complete' || policy === 'rolledBack') return 'success';
  if (policy === 'stopped') return 'stopped';
  const online = isOnline(device);
  if (policy === 'rollingBack') return 'pending';
  if (policy === 'halted') return device.state === 'EXCEPTION' || position < 3 ? 'failed' : 'assigned';
  if (position >= 4) return 'assigned';
  if (!online) return 'pending';
  return policy === 'running' ? (device.state === 'EXCEPTION' ? 'failed' : 'running') : 'assigned';
}

function policyRow(
  now: number,
  companyId: string,
  { plan, policyId, index, devices }: { plan: Plan; policyId: string; index: number; devices: Seeded<'DeviceUpgrade'>[] },
): Seeded<'UpgradePolicy'> {
  const started = now - plan.age * DAY - 2 * HOUR;
  const begun = plan.state !== 'draft';
  const last = lastRing(index);
  const rings: Seeded<'UpgradePolicy'>['rings'] = [
    { name: FIRST_RING, by: 'percent', percent: 15 },
    index % 4 === 3
      ? { name: last, by: 'tags', siteTags: [`t-${companyId.slice(2)}-site-1`] }
      : { name: last, by: 'percent', percent: 100 },
  ];
  const over = ['complete', 'rolledBack', 'stopped'].includes(plan.state);
  return {
    id: policyId,
    name: plan.name.replaceAll('.', '_'),
    releaseId: releaseId(plan.to),
    companyIds: [companyId],
    rings,
    soakMinutes: 30,
    maxFailures: 2,
    concurrency: 20,
    ...(index % 3 === 2 ? { windowStart: '01:00', windowEnd: '05:00' } : {}),
    timezone: 'Asia/Shanghai',
    remark: index % 2 === 0 ? '变更窗口已审批' : 'Change approved',
    state: plan.state,
    ...(begun
      ? {
          currentRing: over ? 1 : 0,
          startedAt: instant(started),
          failuresSince: instant(started),
          ringName: over ? last : FIRST_RING,
          ...upgradeCounts(rings, devices),
        }
      : {}),
    ...(over ? { finishedAt: instant(started + HOUR) } : {}),
    ...stamps(started - DAY, started),
  };
}
