import { constrained } from '#server/features/planning/constraints/constrained.ts';
import { alarmConfiguration, alarmGroup } from '#server/features/alarm/rules/alarm-settings.ts';
import { addressSet } from '#server/features/policy/rules/address-set.ts';
import { auditConfig } from '#server/features/audit/rules/audit-config.ts';
import { addressBinding } from '#server/features/mobile-office/rules/address-binding.ts';
import { addressPool } from '#server/features/mobile-office/rules/address-pool.ts';
import { macApproval } from '#server/features/mobile-office/rules/mac-approval.ts';
import { onlineStatus } from '#server/features/mobile-office/rules/online-status.ts';
import { wirelessAccount } from '#server/features/mobile-office/rules/wireless-account.ts';
import { complianceBusiness, crossBorderRoute } from '#server/features/audit/rules/compliance.ts';
import { dialingTask } from '#server/features/mobile-office/rules/dialing-task.ts';
import { upgradePolicy } from '#server/features/upgrade/rules/upgrade-policy.ts';
import { alert } from '#server/features/alarm/rules/alert.ts';
import { maintenanceWindow } from '#server/features/alarm/rules/maintenance-window.ts';
import { chosenSites } from '#server/features/site/rules/at-chosen-sites.ts';
import { channelTrade } from '#server/features/tenancy/rules/channel-trade.ts';
import { company } from '#server/features/tenancy/rules/company.ts';
import { companyService } from '#server/features/tenancy/rules/company-service.ts';
import { entrust } from '#server/features/tenancy/rules/entrust.ts';
import type { EntityRules, RulesByName } from '#server/kernel/resource/entity.ts';
import { device } from '#server/features/site/rules/device.ts';
import { apmTarget } from '#server/features/monitoring/index.ts';
import { libraryApp } from '#server/features/upgrade/rules/library-app.ts';
import { release } from '#server/features/upgrade/rules/release.ts';
import { policyRule } from '#server/features/policy/rules/policy-rule.ts';
import { policyScenario, policyTemplate } from '#server/features/policy/rules/policy-sources.ts';
import { rateLimitRule } from '#server/features/policy/rules/rate-limit-rule.ts';
import { strategyApplication } from '#server/features/policy/rules/strategy-application.ts';
import { zone } from '#server/features/policy/rules/zone.ts';
import { region } from '#server/features/tenancy/rules/region.ts';
import { role } from '#server/features/account/rules/role.ts';
import { service } from '#server/features/planning/rules/service.ts';
import { reportConfig } from '#server/features/report/rules/report-config.ts';
import { scheduledChange } from '#server/features/site/rules/scheduled-change.ts';
import { site } from '#server/features/site/rules/site.ts';
import { tag } from '#server/features/tenancy/rules/tag.ts';
import { diagnosisTask, executionTask, slaTask } from '#server/features/task/rules/tasks.ts';
import { user } from '#server/features/account/rules/user.ts';

const own = {
  AlarmConfiguration: alarmConfiguration,
  AlarmGroup: alarmGroup,
  AddressSet: addressSet,
  ApmTarget: apmTarget,
  AddressBinding: addressBinding,
  AddressPool: addressPool,
  MacApproval: macApproval,
  OnlineStatus: onlineStatus,
  WirelessAccount: wirelessAccount,
  ComplianceBusiness: complianceBusiness,
  CrossBorderRoute: crossBorderRoute,
  DialingTask: dialingTask,
  UpgradePolicy: upgradePolicy,
  Alert: alert,
  AuditConfig: auditConfig,
  ChannelTrade: channelTrade,
  Company: company,
  CompanyService: companyService,
  Device: device,
  DiagnosisTask: diagnosisTask,
  Entrust: entrust,
  LibraryApp: libraryApp,
  Release: release,
  ExecutionTask: executionTask,
  LanUser: chosenSites,
  MaintenanceWindow: maintenanceWindow,
  Region: region,
  ReportConfig: reportConfig,
  Role: role,
  ScheduledChange: scheduledChange,
  Service: service,
  Site: site,
  SlaTask: slaTask,
  PolicyRule: policyRule,
  PolicyScenario: policyScenario,
  PolicyTemplate: policyTemplate,
  RateLimitRule: rateLimitRule,
  StrategyApplication: strategyApplication,
  Tag: tag,
  Zone: zone,
  User: user,
} satisfies RulesByName;

/** Entities that do more than their schema says. */
export const entityRules: Readonly<Record<string, EntityRules>> = constrained(own);
