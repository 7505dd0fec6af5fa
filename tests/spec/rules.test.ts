import { describe, expect, test } from 'vitest';
import { runRules } from '#domain/rules/registry.ts';
import { rulesOf } from '#tests/spec/contract-parts.ts';
import { nodeAt, propertyAt } from '#tests/spec/contract.ts';
import { asObject, isText, texts } from '#domain/json.ts';
import { objects } from '#tests/support/answers.ts';
import { validatorsOf } from '#tests/support/model.ts';

type Shape = Record<string, unknown>;

const site = (doc: unknown): string[] => brokenIn('site', doc);
const wan = (more: Shape = {}): Shape => ({ logicName: 'WAN1', ipmode: 'dhcp', ...more });
const lan = (more: Shape = {}): Shape => ({ name: 'LAN1', lanIp: '10.1.0.1', mask: 24, ipmode: 'FIA', ...more });

/** Places that a document breaks of the rules which a schema declares. */
function brokenIn(entity: string, doc: unknown): string[] {
  return runRules(rulesOf(`schemas/entities/${entity}.yaml`), doc).map(({ pointer, code }) => `${pointer} ${code}`);
}

function expectShapes(schema: string, shapes: Record<string, Shape>): void {
  for (const [path, shape] of Object.entries(shapes))
    expect([path, propertyAt(`schemas/${schema}.yaml`, path)]).toEqual([path, expect.objectContaining(shape)]);
}

