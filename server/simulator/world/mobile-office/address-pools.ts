import { firstFree, type Pool, poolSize } from '#domain/address-pool.ts';
import { macOf } from '#server/simulator/world/site/addressing.ts';
import { type Network, share } from '#server/simulator/world/mobile-office/mobile-office.ts';
import type { MobileUser } from '#server/simulator/world/mobile-office/mobile-accounts.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const names =
  '主地址池,备用地址池,已满的小池,管理层,研发,财务,客服,门店店长,访客,外包,审计,华东,华北,华南,西南,Overseas,Singapore,Tokyo,Partners,Developers,Help desk,Test,IoT,Scanners,Kiosks,Legacy'.split(
    ',',
  );
/** The third pool has two addresses, and both are bound. */
const SMALL = 2;

export function poolId({ tenant }: Network, index: number): string {
  return `ap-${tenant.id.slice(2)}-${index + 1}`;
}

function poolOf(index: number): Pool {
  const base = `172.31.${index}`;
  if (index === SMALL) return { network: `${base}.0/29`, rangeStart: `${base}.2`, rangeEnd: `${base}.3`, gateway: `${base}.1` };
  return {
    network: `${base}.0/24`,
    rangeStart: `${base}.10`,
    rangeEnd: `${base}.${index % 4 === 3 ? 60 : 250}`,
    gateway: `${base}.1`,
    ...(index % 3 === 0 ? { excluded: [`${base}.100-${base}.110`] } : {}),
  };
}

/** Pools with what is bound and who is online in them: every address is held once, and counted. */
export function addressing(
  now: number,
  network: Network,
  users: readonly MobileUser[],
): { pools: Seeded<'AddressPool'>[]; bindings: Seeded<'AddressBinding'>[]; online: Seeded<'OnlineStatus'>[] } {
  const { tenant } = network;
  const count = share(tenant, names.length);
  const pools = Array.from({ length: count }, (_, index) => poolOf(index));
  const taken = pools.map(() => new Set<string>());
  const take = (index: number): string | undefined => {
    const [pool, held] = [pools[index], taken[index]];
    const free = pool && held && firstFree(pool, held);
    if (free) held.add(free);
    return free;
  };
  const bindings = bindingsOf(now, network, users, take);
  const online = onlineOf(now, network, users, bindings, take);
  return { pools: pools.map((pool, index) => poolRow(now, network, { pool, index, used: taken[index]?.size ?? 0 })), bindings, online };
}

function bindingsOf(
  now: number,
  network: Network,
  users: readonly MobileUser[],
  take: (pool: number) => string | undefined,
): Seeded<'AddressBinding'>[] {
  const { tenant } = network;
  const pools = share(tenant, names.length);
  return Array.from({ length: share(tenant, 32) }, (_, index): Seeded<'AddressBinding'>[] => {
    const pool = index < 2 && pools > SMALL ? SMALL : index % Math.min(pools, 2);
    const ip = take(pool);
    const user = users[index];
    if (ip === undefined) return [];
    const whose: Pick<Seeded<'AddressBinding'>, 'accountId' | 'mac'> = user && index % 3 !== 2
      ? { accountId: user.row.id ?? '' }
      : { mac: macOf(0x7000_0000 + tenant.index * 0x1_0000 + index) };
    return [
      {
        id: `ab-${tenant.id.slice(2)}-${index + 1}`,
        companyId: tenant.id,
        poolId: poolId(network, pool),
        ip,
        ...whose,
        enable: index % 9 !== 8,
        remark: index % 3 === 2 ? '手持终端' : index % 4 === 0 ? 'Whitelisted at the bank' : '',
        ...stamps(now - (100 - index) * DAY),
      },
    ];
  }).flat();
}

/** Four of five people are online; who has an address keeps it. */
function onlineOf(
  now: number,
  network: Network,
  users: readonly MobileUser[],
  bindings: readonly Seeded<'AddressBinding'>[],
  take: (pool: number) => string | undefined,
): Seeded<'OnlineStatus'>[] {
  const { tenant, plans } = network;
  const random = randomFrom(`online ${tenant.id}`);
  return users
    .filter(({ row }, index) => row.enable && index % 5 !== 1)
    .slice(0, share(tenant, 30))
    .flatMap((user, index): Seeded<'OnlineStatus'>[] => {
      const bound = bindings.find((binding) => binding.accountId === user.row.id);
      const ip = bound?.ip ?? take(0);
      const plan = random.pick(plans.filter(({ state }) => state === 'ONLINE'));
      const since = now - random.int(5, 600) * 60_000;
      if (ip === undefined) return [];
      return [
        {
          id: `on-${tenant.id.slice(2)}-${index + 1}`,
          companyId: tenant.id,
          accountId: user.row.id ?? '',
          username: user.row.username ?? '',
          deviceName: user.device,
          mac: user.mac,
          platform: user.platform,
          clientVersion: random.pick(['3.1.0', '3.1.1', '3.2.0']),
          ip,
          poolId: bound?.poolId ?? poolId(network, 0),
          publicIp: `203.0.113.${random.int(1, 254)}`,
          location: random.pick(tenant.cities).zh,
          siteId: plan.id,
          onlineAt: instant(since),
          lastActiveAt: instant(now - random.int(0, 900) * 1000),
          rxBytes: random.int(1, 4000) * 262_144,
          txBytes: random.int(1, 800) * 131_072,
          latency: random.int(8, 240),
          ...stamps(since, Math.max(since, now - HOUR)),
        },
      ];
    });
}

function poolRow(now: number, network: Network, { pool, index, used }: { pool: Pool; index: number; used: number }): Seeded<'AddressPool'> {
  const { excluded, ...range } = pool;
  const total = poolSize(pool);
  return {
    id: poolId(network, index),
    companyId: network.tenant.id,
    name: names[index] ?? `Pool ${index + 1}`,
    ...range,
    ...(excluded ? { excluded: [...excluded] } : {}),
    dns: ['223.5.5.5'],
    leaseTime: index % 5 === 4 ? 3600 : 86_400,
    enable: index % 8 !== 7,
    total,
    used,
    free: total - used,
    remark: index === SMALL ? '演示：没有空闲地址' : '',
    ...stamps(now - (155 - index) * DAY),
  };
}
