import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { answered } from '#tests/support/answered.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.remove());

type Query = Record<string, string | string[]>;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('what the audit recorded', () => {
  const listed = async (list: string, query: Query, as: Client, company: string): Promise<Record<string, unknown>[]> =>
    resultsOf(await as.get(`/api/v1/companies/${company}/${list}`, { query: { limit: '1000', ...query } }));
  /** The company of an audit type, by somebody who may see it. */
  const audited = async (type: 'third' | 'custom'): Promise<{ boss: Client; company: string }> => {
    const boss = await server.as(SUPER);
    const found = resultsOf(await boss.get('/api/v1/companies', { query: { limit: '10' } })).find((each) => each['auditType'] === type);
    return { boss, company: String(found?.['companyId']) };
  };
  /** How often a value occurs, the most frequent first. */
  const counted = (rows: readonly Record<string, unknown>[], name: string): [string, number][] =>
    [...Map.groupBy(rows, (row) => row[name])]
      .flatMap(([value, own]): [string, number][] => (value === undefined ? [] : [[String(value), own.length]]))
      .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const named = (groups: readonly { name?: string; count: number }[]): [string, number][] =>
    groups.map(({ name, count }): [string, number] => [name ?? '', count]).toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));

  test('connections by application, user, destination, category and site are those of the list', async () => {
    const { boss, company } = await audited('custom');
    const ask = async (query: Query = {}) =>
      answered(
        'getAuditLogAnalysis',
        (await boss.get(`/api/v1/companies/${company}/audit/logAnalysis`, { query: { option: '6', n: '100', ...query } })).body,
      );
    const all = await ask();
    const rows = await listed('auditLogs', { option: '6' }, boss, company);
    expect(rows.length).toBeGreaterThan(10);
    expect(all.total).toBe(rows.length);
    for (const [groups, property] of [
      [all.applications, 'application'],
      [all.accounts, 'account'],
      [all.destinations, 'destination'],
    ] as const)
      expect(named(groups)).toEqual(counted(rows, property));
    expect(named(all.categories.map(({ category, count }) => ({ name: category ?? '', count })))).toEqual(counted(rows, 'category'));
    expect(sum(all.sites.map(({ count }) => count))).toBe(rows.length);
    for (const verdict of ['allowed', 'blocked'])
      expect(sum(all.decisions.find((line) => line.verdict === verdict)?.values.map((value) => value ?? 0) ?? [])).toBe(
        rows.filter((row) => row['verdict'] === verdict).length,
      );
    const bytes = (row: Record<string, unknown>): number => Number(row['rx'] ?? 0) + Number(row['tx'] ?? 0);
    const [first] = all.applications;
    const own = rows.filter((row) => row['application'] === first?.name);
    expect(first?.bytes).toBe(sum(own.map(bytes)));
    for (const stage of ['user', 'application', 'destination'] as const)
      expect(sum(all.flows.nodes.filter((node) => node.stage === stage).map(({ flow }) => flow))).toBe(sum(rows.map(bytes)));
    // narrowed: exactly this application, in everything beside it
    const narrowed = await ask({ application: [first?.name ?? ''] });
    expect(narrowed.total).toBe(own.length);
    expect(named(narrowed.accounts)).toEqual(counted(own, 'account'));
    expect(narrowed.results.every((row) => row.application === first?.name)).toBe(true);
    expect((await ask({ application: [(first?.name ?? '').slice(0, 2)] })).total).toBe(0);
    const [page, next] = [await ask({ limit: '3' }), await ask({ limit: '3', skip: '3' })];
    expect([...page.results, ...next.results].map(({ id }) => id)).toEqual((await ask({ limit: '6' })).results.map(({ id }) => id));
  });

  test('names asked for, by answer, terminal and site', async () => {
    const { boss, company } = await audited('custom');
    const found = answered(
      'getDnsAnalysis',
      (await boss.get(`/api/v1/companies/${company}/audit/dnsAnalysis`, { query: { option: '6', n: '100' } })).body,
    );
    const rows = await listed('dnsAudits', { option: '6' }, boss, company);
    expect(found.total).toBe(rows.length);
    expect(named(found.domains)).toEqual(counted(rows, 'domain'));
    expect(named(found.clients)).toEqual(counted(rows, 'clientIp'));
    for (const { rcode, values } of found.rcodes)
      expect([rcode, sum(values.map((value) => value ?? 0))]).toEqual([rcode, rows.filter((row) => row['rcode'] === rcode).length]);
    expect(found.domains.every(({ bytes }) => bytes === undefined)).toBe(true);
  });

  test('log-ins and hand-overs of a third party: outcomes, reasons and what was handed over', async () => {
    const { boss, company } = await audited('third');
    const at = `/api/v1/companies/${company}`;
    const query = { option: '6', n: '100' };
    const logins = answered('getAuthAnalysis', (await boss.get(`${at}/audit/authAnalysis`, { query })).body);
    const records = await listed('authReports', { option: '6' }, boss, company);
    const failed = records.filter((row) => row['success'] === false);
    expect(failed.length).toBeGreaterThan(0);
    const ofOutcome = (outcome: string): number =>
      sum(logins.outcomes.find((line) => line.outcome === outcome)?.values.map((value) => value ?? 0) ?? []);
    expect([ofOutcome('succeeded'), ofOutcome('failed')]).toEqual([records.length - failed.length, failed.length]);
    expect(named(logins.reasons)).toEqual(counted(failed, 'reason'));
    expect(named(logins.accounts)).toEqual(counted(records, 'account'));
    const [reason] = logins.reasons;
    const only = answered(
      'getAuthAnalysis',
      (await boss.get(`${at}/audit/authAnalysis`, { query: { ...query, reason: [reason?.name ?? ''] } })).body,
    );
    expect(only.total).toBe(reason?.count);
    const handed = answered('getAuditServiceAnalysis', (await boss.get(`${at}/audit/serviceAnalysis`, { query })).body);
    const services = await listed('auditServices', { option: '6' }, boss, company);
    expect(named(handed.services)).toEqual(counted(services, 'service'));
    expect(sum(handed.servers.map(({ bytes }) => bytes ?? 0))).toBe(sum(services.map((row) => Number(row['size'] ?? 0))));
  });
});
