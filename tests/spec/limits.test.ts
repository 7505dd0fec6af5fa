import { describe, expect, test } from 'vitest';
import { setPointer } from '#domain/pointer.ts';
import { validatorsOf } from '#tests/support/model.ts';

type Case = { id: string; call: string; at: string; good: unknown[]; bad: unknown[]; in?: object };

const text = (length: number): string => 'a'.repeat(length);
const list = (length: number, item: unknown): unknown[] => Array.from({ length }, () => item);
const addresses = (length: number): string[] => Array.from({ length }, (_, at) => `10.0.${at >> 8}.${at & 255}`);
const dnsProxy = { domain: 'example.com', preferredDns: '192.0.2.1', backupDns: '192.0.2.2' };

/** Limits of the specification, typed from its words: what the form, the import and the server take at each, and what not. */
const limits: Case[] = [
  { id: '5.site.name-max', call: 'site createSite', at: '/name', good: [text(80)], bad: [text(81)] },
  { id: '5.dns.local-max', call: 'site createSite', at: '/dns/localDns', good: [addresses(5)], bad: [addresses(6)] },
  { id: '5.dns.smart-max', call: 'site createSite', at: '/dns/smartDns', good: [list(8000, 'a')], bad: [list(8001, 'a')] },
  { id: '5.dns.proxy-max', call: 'site createSite', at: '/dns/dnsProxy', good: [list(10, dnsProxy)], bad: [list(11, dnsProxy)] },
  {
    id: '5.lan.loopback-max',
    call: 'site createSite',
    at: '/lan/0/loopbackIps',
    good: [addresses(16)],
    bad: [addresses(17)],
    in: { lan: [{}] },
  },
  { id: '5.metric.range', call: 'site createSite', at: '/wan/0/metric', good: [0, 65_535], bad: [-1, 65_536, 1.5], in: { wan: [{}] } },
  { id: '5.tag.name-max', call: 'tag createTag', at: '/name', good: [text(40)], bad: [text(41)] },
  { id: '5.tag.remark-max', call: 'tag createTag', at: '/remark', good: [text(200)], bad: [text(201)] },
  { id: '5.addressset.name-max', call: 'address-set createAddressSet', at: '/name', good: [text(40)], bad: [text(41)] },
  {
    id: '5.ratelimit.name-length',
    call: 'rate-limit-rule createRateLimitRule',
    at: '/name',
    good: [text(2), text(96)],
    bad: [text(1), text(97)],
  },
  { id: '5.ratelimit.priority', call: 'rate-limit-rule createRateLimitRule', at: '/priority', good: [1, 1000], bad: [0, 1001] },
  { id: '5.ratelimit.max', call: 'rate-limit-rule createRateLimitRule', at: '/rateIn', good: [0, 10_000], bad: [-1, 10_001] },
  { id: '5.nat.name-max', call: 'snat-rule createSnatRule', at: '/name', good: [text(20)], bad: [text(21)] },
  { id: '5.nat.priority', call: 'dnat-rule createDnatRule', at: '/priority', good: [1, 1000], bad: [0, 1001] },
  { id: '5.priority.generic-range', call: 'policy-rule createPolicyRule', at: '/priority', good: [1, 30_000], bad: [30_001, -1] },
  { id: '5.priority.generic-nonzero', call: 'policy-rule createPolicyRule', at: '/priority', good: [1], bad: [0] },
  {
    id: '5.bgp.as',
    call: 'site createSite',
    at: '/dynamicRoute/bgp/as',
    good: [65_001],
    bad: [undefined],
    in: { dynamicRoute: { protocol: 'bgp', bgp: {} } },
  },
  {
    id: '5.bgp.neighbor',
    call: 'site createSite',
    at: '/dynamicRoute/bgp/neighbors',
    good: [[{}]],
    bad: [[], undefined],
    in: { dynamicRoute: { protocol: 'bgp', bgp: {} } },
  },
  {
    id: '5.ospf.prefix',
    call: 'site createSite',
    at: '/dynamicRoute/ospf/prefixes',
    good: [['192.0.2.0/24']],
    bad: [[], undefined],
    in: { dynamicRoute: { protocol: 'ospf', ospf: {} } },
  },
  { id: '5.mobile.required', call: 'user createUser', at: '/mobile', good: ['13800138000'], bad: [undefined], in: { loginMethod: 'sms' } },
  { id: '5.roles.required', call: 'user createUser', at: '/rolesId', good: [['r-1']], bad: [undefined], in: { accountType: 'company' } },
  { id: '5.company.selected', call: 'user createUser', at: '/companyId', good: ['c-1'], bad: [undefined], in: { accountType: 'company' } },
  {
    id: '9.account.whitelist',
    call: 'user createUser',
    at: '/ipWhitelist',
    good: [addresses(1000)],
    bad: [addresses(1001)],
  },
  {
    id: '9.account.password',
    call: 'user createUser',
    at: '/password',
    good: ['Abcdefg1', `Aa1${text(29)}`],
    bad: ['Abcdef1', `Aa1${text(30)}`],
  },
  {
    id: '9.firewall.priority',
    call: 'advanced-firewall-rule createAdvancedFirewallRule',
    at: '/priority',
    good: [1, 2048],
    bad: [0, 2049],
  },
  { id: '9.topology.name', call: 'topology createTopology', at: '/name', good: ['a', text(64)], bad: ['', text(65)] },
  { id: '9.topology.elastic-bandwidth', call: 'topology createTopology', at: '/elasticBandwidth', good: [0, 400], bad: [-1, 401] },
  { id: '9.routingtable.id', call: 'route-table createRouteTable', at: '/tableId', good: [300, 65_535], bad: [299, 65_536] },
];

describe('limits of the specification', () => {
  test.each(limits.map((each) => [each.id, each] as const))('%s', async (_, { call, at, good, bad, in: around = {} }) => {
    const [file = '', id = ''] = call.split(' ');
    const validate = (await validatorsOf(file))[id];
    if (!validate) throw new Error(`${file} has no validator of ${id}`);
    /** What is wrong with this value, at its place; the rest of the document is not asked about. */
    const wrong = (value: unknown): string[] => {
      validate(value === undefined ? around : setPointer(around, at, value));
      return (validate.errors ?? [])
        .filter(({ instancePath, params }) => instancePath === at || `${instancePath}/${String(params['missingProperty'])}` === at)
        .map(({ keyword }) => keyword);
    };
    for (const value of good) expect([value, wrong(value)]).toEqual([value, []]);
    for (const value of bad) expect(wrong(value), `${JSON.stringify(value)?.slice(0, 60)} is refused`).not.toEqual([]);
  });
});
