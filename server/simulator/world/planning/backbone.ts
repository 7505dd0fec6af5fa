import { dotted, numberOf } from '#server/simulator/world/site/addressing.ts';
import { areas, cities, type Area, type City } from '#server/features/tenancy/cities.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { tagId } from '#server/simulator/world/tenancy/tags.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

/** Where the backbone stands: a zone of a region, with its POPs. */
type Zone = { id: string; code: string; region: string; city: City; pops: number; index: number };

const PER_AREA = 3;

const regionOfArea: Readonly<Record<Exclude<Area, '海外'>, string>> = {
  华东: 'cn-east',
  华北: 'cn-north',
  华南: 'cn-south',
  华中: 'cn-central',
  西南: 'cn-southwest',
  西北: 'cn-northwest',
  东北: 'cn-northeast',
};
const regionAbroad: Readonly<Record<string, string>> = {
  'Hong Kong': 'cn-hongkong',
  Singapore: 'ap-singapore',
  Tokyo: 'ap-tokyo',
  Seoul: 'ap-seoul',
  Bangkok: 'ap-bangkok',
  Jakarta: 'ap-jakarta',
  Frankfurt: 'eu-frankfurt',
  London: 'eu-london',
  'New York': 'us-east',
  'Los Angeles': 'us-west',
  'São Paulo': 'sa-saopaulo',
  Sydney: 'ap-sydney',
  Dubai: 'me-dubai',
};

/** Cities whose zone is built and not in use, or not any more. */
const CLOSED: readonly string[] = ['New York', 'Los Angeles', 'São Paulo', 'Dubai'];
const dataCentres = ['万国数据', '世纪互联', 'Equinix', '移动云数据中心'] as const;

const zones: readonly Zone[] = areas
  .flatMap((area) => {
    const here = cities.filter((city) => city.area === area && (area !== '海外' || regionAbroad[city.en] !== undefined));
    return (area === '海外' ? here : here.slice(0, PER_AREA)).map((city, place) => ({ city, place, area }));
  })
  .map(({ city, place, area }, index) => {
    const region = area === '海外' ? (regionAbroad[city.en] ?? '') : regionOfArea[area];
    const code = area === '海外' ? `${region}-1` : `${region}-${place + 1}`;
    return { id: `az-${code}`, code, region: `br-${region}`, city, pops: place === 0 ? 2 : 1, index };
  });

/** Id of the n-th POP in a city, n from 1. */
function popId(city: City, number: number): string {
  return `pop-${plain(city.en)}-${number}`;
}

/** Every POP with its zone: what circuits, services and lines end at. */
export const popPlans: readonly { id: string; zone: Zone; number: number; index: number }[] = zones
  .flatMap((zone) =>
    Array.from({ length: zone.pops }, (_, position) => ({ id: popId(zone.city, position + 1), zone, number: position + 1 })),
  )
  .map((plan, index) => ({ ...plan, index }));

export function backboneAzs(now: number): Seeded<'BackboneAz'>[] {
  return zones.map(({ id, code, region, city, index }): Seeded<'BackboneAz'> => ({
    id,
    name: `${city.zh}可用区 ${plain(city.en)}`,
    code,
    regionId: region,
    city: city.zh,
    dataCentre: dataCentres[index % dataCentres.length] ?? '',
    longitude: city.lon,
    latitude: city.lat,
    enable: !CLOSED.includes(city.en),
    contact: index % 2 === 0 ? '机房值班' : 'Remote hands',
    contactPhone: `+86 400 810 ${String(1000 + index)}`,
    remark: index % 6 === 0 ? '双路市电' : '',
    ...stamps(now - (650 - index * 9) * DAY),
  }));
}

/** A controller for each zone; those of zones that are closed are off. */
export function controllers(now: number): Seeded<'Controller'>[] {
  return zones.map(({ id, code, city, index }): Seeded<'Controller'> => {
    const state = CLOSED.includes(city.en) ? 'offline' : index % 10 === 6 ? 'maintenance' : 'online';
    return {
      id: `ctl-${code}`,
      name: `控制器 ${code}`,
      code: `ctl-${code}`,
      zoneId: id,
      role: index % 3 === 2 ? 'backup' : 'primary',
      state,
      address: `ctl-${code}.backbone.example`,
      port: 8443,
      capacity: index % 5 === 4 ? 10 : 50,
      version: index % 4 === 0 ? '3.4.1' : '3.4.2',
      lastSeenAt: instant(state === 'online' ? now - 20_000 : now - (index + 5) * HOUR),
      remark: '',
      ...stamps(now - (640 - index * 9) * DAY),
    };
  });
}

