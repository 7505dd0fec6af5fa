import { applicationFirewallRules, applicationGroups } from '#server/features/policy/seed/applications.ts';
import { auditConfigs } from '#server/features/audit/seed/audit-settings.ts';
import {
  policyRules,
  policyRuleTags,
  policyScenarios,
  policyTemplates,
  strategyApplications,
} from '#server/features/policy/seed/policies.ts';
import { policyRoutes, rateLimits, routeTables } from '#server/features/policy/seed/routing.ts';
import { aclRules, natRules, zones } from '#server/features/policy/seed/zones.ts';
import { type Tenant } from '#server/features/tenancy/seed/companies.ts';
import { type Scene } from '#server/kernel/seeding/scene.ts';
import { type SitePlan } from '#server/features/site/seed/site-plan.ts';
import { type Row, type World } from '#server/kernel/seeding/world.ts';

/** Rows of policy, routing, NAT and the other firewall pages. */
export function policyRows({ now, networks }: Scene): World {
  const each = (rows: (now: number, tenant: Tenant, plans: readonly SitePlan[]) => Row[]): Row[] =>
    networks.flatMap(({ tenant, plans }) => rows(now, tenant, plans));
  return {
    RouteTable: each(routeTables),
    PolicyRoute: each(policyRoutes),
    RateLimitRule: each(rateLimits),
    Zone: each(zones),
    AclRule: each(aclRules),
    SnatRule: each((at, tenant, plans) => natRules(at, tenant, plans, 'snat')),
    DnatRule: each((at, tenant, plans) => natRules(at, tenant, plans, 'dnat')),
    ApplicationGroup: each(applicationGroups),
    ApplicationFirewallRule: each(applicationFirewallRules),
    PolicyRuleTag: policyRuleTags(now),
    PolicyRule: policyRules(now),
    PolicyTemplate: policyTemplates(now),
    PolicyScenario: policyScenarios(now),
    StrategyApplication: each(strategyApplications),
    AuditConfig: each(auditConfigs),
  };
}
