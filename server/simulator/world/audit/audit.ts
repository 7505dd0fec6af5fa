import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import type { Seeded } from '#server/kernel/seeding/world.ts';
import { auditRecord, authRecord, dnsRecord, serviceRecord } from '#server/simulator/audit-records.ts';

const COUNTS = [60, 40, 6];
const MINUTE = 60_000;

type Records = {
  AuthReport: Seeded<'AuthReport'>[];
  AuditService: Seeded<'AuditService'>[];
  AuditLog: Seeded<'AuditLog'>[];
  DnsAudit: Seeded<'DnsAudit'>[];
};

/** What the audit of a company saw: half of it in the last half hour, the rest in the days before. */
export function auditRecords(now: number, tenant: Tenant, plans: readonly SitePlan[]): Records {
  const found: Records = { AuthReport: [], AuditService: [], AuditLog: [], DnsAudit: [] };
  const able = plans.filter((plan) => plan.state === 'ONLINE' && plan.lans > 0).slice(0, 30);
  const { auditType } = tenant.row;
  if (able.length === 0 || auditType === 'none') return found;
  const count = COUNTS[tenant.index] ?? 6;
  for (let index = 0; index < count; index++) {
    const at = now - (index < count / 2 ? ((index + 0.3) * 27 * MINUTE) / (count / 2) : (index - count / 2 + 1) * 97 * MINUTE);
    const plan = able[index % able.length];
    if (!plan) continue;
    const place = { companyId: tenant.id, siteId: plan.id, network: plan.address.lan(0), number: index, at };
    if (auditType === 'third') {
      found.AuthReport.push(authRecord(place));
      found.AuditService.push(serviceRecord(place));
    } else {
      found.AuditLog.push(auditRecord(place));
      found.DnsAudit.push(dnsRecord(place));
    }
  }
  return found;
}
