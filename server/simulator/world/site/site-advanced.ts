import type { BgpConfig, BgpNeighbor, DynamicRoute, SelectedPop, SiteBusiness, SiteDns } from '#generated/server/stored.ts';
import { dotted } from '#server/simulator/world/site/addressing.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { tagCount, tagId } from '#server/simulator/world/tenancy/tags.ts';
import type { Seeded } from '#server/kernel/seeding/world.ts';

/** Time zones of cities outside China. */
const zones: Readonly<Record<string, string>> = {
  'Hong Kong': 'Asia/Hong_Kong',
  Singapore: 'Asia/Singapore',
  Tokyo: 'Asia/Tokyo',
  Seoul: 'Asia/Seoul',
  Bangkok: 'Asia/Bangkok',
  'Kuala Lumpur': 'Asia/Kuala_Lumpur',
  Jakarta: 'Asia/Jakarta',
  Frankfurt: 'Europe/Berlin',
  London: 'Europe/London',
  'New York': 'America/New_York',
  'Los Angeles': 'America/Los_Angeles',
  'São Paulo': 'America/Sao_Paulo',
  Sydney: 'Australia/Sydney',
  Dubai: 'Asia/Dubai',
};

/** Everything of a site behind the tabs of advanced and internal configuration. */
export function advancedOf(plan: SitePlan): Partial<Seeded<'Site'>> {
  const { kind, index, tenant, city, address } = plan;
  const large = kind === 'headquarters' || kind === 'dataCentre';
  const natted = kind === 'transparent' || kind === 'headquarters';
  return {
    ntp: {
      timezone: zones[city.en] ?? 'Asia/Shanghai',
      primary: 'ntp.aliyun.com',
      second: city.area === '海外' ? 'time.cloudflare.com' : 'ntp.tencent.com',
    },
    dns: dns(plan),
    dhcpServer: large
      ? {
          enable: true,
          domainName: tenant.domain,
          options: [
            { code: 66, value: dotted(address.lan(0) + 10) },
            { code: 150, value: 'tftp' },
          ],
        }
      : { enable: false },
    dynamicRoute: dynamicRoute(plan),
    selectedPop: index % 3 === 1 ? preferred(city.area) : { routePreference: 1 },
    mobileAccess: large
      ? {
          enable: true,
          subnet: address.vpn,
          port: 1194,
          tunnelMode: (['udp', 'tcp', 'tcp-tls'] as const)[Math.floor(index / 12) % 3] ?? 'udp',
          dns: '223.5.5.5',
          maxUsers: 100,
        }
      : { enable: false },
    business: business(plan),
    advancedItem: {
      compression: kind === 'leasedLine',
      forwardErrorCorrection: index % 2 === 0,
      packetDuplication: kind === 'headquarters',
      remoteManagement: true,
    },
    configAudit:
      tenant.row.auditType !== 'none' && kind !== 'cloud'
        ? { enable: true, server: `audit.${tenant.domain}`, port: 514, realtime: large }
        : { enable: false },
    natNet: natted ? [{ internal: `${dotted(address.lan(1))}/24`, external: address.translated }] : [],
    qos: kind === 'store' ? { enable: true, up: 20, down: 100, priority: 500 } : { enable: false },
    internalParam: {
      tunnelInterface: 'tun1',
      routeAddress: '{ip}',
      dataPort: 4789,
      reportInterval: 60,
      scoringInterval: large ? 10 : 30,
      mtu: 1400,
      mss: 1360,
    },
  };
}

function dns({ kind, tenant, address }: SitePlan): SiteDns {
  const local = ['223.5.5.5', '119.29.29.29'];
  if (kind === 'store') return { localDns: local };
  const erp = dotted(address.lan(0) + 10);
  return {
    localDns: [...local, '114.114.114.114'],
    smartDns: [
      { domain: `erp.${tenant.domain}`, dns: erp },
      { domain: `oa.${tenant.domain}`, dns: erp },
    ],
    dnsProxy: [
      { preferredDns: '223.5.5.5', backupDns: '180.76.76.76' },
      { domain: tenant.domain, preferredDns: erp },
    ],
    dnsHijack: kind === 'headquarters' ? [{ domain: `printer.${tenant.domain}`, ip: dotted(address.lan(0) + 20) }] : [],
  };
}

