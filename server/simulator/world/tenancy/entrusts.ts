import { areaNames } from '#server/simulator/world/tenancy/area-names.ts';
import { areas } from '#server/features/tenancy/cities.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { regionId } from '#server/simulator/world/tenancy/regions.ts';
import { roleId } from '#server/simulator/world/account/roles.ts';
import { DAY, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

type Period = { start: number; end: number; status: 'scheduled' | 'running' | 'complete' | 'cancelled' };

/** Delegations of the first company, in days from now: the one that runs for delegate@, one to come, old and cancelled ones. */
export function entrusts(now: number, first: Tenant, people: readonly Seeded<'User'>[]): Seeded<'Entrust'>[] {
  const random = randomFrom('entrusts');
  const usernames = people
    .filter((person) => person.companyId === first.id && person.enable && !person.username.startsWith('fixture-'))
    .map((person) => person.username);
  const entrust = (
    id: string,
    to: string,
    role: string,
    area: string | undefined,
    { start, end, status }: Period,
    note: string,
  ): Seeded<'Entrust'> => {
    const [from, until] = [now + start * DAY, now + end * DAY];
    return {
      entrustId: id,
      delegateFrom: 'company@demo.example',
      delegateTo: to,
      role: roleId(first, role),
      company: first.id,
      ...(area === undefined ? {} : { region: regionId(first, area) }),
      startTime: instant(from),
      endTime: instant(until),
      deadline: instant(until),
      status,
      note,
      ...stamps(Math.min(from, now) - DAY, Math.min(until, now)),
    };
  };
  const old = Array.from({ length: 21 }, (_, index) => {
    const start = -300 + index * 12;
    const period: Period = { start, end: start + random.int(3, 14), status: index % 5 === 3 ? 'cancelled' : 'complete' };
    const to = random.pick(usernames.filter((name) => name !== 'company@demo.example'));
    return entrust(
      `e-${index + 1}`,
      to,
      random.pick(['operator', 'viewer', 'firewall']),
      areaNames[random.pick(areas)],
      period,
      random.pick(['年假代班', '出差', 'On leave', '门店改造']),
    );
  });
  return [
    entrust(
      'e-delegate',
      'delegate@demo.example',
      'operator',
      areaNames['华东'],
      { start: -10, end: 1825, status: 'running' },
      '华东区长期代管 / looks after East China',
    ),
    entrust('e-viewer', 'viewer@demo.example', 'firewall', undefined, { start: -3, end: 30, status: 'running' }, '防火墙策略整改'),
    entrust(
      'e-future',
      'regional@demo.example',
      'operator',
      areaNames['华北'],
      { start: 14, end: 28, status: 'scheduled' },
      'Spring festival cover',
    ),
    entrust('e-cancelled', 'delegate@demo.example', 'admin', undefined, { start: -40, end: 20, status: 'cancelled' }, '误授权，已取消'),
    entrust(
      'e-fixture-expired',
      'fixture-expired@demo.example',
      'operator',
      undefined,
      { start: -30, end: -2, status: 'complete' },
      '已到期',
    ),
    entrust(
      'e-fixture-future',
      'fixture-future@demo.example',
      'operator',
      undefined,
      { start: 7, end: 21, status: 'scheduled' },
      '尚未开始',
    ),
    ...old,
  ];
}
