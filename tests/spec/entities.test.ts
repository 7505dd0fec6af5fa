import { describe, expect, test } from 'vitest';
import { nodeAt, propertiesOf, propertyAt } from '#tests/spec/contract.ts';

/** Names that spec section 3 gives, and what it says of them. */
type Shape = Record<string, unknown>;

const entity = (name: string): string => `schemas/entities/${name}.yaml`;
const value = (name: string): string => `schemas/values/${name}.yaml`;

/** Every name is a property (`wan[].ip` reaches into arrays and conditional parts), readable and titled. */
function expectFields(schema: string, names: string): void {
  const missing = names.split(' ').filter((name) => (propertyAt(schema, name) as Shape | undefined)?.['title'] === undefined);
  expect(missing).toEqual([]);
}

function expectShapes(schema: string, shapes: Record<string, Shape>): void {
  for (const [path, shape] of Object.entries(shapes))
    expect([path, propertyAt(schema, path)]).toEqual([path, expect.objectContaining(shape)]);
}

describe('fields of section 3', () => {
  test('company', () => {
    expectFields(
      entity('company'),
      'companyId name address contact remark mail createdAt englishName city mobile englishAddress linkman config config.bandwidthThreshold ' +
        'channel wirelessValidate channelTradeId wirelessAccountLimit nickname isCompliance bandwidthThreshold tel createTime',
    );
    expectShapes(entity('company'), { wirelessAccountLimit: { default: 5 }, 'config.bandwidthThreshold': { default: 5, minimum: 0 } });
  });

  test('the create form of a company adds authParams and omits companyId, createdAt, channelTradeId', () => {
    const asked = propertiesOf(entity('new-company'));
    expect(asked.has('authParams')).toBe(true);
    const whole = [...propertiesOf(entity('company')).keys()].filter(
      (name) => (propertyAt(entity('company'), name) as Shape)['readOnly'] !== true,
    );
    expect(whole.filter((name) => !asked.has(name))).toEqual(['channelTradeId']);
    expect(['companyId', 'createdAt', 'channelTradeId'].filter((name) => asked.has(name))).toEqual([]);
  });

  test('channel', () => {
    expectFields(entity('channel-trade'), 'channelTradeId name');
  });

  test('session', () => {
    const answer = 'openapi/paths/session.yaml#/tokens/post/responses/201/content/application~1json/schema';
    expectFields(answer, 'loginMethods[].type');
    expect([...propertiesOf(answer).keys()]).toEqual(expect.arrayContaining(['token', 'refreshToken', 'expiresIn', 'loginMethods']));
  });

  test('user info', () => {
    expectFields(
      value('user-info'),
      'admin contact company scopes version role rolesId extra extra.accountType extra.companyList extra.channels extra.channelTradeId ' +
        'entrusts language targetCompany targetCompany.name targetCompany.companyId targetCompany.auditType targetChannelId regions tags companies',
    );
    expectShapes(value('user-info'), { 'extra.channels': { items: expect.objectContaining({ type: 'array', minItems: 1 }) } });
  });

  test('region, city and city-site item', () => {
    expectFields(entity('region'), 'regionId name');
    expectFields(value('city'), 'regionId name');
    expectFields(value('city-site-item'), '_id sites devices');
  });

  test('site selection item', () => {
    expectFields(
      value('site-selection-item'),
      'neId sn city wan wan[].logicName wan[].ifaces wan[].ifaces[].name wan[].ifaces[].bandwidth',
    );
    expectShapes(value('site-selection-item'), { sn: { type: 'array' } });
  });

  test('delegation: what a user info carries, and its record', () => {
    expectFields(value('active-entrust'), 'startTime endTime roles roles[].scopes companies regions');
    expectFields(entity('entrust'), 'delegateTo deadline role company region status note');
  });

  test('tag', () => {
    expectFields(entity('tag'), 'id name type global remark scope');
    expectShapes(entity('tag'), { name: { maxLength: 40 }, remark: { maxLength: 200 } });
  });

  test('alert, its dictionary', () => {
    expectFields(entity('alert'), 'status severity name neId deviceId');
    expectFields(value('alert-code'), 'code name severity desc descEn');
    expectFields(value('alert-group'), 'code desc descEn alerts');
  });

  test('system configuration', () => {
    expectFields(entity('system-config'), 'enable');
    expectShapes(entity('system-config'), { enable: { type: 'boolean', default: true } });
  });

  test('site', () => {
    expectFields(
      entity('site'),
      'name protocol ipType masterIpType backupIpType sn haSn snRemark location city longitude latitude deployMode siteTag hubSite speedLimit ' +
        'wan lan wifi localSubnets ntp dns dynamicRoute internalParam selectedPop serviceStatus leaseStartTime leaseEndTime',
    );
    expectFields(entity('site'), 'selectedPop.preferredArea selectedPop.preferredPop ntp.timezone ntp.primary ntp.second');
    expectFields(entity('site'), 'dns.localDns dns.smartDns dns.dnsProxy dns.dnsHijack');
  });

  test('ports of a site', () => {
    expectFields(
      entity('site'),
      'wan[].logicName wan[].ipmode wan[].pppoeAccount wan[].ip wan[].mask wan[].gateway wan[].isp wan[].enableProxy ' +
        'lan[].lanIp lan[].mask lan[].ipmode lan[].bridge lan[].additionalIps lan[].loopbackIps lan[].dhcp.leaseTime ' +
        'lan[].dhcp.staticAllocations lan[].tunnelMtu lan[].tunnelMode',
    );
  });

  test('wifi of a site', () => {
    expectFields(entity('site'), 'wifi.ssid wifi.encryption wifi.macFilter wifi.macList');
  });

  test('dynamic route of a site', () => {
    expectFields(
      entity('site'),
      'dynamicRoute.ospf.prefixes dynamicRoute.ospf.interfaces dynamicRoute.ospf.defaultMetric dynamicRoute.bgp.as dynamicRoute.bgp.neighbors ' +
        'dynamicRoute.bgp.neighbors[].peerAs dynamicRoute.bgp.prefixLists dynamicRoute.bgp.routeReportFilters dynamicRoute.bgp.overlayMetric',
    );
  });

  test('internal parameters of a site', () => {
    expectFields(
      entity('site'),
      'internalParam.dataPort internalParam.reportInterval internalParam.scoringInterval internalParam.mtu internalParam.mss',
    );
  });

  test('account', () => {
    expectFields(
      entity('user'),
      'username name mobile password accountType regions enable ipWhitelist channelTradeId companyList companyId rolesId loginMethod',
    );
    expectShapes(entity('user'), {
      ipWhitelist: { maxItems: 1000 },
      password: { minLength: 8, maxLength: 32, format: 'password', writeOnly: true },
    });
  });

  test('role', () => {
    expectFields(entity('role'), 'name type description');
    expectShapes(entity('role'), { type: { default: 'company' } });
  });

  test('firewall rule', () => {
    expectFields(
      entity('advanced-firewall-rule'),
      'name priority protocol source.addresses source.addressSet destination.addresses destination.addressSet srcPorts dstPorts ' +
        'timeRange timeRange.weekdays timeRange.monthdays timeRange.startDate timeRange.endDate strategy ' +
        'source.invert destination.invert srcPortsInvert dstPortsInvert',
    );
    expectShapes(entity('advanced-firewall-rule'), { priority: { minimum: 1, maximum: 2048 } });
  });

  test('address set', () => {
    expectFields(entity('address-set'), 'id name rules siteRules siteRules[].siteId siteRules[].rules');
  });
});

