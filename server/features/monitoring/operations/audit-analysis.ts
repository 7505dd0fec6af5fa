import type { AuditVerdict, AuthMethod, DnsAnswer, DnsType, TrafficCategory } from '#generated/server/stored.ts';
import { flowGraph } from '#server/features/monitoring/operations/flows.ts';
import { Records } from '#server/features/monitoring/operations/records.ts';
import { type Handlers, read } from '#server/kernel/handler.ts';

const decisions = ['allowed', 'blocked'] as const satisfies readonly AuditVerdict[];
const answers = ['NOERROR', 'NXDOMAIN', 'SERVFAIL', 'REFUSED'] as const satisfies readonly DnsAnswer[];
const queries = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'PTR'] as const satisfies readonly DnsType[];
const methods = ['account', 'sms', 'wechat', 'mac', 'voucher'] as const satisfies readonly AuthMethod[];
const categories = ['office', 'web', 'video', 'social', 'download', 'game', 'saas', 'other'] as const satisfies readonly TrafficCategory[];
/** A yes is stored as a number. */
const outcomes = [
  [1, 'succeeded'],
  [0, 'failed'],
] as const;

/** What the audit of a company recorded, put together (spec 2: audit types third and custom). */
export const auditAnalyses = {
  getAuditLogAnalysis: read(async (call) => {
    const records = new Records(call, 'AuditLog', ['rx', 'tx']);
    const { range } = records;
    const [lines, applications, accounts, destinations, kinds, sites, ways, page] = await Promise.all([
      records.over('verdict', itself(decisions)),
      records.by('application'),
      records.by('account'),
      records.by('destination'),
      records.among('category', categories),
      records.sites(),
      records.ways({ user: 'account', application: 'application', destination: 'destination' }),
      records.page(),
    ]);
    const { gap } = range;
    return {
      body: {
        range: await records.markedRange(),
        decisions: lines.map(({ value, values }) => ({ verdict: value, values })),
        applications,
        accounts,
        destinations,
        categories: kinds.map(({ value, ...group }) => ({ ...group, category: value })),
        sites,
        flows: flowGraph({ rows: ways, values: [], ...(gap && ways.length === 0 ? { gap } : {}) }),
        ...page,
      },
    };
  }),

  getDnsAnalysis: read(async (call) => {
    const records = new Records(call, 'DnsAudit');
    const [lines, domains, clients, types, decided, sites, page] = await Promise.all([
      records.over('rcode', itself(answers)),
      records.by('domain'),
      records.by('clientIp'),
      records.among('queryType', queries),
      records.among('verdict', decisions),
      records.sites(),
      records.page(),
    ]);
    return {
      body: {
        range: await records.markedRange(),
        rcodes: lines.map(({ value, values }) => ({ rcode: value, values })),
        domains,
        clients,
        queryTypes: types.map(({ value, ...group }) => ({ ...group, queryType: value })),
        decisions: decided.map(({ value, ...group }) => ({ ...group, verdict: value })),
        sites,
        ...page,
      },
    };
  }),

  getAuthAnalysis: read(async (call) => {
    const records = new Records(call, 'AuthReport', ['rx', 'tx']);
    const [lines, accounts, ways, reasons, sites, page] = await Promise.all([
      records.over('success', outcomes),
      records.by('account'),
      records.among('authMethod', methods),
      records.by('reason'),
      records.sites(),
      records.page(),
    ]);
    return {
      body: {
        range: await records.markedRange(),
        outcomes: lines.map(({ value, values }) => ({ outcome: value, values })),
        accounts,
        methods: ways.map(({ value, ...group }) => ({ ...group, authMethod: value })),
        reasons,
        sites,
        ...page,
      },
    };
  }),

  getAuditServiceAnalysis: read(async (call) => {
    const records = new Records(call, 'AuditService', ['size']);
    const [lines, services, servers, reasons, sites, page] = await Promise.all([
      records.over('success', outcomes),
      records.by('service'),
      records.by('server'),
      records.by('reason'),
      records.sites(),
      records.page(),
    ]);
    return {
      body: {
        range: await records.markedRange(),
        outcomes: lines.map(({ value, values }) => ({ outcome: value, values })),
        services,
        servers,
        reasons,
        sites,
        ...page,
      },
    };
  }),
} satisfies Handlers;

/** Values that are stored as they are called. */
function itself<Value extends string>(values: readonly Value[]): (readonly [Value, Value])[] {
  return values.map((value) => [value, value]);
}
