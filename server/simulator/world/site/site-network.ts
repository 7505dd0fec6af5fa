import type { Isp, LanDhcp, LanPort, SiteWifi, WanPort } from '#generated/server/stored.ts';
import { dotted, macOf } from '#server/simulator/world/site/addressing.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { dhcpTagId } from '#server/simulator/world/planning/company-resources.ts';
import { tagCount, tagId } from '#server/simulator/world/tenancy/tags.ts';
import type { Seeded } from '#server/kernel/seeding/world.ts';
import type { Link } from '#server/telemetry/port.ts';

const isps = ['telecom', 'unicom', 'mobile'] as const;

/** WAN ports, LAN ports, WiFi and the networks behind them. */
export function networkOf(plan: SitePlan): Partial<Seeded<'Site'>> {
  const behind =
    plan.kind === 'headquarters' || plan.kind === 'dataCentre'
      ? [`${dotted(plan.address.lan(3))}/25`, `${dotted(plan.address.lan(3) + 128)}/25`]
      : [];
  return {
    wan: linksOf(plan).map((link, port) => wan(plan, port, link)),
    lan: Array.from({ length: plan.lans }, (_, port) => lan(plan, port)),
    wifi: wifi(plan),
    localSubnets: behind,
  };
}

/** How WAN port n gets its address. */
export function wanMode({ kind, index }: SitePlan, port: number): 'static' | 'pppoe' | 'dhcp' {
  if (port === 2 || (kind === 'store' && port === 1)) return 'dhcp';
  if (kind === 'store' || (kind === 'branch' && port === 1)) return index % 2 === 0 ? 'pppoe' : 'dhcp';
  return 'static';
}

/** The WAN ports of a site as they are measured. */
export function linksOf(plan: SitePlan): Link[] {
  return Array.from({ length: plan.wans }, (_, port) => {
    const { kind } = plan;
    const cellular = port === 2 || (kind === 'store' && port === 1);
    const down = cellular ? 50 : kind === 'headquarters' || kind === 'dataCentre' ? 1000 : kind === 'store' ? 100 : 300;
    const up = wanMode(plan, port) === 'static' ? down : Math.ceil(down / 5);
    return { name: `WAN${port + 1}`, number: port + 1, up, down, cellular };
  });
}

function wan(plan: SitePlan, port: number, { name, up, down, cellular }: Link): WanPort {
  const { kind, tenant, index } = plan;
  const mode = wanMode(plan, port);
  const line = (index + port) % tagCount(tenant, 'line');
  return {
    logicName: name,
    port: cellular ? 'lte0' : `eth${port}`,
    medium: cellular ? 'cellular' : 'ethernet',
    isp: ispOf(plan, port),
    bandwidth: { up, down },
    ipmode: mode,
    metric: (port + 1) * 10,
    mtu: mode === 'pppoe' ? 1492 : 1500,
    enableProxy: kind === 'headquarters' && port === 1,
    lineTag: tagId(tenant, 'line', line),
    ...(plan.wans > 1 ? { wanSetTag: tagId(tenant, 'wanSet', index % tagCount(tenant, 'wanSet')) } : {}),
    ...(mode === 'static' ? plan.address.wan(port) : {}),
    ...(mode === 'pppoe' ? { pppoeAccount: `${tenant.id.slice(2)}${index + 1}@163.gd`, pppoePassword: `Dial${100_000 + index}` } : {}),
    ...(cellular ? { apn: 'cmnet' } : {}),
  };
}

/** The three large carriers; here and there cable television or the education network, abroad somebody else. */
function ispOf({ city, index }: SitePlan, port: number): Isp {
  if (city.area === '海外') return 'other';
  if (index % 11 === 5) return port === 0 ? 'broadnet' : 'cernet';
  return isps[(index + port) % isps.length] ?? 'telecom';
}

/** The first LAN reaches the internet through the headquarters, the second directly. */
function lan(plan: SitePlan, port: number): LanPort {
  const { address, kind, lans } = plan;
  const network = address.lan(port);
  const bridge = kind === 'store' ? ['eth2', 'eth3', 'eth4'] : [`eth${port + 4}`];
  return {
    name: `LAN${port + 1}`,
    lanIp: dotted(network + 1),
    mask: 24,
    ipmode: port === 1 ? 'DIA' : 'FIA',
    bridge,
    ...(port === 0 && lans > 2 ? { additionalIps: [{ ip: dotted(address.extra + 1), mask: 24 }] } : {}),
    ...(port === 0 ? { loopbackIps: [address.loopback] } : {}),
    dhcp: dhcp(plan, port),
    tunnelMode: kind === 'dataCentre' ? 'tcp-tls' : kind === 'cloud' ? 'tcp' : 'udp',
    tunnelMtu: 1400,
  };
}

function dhcp(plan: SitePlan, port: number): LanDhcp {
  const network = plan.address.lan(port);
  if (plan.kind === 'dataCentre' || plan.kind === 'cloud') return { mode: 'disabled' };
  if (port === 2) return { mode: 'relay', relayServer: dotted(plan.address.lan(0) + 10) };
  const fixed = plan.kind === 'store' ? ['收银机', 'printer', '摄像头'] : ['printer'];
  const staticAllocations = fixed.map((name, index) => ({
    mac: macOf(0x4000_0000 + plan.tenant.index * 0x40_0000 + plan.index * 16 + port * 4 + index),
    ip: dotted(network + 20 + index),
    name,
  }));
  return {
    mode: 'server',
    poolStart: dotted(network + 100),
    poolEnd: dotted(network + 199),
    gateway: dotted(network + 1),
    dns: ['223.5.5.5', '119.29.29.29'],
    ...(plan.index % 4 === 1 ? { dhcpTag: dhcpTagId(plan.tenant, 0) } : {}),
    leaseTime: plan.kind === 'store' ? 7200 : 86_400,
    staticAllocations,
  };
}

function wifi({ kind, tenant, index }: SitePlan): SiteWifi {
  if (!['store', 'branch', 'headquarters'].includes(kind)) return { enable: false };
  const macFilter = (['disabled', 'disabled', 'deny', 'allow'] as const)[index % 4] ?? 'disabled';
  const encryption = (['wpa2', 'wpa2-wpa3', 'wpa3', 'wpa2', 'open'] as const)[index % 5] ?? 'wpa2';
  return {
    enable: true,
    ssid: kind === 'store' ? `${tenant.row.nickname ?? 'Shop'}_WiFi` : `${tenant.row.nickname ?? 'Office'}-Office`,
    hidden: kind === 'headquarters',
    encryption,
    macFilter,
    ...(encryption === 'open' ? {} : { key: `Wireless${10_000 + index}` }),
    ...(macFilter === 'disabled' ? {} : { macList: [macOf(0x6000_0000 + index * 2), macOf(0x6000_0000 + index * 2 + 1)] }),
  };
}
