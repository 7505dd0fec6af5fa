import { demoAlarmConfigurations, demoAlarmGroups } from '#server/simulator/world/alarm/alarm-settings.ts';
import { auditRecords } from '#server/simulator/world/audit/audit.ts';
import { lanUsers } from '#server/simulator/world/monitoring/lan-users.ts';
import { loginLogs } from '#server/simulator/world/platform/logins.ts';
import { apmTargets, serviceStatuses } from '#server/simulator/world/platform/platform.ts';
import { probes } from '#server/simulator/world/task/probes.ts';
import { reports } from '#server/simulator/world/report/reports.ts';
import { diagnosisTasks, executionTasks } from '#server/simulator/world/task/tasks.ts';
import type { Scene } from '#server/simulator/world/scene.ts';
import type { World } from '#server/kernel/seeding/world.ts';

/** Rows of probes, alarm configuration, reports, audit records and logs. */
export function monitoringRows({ now, networks, people }: Scene): World {
  const probed = networks.map(({ tenant, plans }) => probes(now, tenant, plans));
  const reported = networks.map(({ tenant, plans }) => reports(now, tenant, plans));
  const audited = networks.map(({ tenant, plans }) => auditRecords(now, tenant, plans));
  return {
    AlarmGroup: demoAlarmGroups(now),
    AlarmConfiguration: demoAlarmConfigurations(now),
    SlaTask: probed.flatMap((each) => each.SlaTask),
    SlaReport: probed.flatMap((each) => each.SlaReport),
    LanUser: networks.flatMap(({ plans }) => lanUsers(now, plans)),
    ServiceStatus: serviceStatuses(now),
    ApmTarget: apmTargets(now),
    ExecutionTask: networks.flatMap(({ tenant, plans }) => executionTasks(now, tenant, plans)),
    DiagnosisTask: networks.flatMap(({ tenant, plans }) => diagnosisTasks(now, tenant, plans)),
    ReportConfig: reported.flatMap((each) => each.ReportConfig),
    Report: reported.flatMap((each) => each.Report),
    AuthReport: audited.flatMap((each) => each.AuthReport),
    AuditService: audited.flatMap((each) => each.AuditService),
    AuditLog: audited.flatMap((each) => each.AuditLog),
    DnsAudit: audited.flatMap((each) => each.DnsAudit),
    LoginLog: loginLogs(now, people),
  };
}
