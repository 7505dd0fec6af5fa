import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const kinds = ['web', 'dns', 'mail', 'im', 'file', 'remoteAccess', 'database', 'game'] as const;
const transports = ['tls', 'tcp', 'udp'] as const;

/** The settings of the company, then the sites that differ; companies without audit have none. */
export function auditConfigs(now: number, tenant: Tenant, plans: readonly SitePlan[]): Seeded<'AuditConfig'>[] {
  const { auditType } = tenant.row;
  if (auditType !== 'third' && auditType !== 'custom') return [];
  const target = (index: number): Partial<Seeded<'AuditConfig'>> =>
    auditType === 'third'
      ? { server: `audit${(index % 3) + 1}.${tenant.domain}`, port: 514 + (index % 2) * 6000, transport: transports[index % 3] ?? 'tls' }
      : { retentionDays: [180, 365, 1095][index % 3] ?? 180 };
  const whole: Seeded<'AuditConfig'> = {
    id: `ac-${tenant.id.slice(2)}-0`,
    companyId: tenant.id,
    name: '全公司 Whole company',
    scope: 'company',
    enable: true,
    audited: ['web', 'dns', 'mail', 'im'],
    realtime: false,
    excluded: ['10.255.0.0/16'],
    auditType,
    ...target(0),
    remark: '合规要求',
    ...stamps(now - 200 * DAY, now - 3 * DAY),
  };
  const sites = plans.slice(0, tenant.index === 0 ? 30 : 4).map((plan, index): Seeded<'AuditConfig'> => ({
    id: `ac-${tenant.id.slice(2)}-${index + 1}`,
    companyId: tenant.id,
    name: plan.name.replaceAll(/[^\p{L}\p{Nd} _-]/gu, '').slice(0, 64),
    scope: 'site',
    siteId: plan.id,
    enable: index % 5 !== 3,
    audited: kinds.filter((_, at) => (at + index) % 3 !== 0),
    realtime: index % 4 === 0,
    excluded: index % 6 === 1 ? [`10.${index}.9.0/24`, `10.${index}.0.1`] : [],
    auditType,
    ...target(index),
    remark: index % 7 === 0 ? '与公司设置不同' : '',
    ...stamps(now - (120 - index) * DAY, now - (index % 18) * DAY),
  }));
  return [whole, ...sites];
}
