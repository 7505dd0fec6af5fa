import { alarmConfiguration, alarmGroup } from '#server/rules/alarm-settings.ts';
import { addressSet } from '#server/rules/address-set.ts';
import { auditConfig } from '#server/rules/audit-config.ts';
import { addressBinding } from '#server/rules/address-binding.ts';
import { addressPool } from '#server/rules/address-pool.ts';
import { macApproval } from '#server/rules/mac-approval.ts';
import { onlineStatus } from '#server/rules/online-status.ts';
import { wirelessAccount } from '#server/rules/wireless-account.ts';
import { complianceBusiness, crossBorderRoute } from '#server/rules/compliance.ts';
import { dialingTask } from '#server/rules/dialing-task.ts';
import { upgradePolicy } from '#server/rules/upgrade-policy.ts';
import { alert } from '#server/rules/alert.ts';
import { chosenSites } from '#server/rules/at-chosen-sites.ts';
import { channelTrade } from '#server/rules/channel-trade.ts';
import { company } from '#server/rules/company.ts';
import { companyService } from '#server/rules/company-service.ts';
import { entrust } from '#server/rules/entrust.ts';
import { type EntityRules } from '#server/rules/entity.ts';
import { device } from '#server/rules/device.ts';
import { libraryApp } from '#server/rules/library-app.ts';
import { release } from '#server/rules/release.ts';
import { policyRule } from '#server/rules/policy-rule.ts';
import { policyScenario, policyTemplate } from '#server/rules/policy-sources.ts';
import { rateLimitRule } from '#server/rules/rate-limit-rule.ts';
import { strategyApplication } from '#server/rules/strategy-application.ts';
import { zone } from '#server/rules/zone.ts';
import { region } from '#server/rules/region.ts';
import { role } from '#server/rules/role.ts';
import { service } from '#server/rules/service.ts';
import { reportConfig } from '#server/rules/report-config.ts';
import { site } from '#server/rules/site.ts';
import { tag } from '#server/rules/tag.ts';
import { diagnosisTask, executionTask, slaTask } from '#server/rules/tasks.ts';
import { user } from '#server/rules/user.ts';

/** Entities that do more than their schema says. */
export const entityRules: Readonly<Record<string, EntityRules>> = {
  AlarmConfiguration: alarmConfiguration,
  AlarmGroup: alarmGroup,
  AddressSet: addressSet,
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
  DiagnosisTask: { ...diagnosisTask, ...chosenSites },
  Entrust: entrust,
  LibraryApp: libraryApp,
  Release: release,
  ExecutionTask: executionTask,
  LanUser: chosenSites,
  Region: region,
  ReportConfig: reportConfig,
  Role: role,
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
};
