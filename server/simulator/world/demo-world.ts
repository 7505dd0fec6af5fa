import { readJson } from '#server/kernel/contract.ts';
import { join } from 'node:path';

import type { PermissionTree } from '#domain/access/permission-tree.ts';
import type { Model } from '#domain/model.ts';
import { demoAccounts, fixtureAccounts, staff } from '#server/simulator/world/account/accounts.ts';
import { addressSets, platformAddressSets } from '#server/simulator/world/policy/address-sets.ts';
import { alerts } from '#server/simulator/world/alarm/alerts.ts';
import { alarmDeliveries, alarmNotifications } from '#server/simulator/world/alarm/alarm-notifications.ts';
import { maintenanceWindows } from '#server/simulator/world/alarm/maintenance-windows.ts';
import { channels, tenants } from '#server/simulator/world/tenancy/companies.ts';
import { devicesOf, spareDevices } from '#server/simulator/world/site/devices.ts';
import { entrusts } from '#server/simulator/world/tenancy/entrusts.ts';
import { firewallRules } from '#server/simulator/world/policy/firewall-rules.ts';
import { monitoringRows } from '#server/simulator/world/monitoring/monitoring-rows.ts';
import { operationsRows } from '#server/simulator/world/mobile-office/operations-rows.ts';
import { backboneRows, planningRows } from '#server/simulator/world/planning/planning-rows.ts';
import { policyRows } from '#server/simulator/world/policy/policy-rows.ts';
import { regions } from '#server/simulator/world/tenancy/regions.ts';
import { companyRoles, platformRoles } from '#server/simulator/world/account/roles.ts';
import type { Scene } from '#server/simulator/world/scene.ts';
import { sitePlans } from '#server/simulator/world/site/site-plan.ts';
import { scheduledChanges } from '#server/simulator/world/site/scheduled-changes.ts';
import { site } from '#server/simulator/world/site/sites.ts';
import { systemConfig } from '#server/features/platform/seed/system.ts';
import { companyTags, platformTags } from '#server/simulator/world/tenancy/tags.ts';
import type { World } from '#server/kernel/seeding/world.ts';

type DemoOptions = {
  /** The present of the demo world, milliseconds. */
  now: number;
  /** Sites in all; 75 with three companies. */
  sites?: number;
  companies?: number;
  /** The permission tree; that of the generated model if absent. */
  permissions?: PermissionTree;
};

/** The company network that a fresh installation shows: the same for the same options on every machine. */
export function demoWorld({ now, sites, companies = 3, permissions = generatedTree() }: DemoOptions): World {
  const all = tenants(now, { companies, sites });
  const [first] = all;
  if (!first) throw new Error('The demo world has a company');
  const people = [...demoAccounts(now, all), ...fixtureAccounts(now, all), ...all.flatMap((tenant) => staff(now, tenant))];
  const networks = all.map((tenant) => ({ tenant, plans: sitePlans(now, tenant) }));
  const plans = networks.flatMap((network) => network.plans);
  const scene: Scene = { now, first, networks, people };
  return {
    SystemConfig: [systemConfig(now)],
    ChannelTrade: channels(now),
    Company: all.map((tenant) => tenant.row),
    Region: all.flatMap((tenant) => regions(now, tenant)),
    Role: [...platformRoles(now, permissions), ...all.flatMap((tenant) => companyRoles(now, permissions, tenant))],
    User: people,
    Entrust: entrusts(now, first, people),
    Tag: [...platformTags(now), ...all.flatMap((tenant) => companyTags(now, tenant))],
    ...backboneRows(scene),
    Site: plans.map((plan) => site(now, plan)),
    Device: [...plans.flatMap((plan) => devicesOf(now, plan)), ...all.flatMap((tenant) => spareDevices(now, tenant))],
    ScheduledChange: networks.flatMap((network) => scheduledChanges(now, network.tenant, network.plans)),
    AddressSet: [...platformAddressSets(now), ...networks.flatMap((network) => addressSets(now, network.tenant, network.plans))],
    AdvancedFirewallRule: networks.flatMap((network) => firewallRules(now, network.tenant, network.plans)),
    MaintenanceWindow: networks.flatMap((network) => maintenanceWindows(now, network.tenant, network.plans)),
    AlarmNotification: all.flatMap((tenant) => alarmNotifications(now, tenant)),
    ...planningRows(scene),
    ...policyRows(scene),
    ...monitoringRows(scene),
    Alert: alerts(now, plans),
    AlarmDelivery: all.flatMap((tenant) => alarmDeliveries(now, tenant)),
    ...operationsRows(scene),
  };
}

function generatedTree(): PermissionTree {
  const file = join(import.meta.dirname, '../../../generated/model/index.json');
  const { permissions } = readJson<Model>(file);
  return permissions;
}