export function pops(now: number): Seeded<'Pop'>[] {
  return popPlans.map(({ id, zone, number, index }): Seeded<'Pop'> => {
    const { city } = zone;
    const abroad = city.area === '海外';
    const closed = CLOSED.includes(city.en);
    const random = randomFrom(`pop ${id}`);
    const outside = (isp: number): string => dotted(numberOf('198.51.0.0') + index * 256 + isp * 40 + 10);
    const large = ['telecom', 'unicom', 'mobile'] as const;
    const isps = abroad ? (['other'] as const) : index % 6 === 0 ? ([...large, 'broadnet', 'cernet'] as const) : large;
    const model = number === 1 ? 'NE8000' : 'NE40E';
    return {
      id,
      name: `${city.zh} POP ${number}`,
      code: id,
      zoneId: zone.id,
      role: (['access', 'access', 'transit', 'gateway'] as const)[abroad ? 3 : index % 3] ?? 'access',
      serviceStatus: closed
        ? 'maintenance'
        : number === 2
          ? ((['normal', 'applied', 'abnormal', 'maintenance'] as const)[Math.floor(zone.index / 3) % 4] ?? 'normal')
          : 'normal',
      popLineTag: [`${tagId(undefined, 'popLine', index % 2)}-global`],
      city: city.zh,
      address: abroad ? `${random.int(1, 300)} Data Centre Road` : `${city.zh}市数据港路${random.int(1, 300)}号`,
      longitude: city.lon,
      latitude: city.lat,
      contact: '机房值班',
      contactPhone: `+86 400 810 ${String(1000 + zone.index)}`,
      capacity: number === 1 ? 5000 : 200,
      ipPool: number === 1 ? (abroad ? 32 : 256) : 0,
      tunnelModes: number === 1 ? ['udp', 'tcp', 'tcp-tls'] : ['udp', 'tcp'],
      controllerId: `ctl-${zone.code}`,
      addresses: isps.map((isp, position) => ({ isp, ip: outside(position), bandwidth: 10_000 })),
      wanLinks: isps.map((isp, position) => ({
        name: `uplink${position + 1}`,
        isp,
        bandwidth: 40_000,
        interface: `ge-0/0/${position + 1}`,
      })),
      devices: [1, 2].slice(0, number === 1 ? 2 : 1).map((role) => ({
        sn: `${model}-${String(index + 1).padStart(5, '0')}${role}`,
        model,
        role: role === 1 ? 'primary' : 'backup',
        managementIp: dotted(numberOf('10.254.0.0') + index * 4 + role),
      })),
      remark: closed ? '建设中' : '',
      ...stamps(now - (600 - index * 7) * DAY, now - index * DAY),
    };
  });
}

/** A ring through the zones of each area, and Shanghai to every city abroad. */
export function backboneLines(now: number): Seeded<'BackboneLine'>[] {
  const first = popPlans.filter(({ number }) => number === 1);
  const home = first.find(({ id }) => id === 'pop-shanghai-1');
  const pairs = first.flatMap((from, index) => {
    const inland = first.filter(({ zone }) => zone.city.area === from.zone.city.area);
    const to = from.zone.city.area === '海外' ? home : inland[(inland.indexOf(from) + 1) % inland.length];
    return to && to !== from ? [{ from, to, index }] : [];
  });
  const states = ['active', 'active', 'active', 'degraded', 'active', 'maintenance', 'active', 'down'] as const;
  return pairs.map(({ from, to, index }): Seeded<'BackboneLine'> => {
    const abroad = from.zone.city.area === '海外';
    const closed = CLOSED.includes(from.zone.city.en);
    return {
      id: `bl-${from.id.slice(4)}-${to.id.slice(4)}`,
      name: `${from.zone.city.zh}-${to.zone.city.zh} ${abroad ? '国际' : '骨干'}`,
      kind: (abroad ? (['cloudConnect', 'mpls'] as const) : (['mpls', 'fibre', 'internet'] as const))[index % (abroad ? 2 : 3)] ?? 'mpls',
      provider: abroad
        ? 'other'
        : ((['telecom', 'unicom', 'mobile', 'telecom', 'broadnet', 'unicom', 'cernet'] as const)[index % 7] ?? 'telecom'),
      circuitNumber: `BB-${String(100_200 + index)}`,
      state: closed ? 'planned' : (states[index % states.length] ?? 'active'),
      aZoneId: from.zone.id,
      aPopId: from.id,
      zZoneId: to.zone.id,
      zPopId: to.id,
      bandwidth: abroad ? 2000 : 10_000,
      latency: abroad ? 40 + index * 3 : 4 + (index % 9),
      loss: abroad ? 0.5 : 0.1,
      cost: abroad ? 50 : 10,
      supportPhone: abroad ? '+852 2000 1000' : '10000',
      supportMail: 'noc@carrier.example',
      remark: index % 8 === 0 ? '海缆 / submarine' : '',
      ...stamps(now - (500 - index * 6) * DAY, now - index * DAY),
    };
  });
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();
}