describe('rules of section 5', () => {
  test('primary and backup SN differ', () => {
    expect(site({ sn: 'A', haSn: 'A' })).toEqual(['/haSn rule.differ.same']);
    expect(site({ sn: 'A', haSn: 'B' })).toEqual([]);
  });

  test('a layer-2 leased line has one WAN', () => {
    const two = [wan(), wan({ logicName: 'WAN2' })];
    expect(site({ deployMode: 'vll', wan: two })).toHaveLength(1);
    expect(site({ deployMode: 'vll', wan: two.slice(1) })).toEqual([]);
    expect(site({ deployMode: 'gateway', wan: two })).toEqual([]);
  });

  test('a series site: LAN1 FIA, LAN2 DIA', () => {
    const lans = (...modes: string[]) => modes.map((ipmode, at) => lan({ name: `LAN${at}`, lanIp: `10.${at}.0.1`, ipmode }));
    expect(site({ deployMode: 'series', lan: lans('FIA', 'DIA') })).toEqual([]);
    expect(site({ deployMode: 'series', lan: lans('DIA', 'FIA') })).toEqual([
      '/lan/0/ipmode rule.lanModes.firstFia',
      '/lan/1/ipmode rule.lanModes.secondDia',
    ]);
  });

  test('a gateway: first LAN FIA, not all the same', () => {
    const lans = (...modes: string[]) => modes.map((ipmode, at) => lan({ name: `LAN${at}`, lanIp: `10.${at}.0.1`, ipmode }));
    expect(site({ deployMode: 'gateway', lan: lans('FIA', 'DIA') })).toEqual([]);
    expect(site({ deployMode: 'gateway', lan: lans('DIA', 'FIA') })).toEqual(['/lan/0/ipmode rule.lanModes.firstFia']);
    expect(site({ deployMode: 'gateway', lan: lans('FIA', 'FIA') })).toEqual(['/lan/1/ipmode rule.lanModes.allSame']);
  });

  test('metric 0-65535, not 100, 500, 600, no two ports share one', () => {
    expectShapes('values/wan-port', { metric: { type: 'integer', minimum: 0, maximum: 65_535 } });
    for (const metric of [100, 500, 600]) expect(site({ wan: [wan({ metric })] })).toHaveLength(1);
    expect(site({ wan: [wan({ metric: 10 }), wan({ logicName: 'WAN2', metric: 10 })] })).toHaveLength(1);
    expect(site({ wan: [wan({ metric: 10 }), wan({ logicName: 'WAN2', metric: 20 })] })).toEqual([]);
  });

  test('an address that a device can use, gateway in its segment', () => {
    const port = (ip: string, gateway: string) => ({ wan: [wan({ ipmode: 'static', ip, mask: 24, gateway })] });
    expect(site(port('192.0.2.2', '192.0.2.1'))).toEqual([]);
    expect(site(port('192.0.2.0', '192.0.2.1'))).toHaveLength(1);
    expect(site(port('192.0.2.255', '192.0.2.1'))).toHaveLength(1);
    expect(site(port('192.0.2.2', '192.0.3.1'))).toEqual([expect.stringMatching(/^\/wan\/0\/gateway /)]);
  });

  test('LAN IP and gateway in one segment', () => {
    const dhcp = (gateway: string) => ({ mode: 'server', poolStart: '10.1.0.10', poolEnd: '10.1.0.20', gateway });
    expect(site({ lan: [lan({ dhcp: dhcp('10.1.0.1') })] })).toEqual([]);
    expect(site({ lan: [lan({ dhcp: dhcp('10.2.0.1') })] })).toEqual([expect.stringMatching(/^\/lan\/0\/dhcp\/gateway /)]);
  });

  test('subnets of the LANs do not meet', () => {
    expect(site({ lan: [lan(), lan({ name: 'LAN2', lanIp: '10.1.0.129', mask: 25 })] })).toContainEqual(
      expect.stringMatching(/^\/lan\/1\/lanIp rule\.disjointSubnets/),
    );
    expect(site({ lan: [lan(), lan({ name: 'LAN2', lanIp: '10.1.1.1' })] })).toEqual([]);
  });

  test('preferred and backup DNS differ', () => {
    const dns = (backupDns: string) => ({ dns: { dnsProxy: [{ preferredDns: '1.1.1.1', backupDns }] } });
    expect(site(dns('1.1.1.1'))).toHaveLength(1);
    expect(site(dns('8.8.8.8'))).toEqual([]);
  });

  test('no MAC twice, however it is written', () => {
    expect(site({ wifi: { macList: ['aa:bb:cc:dd:ee:ff', 'AA:BB:CC:DD:EE:FF'] } })).toHaveLength(1);
    const allocations = (second: string) => ({
      mode: 'server',
      poolStart: '10.1.0.10',
      poolEnd: '10.1.0.20',
      staticAllocations: [
        { mac: '00:11:22:33:44:55', ip: '10.1.0.11' },
        { mac: second, ip: '10.1.0.12' },
      ],
    });
    expect(site({ lan: [lan({ dhcp: allocations('00:11:22:33:44:55') })] })).toHaveLength(1);
    expect(site({ lan: [lan({ dhcp: allocations('00:11:22:33:44:56') })] })).toEqual([]);
  });

  test('one of OSPF and BGP; BGP with AS and neighbour, OSPF with a prefix', async () => {
    const { createSite } = await validatorsOf('site');
    if (!createSite) throw new Error('no site is made');
    const wrong = (dynamicRoute: Shape): string[] => {
      createSite({ name: 'One', deployMode: 'gateway', dynamicRoute });
      return [
        ...new Set(
          (createSite.errors ?? []).map(({ instancePath, params }) =>
            [instancePath, params['missingProperty'] ?? params['unevaluatedProperty']].filter(isText).join('/'),
          ),
        ),
      ].filter((place) => place.split('/').length > 2);
    };
    const bgp = { as: 65_001, neighbors: [{ ip: '192.0.2.1', peerAs: 65_002 }] };
    const ospf = { prefixes: ['192.0.2.0/24'] };
    expect(wrong({ protocol: 'disabled' })).toEqual([]);
    expect(wrong({ protocol: 'bgp', bgp })).toEqual([]);
    expect(wrong({ protocol: 'ospf', ospf })).toEqual([]);
    expect(wrong({ protocol: 'bgp', bgp, ospf })).toContain('/dynamicRoute/ospf');
    expect(wrong({ protocol: 'ospf', bgp, ospf })).toContain('/dynamicRoute/bgp');
    expect(wrong({ protocol: 'bgp' })).toContain('/dynamicRoute/bgp');
    expect(wrong({ protocol: 'bgp', bgp: { neighbors: bgp.neighbors } })).toContain('/dynamicRoute/bgp/as');
    expect(wrong({ protocol: 'bgp', bgp: { ...bgp, neighbors: [] } })).toContain('/dynamicRoute/bgp/neighbors');
    expect(wrong({ protocol: 'ospf', ospf: { prefixes: [] } })).toContain('/dynamicRoute/ospf/prefixes');
  });

  test('a delegation is not to oneself', () => {
    expect(brokenIn('entrust', { delegateFrom: 'a@b.example', delegateTo: 'a@b.example' })).toHaveLength(1);
    expect(brokenIn('entrust', { delegateFrom: 'a@b.example', delegateTo: 'c@b.example' })).toEqual([]);
  });

  test('mobile number where the log-in uses SMS, roles, company', () => {
    const conditions = objects(nodeAt('schemas/entities/user.yaml#/allOf'));
    const required = (property: string) =>
      conditions
        .filter(({ then }) => texts(asObject(then)['required']).includes(property))
        .map((each) => asObject(each['if'])['properties']);
    expect(required('mobile')).toEqual([{ loginMethod: { const: 'sms' } }]);
    expect(required('companyId')).toEqual([{ accountType: { const: 'company' } }]);
    expect(required('rolesId')).toEqual([{ accountType: { type: 'string', enum: ['global', 'channel', 'company'] } }]);
  });

  test('service: abnormal does not go to normal directly', () => {
    expect(nodeAt('schemas/entities/site.yaml#/x-data/states/transitions')).toEqual({
      normal: ['maintenance', 'applied', 'abnormal'],
      maintenance: ['normal'],
      applied: ['normal'],
      abnormal: ['maintenance'],
    });
  });
});

