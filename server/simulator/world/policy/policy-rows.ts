import { applicationFirewallRules, applicationGroups } from '#server/simulator/world/policy/applications.ts';
import { auditConfigs } from '#server/simulator/world/audit/audit-settings.ts';
import {
  policyRules,
  policyRuleTags,
  policyScenarios,
  policyTemplates,
  strategyApplications,
} from '#server/simulator/world/policy/policies.ts';
import { policyRoutes, rateLimits, routeTables } from '#server/simulator/world/policy/routing.ts';
import { aclRules, natRules, zones } from '#server/simulator/world/policy/zones.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import type { Scene } from '#server/simulator/world/scene.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import type { World } from '#server/kernel/seeding/world.ts';

/** Rows of policy, routing, NAT and the other firewall pages. */
export function policyRows({ now, networks }: Scene): World {
  const each = <R>(rows: (now: number, tenant: Tenant, plans: readonly SitePlan[]) => R[]): R[] =>
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