/** OSPF at the headquarters and in branches, BGP in data centres and plants, nothing elsewhere: never both. */
function dynamicRoute({ kind, index, address, lans }: SitePlan): DynamicRoute {
  const networks = Array.from({ length: Math.max(1, lans) }, (_, n) => `${dotted(address.lan(n))}/24`);
  if (kind === 'headquarters' || (kind === 'branch' && index % 4 === 2)) {
    const interfaces = Array.from({ length: lans }, (_, n) => `LAN${n + 1}`);
    const areaType = kind === 'headquarters' ? 'normal' : index % 8 === 2 ? 'stub' : 'nssa';
    return {
      protocol: 'ospf',
      ospf: {
        routerId: address.loopback,
        area: kind === 'headquarters' ? 0 : index,
        areaType,
        prefixes: networks,
        interfaces,
        defaultMetric: 20,
      },
    };
  }
  if (kind !== 'dataCentre' && kind !== 'sideArm') return { protocol: 'disabled' };
  const neighbors: (BgpNeighbor & { password?: string })[] = [
    { ip: dotted(address.lan(0) + 2), peerAs: 65_001, keepalive: 60, holdTime: 180, password: 'Bgp2026peer' },
    ...(kind === 'dataCentre' ? [{ ip: dotted(address.lan(1) + 2), peerAs: 65_002, keepalive: 30, holdTime: 90 }] : []),
  ];
  const bgp: BgpConfig = {
    as: 64_600 + (index % 400),
    neighbors,
    prefixLists: [
      {
        name: 'own-networks',
        entries: [...networks.map((prefix) => ({ prefix, action: 'permit' as const })), { prefix: '0.0.0.0/0', action: 'deny' as const }],
      },
    ],
    routeReportFilters: [
      { prefix: networks[0] ?? '10.0.0.0/8', action: 'permit' },
      { prefix: '192.168.0.0/16', action: 'deny' },
    ],
    overlayMetric: 50,
  };
  return { protocol: 'bgp', bgp };
}

function preferred(area: string): SelectedPop {
  if (area === '华南' || area === '西南')
    return { routePreference: 3, preferredArea: 'br-cn-south', preferredPop: 'pop-guangzhou-1', backupPop: 'pop-shenzhen-1' };
  if (area === '海外')
    return { routePreference: 3, preferredArea: 'br-cn-hongkong', preferredPop: 'pop-hongkong-1', backupPop: 'pop-singapore-1' };
  return { routePreference: 3, preferredArea: 'br-cn-east', preferredPop: 'pop-shanghai-1', backupPop: 'pop-hangzhou-1' };
}

function business({ kind, tenant, index, wans }: SitePlan): SiteBusiness[] {
  const office: SiteBusiness = { name: '办公', type: 'office', egressType: 'singleOut', egressWan: 'WAN1' };
  if (kind === 'store') return [office];
  if (kind !== 'headquarters' && kind !== 'branch') return [];
  return [
    office,
    { name: 'SaaS', type: 'saas', egressType: 'outGroup', egress: 'saas-east' },
    ...(wans > 1 ? [{ name: '访客上网', type: 'office' as const, egressType: 'line2' as const, egressWan: 'WAN2' }] : []),
    ...(kind === 'headquarters'
      ? [
          {
            name: '视频会议',
            type: 'office' as const,
            egressType: 'wanGroup' as const,
            wanSetTag: tagId(tenant, 'wanSet', index % tagCount(tenant, 'wanSet')),
          },
          { name: 'Office 365', type: 'saas' as const, egressType: 'dedicateIp' as const, egress: 'ip-hongkong-7' },
          { name: 'Web proxy', type: 'saas' as const, egressType: 'proxy' as const, egressWan: 'WAN2' },
        ]
      : []),
  ];
}