describe('limits of sections 5 and 9', () => {
  test('site', () => {
    expectShapes('entities/site', {
      name: { maxLength: 80, format: 'site-name' },
      longitude: { minimum: -180, maximum: 180 },
      latitude: { minimum: -90, maximum: 90 },
      'dns.localDns': { maxItems: 5 },
      'dns.smartDns': { maxItems: 8000 },
      'dns.dnsProxy': { maxItems: 10 },
      'lan[].loopbackIps': { maxItems: 16 },
      'lan[].mask': { minimum: 0, maximum: 32 },
      'wan[].mask': { minimum: 0, maximum: 32 },
      'wifi.ssid': { maxLength: 31, format: 'ssid' },
      'wifi.key': { minLength: 9, format: 'wifi-key' },
      'wan[].bandwidth.up': { default: 1000 },
      'wan[].bandwidth.down': { default: 1000 },
    });
  });

  test('tag and address set', () => {
    expectShapes('entities/tag', { name: { maxLength: 40 }, remark: { maxLength: 200 } });
    expectShapes('entities/address-set', { name: { maxLength: 40 }, rules: { maxItems: 65_535 } });
  });

  test('account', () => {
    expectShapes('entities/user', { password: { minLength: 8, maxLength: 32, format: 'password' }, ipWhitelist: { maxItems: 1000 } });
  });

  test('firewall priority', () => {
    expectShapes('entities/advanced-firewall-rule', { priority: { minimum: 1, maximum: 2048 } });
  });

  test('topology', () => {
    expectShapes('entities/topology', { name: { minLength: 1, maxLength: 64 }, elasticBandwidth: { minimum: 0, maximum: 400 } });
  });

  test('company', () => {
    expectShapes('entities/company', { wirelessAccountLimit: { default: 5 }, 'config.bandwidthThreshold': { default: 5, minimum: 0 } });
  });
});