describe('enumerations of sections 3, 4 and 6', () => {
  test.each([
    ['account-type', 'superAdmin global channel company'],
    ['alert-level', 'critical major minor'],
    ['alert-severity', 'Warning Critical Emergency'],
    ['alert-status', 'firing resolved'],
    ['association', 'associated unassociated'],
    ['audit-type', 'third custom none'],
    ['deploy-mode', 'gateway parallel series vll'],
    ['device-state', 'UNCONFIGURED CONFIGURED ONLINE EXCEPTION TEMPORARYOFFLINE OFFLINE'],
    ['egress-type', 'dedicateIp outGroup line2 singleOut wanGroup proxy'],
    ['entrust-status', 'scheduled running complete cancelled'],
    ['firewall-strategy', 'ACCEPT REJECT DROP'],
    ['ip-protocol', '1 2 6 17 47 50 51 88 89 115 2048'],
    ['lan-ip-mode', 'FIA DIA'],
    ['language', 'zh en'],
    ['lease-status', 'renting test stop'],
    ['line-business-type', 'office saas'],
    ['link-direction', 'up down'],
    ['permit-deny', 'permit deny'],
    ['probe-alert', 'open closed'],
    ['probe-type', 'TCPing Ping Http DNS'],
    ['reachability', 'reachable unreachable'],
    ['report-period', 'month week day'],
    ['role-type', 'global channel company'],
    ['route-preference', '1 3'],
    ['service-state', 'normal maintenance applied abnormal'],
    ['tag-scope', 'global channel company'],
    ['tag-type', 'site line popLine wanSet business'],
    ['task-state', 'success running failed assigned pending'],
    ['tunnel-mode', 'udp tcp tcp-tls'],
    ['ztp-status', 'sending success fail'],
  ])('%s', (name, values) => {
    const { enum: found = [] } = nodeAt(value(name)) as { enum?: (string | number)[] };
    expect(found.map(String).toSorted()).toEqual(values.split(' ').toSorted());
  });

  test('time range of a firewall rule', () => {
    expect(nodeAt(`${value('time-range')}#/properties/kind/enum`)).toEqual(['weekday', 'monthday', 'dates']);
  });
});
