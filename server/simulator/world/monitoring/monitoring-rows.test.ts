import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Json } from '#domain/model.ts';
import { loadContract, type Contract } from '#server/kernel/contract.ts';
import { FIRST, SECOND } from '#server/simulator/world/tenancy/companies.ts';
import { demoWorld } from '#server/simulator/world/demo-world.ts';

const NOW = Date.parse('2026-03-02T01:00:00Z');
const world = demoWorld({ now: NOW });
let contract: Contract;

beforeAll(() => {
  contract = loadContract(resolve(import.meta.dirname, '../../../../generated'));
});

describe('the demo of monitoring, audit, reports and logs', () => {
  test.each([
    ['SlaTask', FIRST],
    ['SlaReport', FIRST],
    ['LanUser', FIRST],
    ['ExecutionTask', FIRST],
    ['DiagnosisTask', FIRST],
    ['ReportConfig', FIRST],
    ['Report', FIRST],
    ['AuthReport', FIRST],
    ['AuditService', FIRST],
    ['AuditLog', SECOND],
    ['DnsAudit', SECOND],
    ['LoginLog', FIRST],
    ['AlarmConfiguration', undefined],
    ['AlarmGroup', undefined],
    ['ServiceStatus', undefined],
    ['ApmTarget', undefined],
  ])('%s has more than a page of rows', (name, owner) => {
    expect((world[name] ?? []).filter((row) => row['companyId'] === owner).length).toBeGreaterThanOrEqual(25);
  });

  test.each([
    ['SlaTask', 'probeType'],
    ['SlaTask', 'state'],
    ['SlaTask', 'probeAlert'],
    ['LanUser', 'medium'],
    ['ServiceStatus', 'kind'],
    ['ServiceStatus', 'health'],
    ['ApmTarget', 'state'],
    ['ExecutionTask', 'kind'],
    ['ExecutionTask', 'state'],
    ['DiagnosisTask', 'kind'],
    ['DiagnosisTask', 'state'],
    ['ReportConfig', 'period'],
    ['ReportConfig', 'format'],
    ['Report', 'state'],
    ['AuthReport', 'authMethod'],
    ['AuditService', 'protocol'],
    ['AuditLog', 'category'],
    ['AuditLog', 'verdict'],
    ['DnsAudit', 'queryType'],
    ['DnsAudit', 'rcode'],
    ['DnsAudit', 'verdict'],
    ['LoginLog', 'reason'],
    ['LoginLog', 'accountType'],
    ['AlarmConfiguration', 'level'],
    ['AlarmConfiguration', 'compare'],
  ])('%s shows every %s', (name, property) => {
    const resource = contract.resources.get(name);
    const field = resource?.schemas[name]?.fields?.find((each) => each.name === property);
    const shown = new Set<Json | undefined>((world[name] ?? []).map((row) => row[property]));
    shown.delete(undefined);
    expect(shown).toEqual(new Set(field?.values));
  });

  test('what is running, triggered, online and off occurs beside what is not', () => {
    const both: [string, string][] = [
      ['SlaTask', 'triggered'],
      ['LanUser', 'online'],
      ['AuthReport', 'success'],
      ['AuditService', 'success'],
      ['LoginLog', 'success'],
      ['AlarmConfiguration', 'enable'],
      ['ReportConfig', 'enable'],
    ];
    for (const [name, property] of both)
      expect(new Set((world[name] ?? []).map((row) => row[property])), `${name} ${property}`).toEqual(new Set([true, false]));
  });

  test('records reach into the last half hour and days back', () => {
    for (const [name, property] of [
      ['AuthReport', 'at'],
      ['AuditLog', 'at'],
      ['DnsAudit', 'at'],
      ['LoginLog', 'at'],
      ['SlaReport', 'periodStart'],
    ] as const) {
      const times = (world[name] ?? []).map((row) => Date.parse(String(row[property])));
      expect(times.filter((at) => at > NOW - 30 * 60_000 && at <= NOW).length, name).toBeGreaterThanOrEqual(20);
    }
  });
});
