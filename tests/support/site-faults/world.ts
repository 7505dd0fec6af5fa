import type { Json } from '#domain/model.ts';
import type { SiteFault } from './fault.ts';

type Doc = Record<string, Json>;

/** Devices of the company that stand in stock, and those that another site holds. */
export const devices = {
  first: { sn: 'AR1200-770001', model: 'AR1200' },
  otherModel: { sn: 'AR2600-770003', model: 'AR2600' },
  held: { sn: 'AR1200-770004', model: 'AR1200' },
  heldBackup: { sn: 'AR1200-770005', model: 'AR1200' },
} as const;
export const [A, C, HELD, HELD_BACKUP] = [devices.first.sn, devices.otherModel.sn, devices.held.sn, devices.heldBackup.sn];
export const NOWHERE = 'AR1200-779999';

/** What stands in the way of the site that is tried. */
export const otherSite: Doc = {
  name: 'Rule_other',
  deployMode: 'gateway',
  sn: HELD,
  haSn: HELD_BACKUP,
  lan: [{ name: 'LAN1', lanIp: '10.243.1.1', mask: 24, ipmode: 'FIA' }],
  mobileAccess: { enable: true, subnet: '10.243.200.0/24' },
};

const net = { ospf: '10.241', bgp: '10.242' } as const;

/** A site with everything that has a rule, and nothing that breaks one. */
export function soundSite(base: SiteFault['base']): Doc {
  const own = net[base];
  // what NAT puts in the place of a network is one site's alone, too
  const seenAs = base === 'ospf' ? '172.16' : '172.17';
  return {
    name: `Rules_${base}`,
    deployMode: 'gateway',
    wan: [
      { logicName: 'WAN1', ipmode: 'static', ip: '192.0.2.2', mask: 24, gateway: '192.0.2.1', metric: 10 },
      { logicName: 'WAN2', ipmode: 'dhcp', metric: 20 },
    ],
    lan: [
      {
        name: 'LAN1',
        lanIp: `${own}.1.1`,
        mask: 24,
        ipmode: 'FIA',
        additionalIps: [{ ip: `${own}.101.1`, mask: 24 }],
        loopbackIps: ['10.255.0.1'],
        dhcp: {
          mode: 'server',
          poolStart: `${own}.1.100`,
          poolEnd: `${own}.1.199`,
          gateway: `${own}.1.1`,
          staticAllocations: [
            { mac: '02:00:00:00:01:01', ip: `${own}.1.10` },
            { mac: '02:00:00:00:01:02', ip: `${own}.1.11` },
          ],
        },
      },
      { name: 'LAN2', lanIp: `${own}.2.1`, mask: 24, ipmode: 'DIA' },
    ],
    wifi: { enable: true, ssid: 'Rules', encryption: 'open', macFilter: 'allow', macList: ['02:00:00:00:02:01'] },
    localSubnets: [`${own}.16.0/20`],
    ntp: { primary: 'ntp.aliyun.com', second: 'ntp.tencent.com' },
    dns: {
      localDns: ['223.5.5.5'],
      smartDns: [
        { domain: 'a.example', dns: '223.5.5.5' },
        { domain: 'b.example', dns: '223.5.5.5' },
      ],
      dnsProxy: [{ preferredDns: '223.5.5.5', backupDns: '119.29.29.29' }],
      dnsHijack: [
        { domain: 'c.example', ip: `${own}.1.10` },
        { domain: 'd.example', ip: `${own}.1.10` },
      ],
    },
    dhcpServer: {
      enable: true,
      options: [
        { code: 66, value: `${own}.1.10` },
        { code: 67, value: 'boot' },
      ],
    },
    dynamicRoute:
      base === 'ospf'
        ? { protocol: 'ospf', ospf: { prefixes: [`${own}.1.0/24`], interfaces: ['LAN1'] } }
        : {
            protocol: 'bgp',
            bgp: {
              as: 65001,
              neighbors: [
                { ip: `${own}.1.2`, peerAs: 65002 },
                { ip: `${own}.1.3`, peerAs: 65002 },
              ],
              prefixLists: ['near', 'far'].map((name) => ({ name, entries: [{ prefix: `${own}.0.0/16`, action: 'permit' }] })),
            },
          },
    mobileAccess: { enable: true, subnet: `${own}.200.0/24` },
    business: [
      { name: 'Office', type: 'office', egressType: 'singleOut', egressWan: 'WAN1' },
      { name: 'Cloud', type: 'saas', egressType: 'singleOut', egressWan: 'WAN1' },
    ],
    natNet: [
      { internal: `${own}.1.0/24`, external: `${seenAs}.1.0/24` },
      { internal: `${own}.2.0/24`, external: `${seenAs}.2.0/24` },
    ],
  };
}
