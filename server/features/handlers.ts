import type { AllHandlers, Handler } from '#server/kernel/handler.ts';
import { account } from '#server/features/account/operations/account.ts';
import { alarmCauses } from '#server/features/alarm/operations/alarm-cause.ts';
import { alarmNotifications } from '#server/features/alarm/operations/alarm-notification.ts';
import { alertMeasurements } from '#server/features/monitoring/operations/alert-measurements.ts';
import { alerts } from '#server/features/alarm/operations/alert.ts';
import { bulk } from '#server/kernel/resource/bulk.ts';
import { company } from '#server/features/tenancy/operations/company.ts';
import { entrusts } from '#server/features/tenancy/operations/entrust.ts';
import { devices } from '#server/features/site/operations/device.ts';
import { deleted } from '#server/kernel/resource/deleted.ts';
import { history } from '#server/kernel/resource/history.ts';
import { policies } from '#server/features/policy/operations/policy.ts';
import { channelLogs } from '#server/features/tenancy/operations/channel-log.ts';
import { compliance } from '#server/features/audit/operations/compliance.ts';
import { upgrades } from '#server/features/upgrade/operations/upgrade.ts';
import { mobileOffice } from '#server/features/mobile-office/operations/mobile-office.ts';
import { releases } from '#server/features/upgrade/operations/release.ts';
import { monitoring } from '#server/features/monitoring/operations/monitor.ts';
import { rowExport } from '#server/kernel/resource/row-export.ts';
import { rankings } from '#server/features/monitoring/operations/monitor-ranking.ts';
import { unfitItems } from '#server/features/platform/operations/unfit-items.ts';
import { operationLog } from '#server/features/platform/operations/operation-log.ts';
import { platformServices } from '#server/features/platform/operations/platform-service.ts';
import { probeReports } from '#server/features/monitoring/operations/probe-report.ts';
import { probes } from '#server/features/monitoring/operations/probes.ts';
import { diagnoses } from '#server/features/task/operations/diagnosis.ts';
import { reports } from '#server/features/report/operations/report.ts';
import { ruleChecks } from '#server/features/policy/operations/rule-check.ts';
import { session } from '#server/features/account/operations/session.ts';
import { auditAnalyses } from '#server/features/monitoring/operations/audit-analysis.ts';
import { apm } from '#server/features/monitoring/operations/apm.ts';
import { addressPlans } from '#server/features/site/operations/address-plan.ts';
import { scheduledChanges } from '#server/features/site/operations/scheduled-change.ts';
import { siteFigures } from '#server/features/monitoring/operations/site-figures.ts';
import { siteLocations } from '#server/features/site/operations/site-location.ts';
import { siteQueries } from '#server/features/site/operations/site-query.ts';
import { sites } from '#server/features/site/operations/site.ts';
import { system } from '#server/features/platform/operations/system.ts';
import { totp } from '#server/features/account/operations/totp.ts';
import { tasks } from '#server/features/task/operations/task.ts';
import { topologies } from '#server/features/planning/operations/topology.ts';
import { undo } from '#server/kernel/resource/undo.ts';
import { users } from '#server/features/account/operations/user.ts';
import { genericHandler } from '#server/kernel/resource/generic.ts';
import { onlyWhen } from '#server/kernel/resource/only-when.ts';
import { onlyWhole } from '#server/kernel/resource/places.ts';
import type { Services } from '#server/kernel/services.ts';
import { StartError } from '#server/store/start-error.ts';

/** Handlers by operationId, for what the model alone does not answer. */
const typed = {
  ...account,
  ...alarmCauses,
  ...alarmNotifications,
  ...alertMeasurements,
  ...alerts,
  ...apm,
  ...auditAnalyses,
  ...company,
  ...devices,
  ...entrusts,
  ...deleted,
  ...history,
  ...policies,
  ...channelLogs,
  ...compliance,
  ...mobileOffice,
  ...upgrades,
  ...releases,
  ...monitoring,
  ...unfitItems,
  ...operationLog,
  ...platformServices,
  ...probeReports,
  ...probes,
  ...rankings,
  ...diagnoses,
  ...reports,
  ...ruleChecks,
  ...scheduledChanges,
  ...session,
  ...siteFigures,
  ...siteLocations,
  ...siteQueries,
  ...addressPlans,
  ...sites,
  ...system,
  ...totp,
  ...tasks,
  ...topologies,
  ...undo,
  ...users,
};

/** A handler for every operation of the contract; one without any ends the start. */
export function handlersOf({ contract, store }: Pick<Services, 'contract' | 'store'>): Map<string, Handler> {
  const handlers = new Map<string, Handler>();
  const own = all({ ...typed, ...bulk(() => handlers), ...rowExport(() => handlers) });
  const missing: string[] = [];
  for (const [id, served] of contract.operations) {
    const spec = store.specNamed(served.resource?.name ?? '');
    const handler = own.get(id) ?? genericHandler(served, spec);
    if (handler) handlers.set(id, handler.kind === 'write' && spec ? onlyWhole(onlyWhen(handler, served, spec), served, spec) : handler);
    else missing.push(`${id} (${served.operation.method.toUpperCase()} ${served.operation.path})`);
  }
  if (missing.length > 0) {
    throw new StartError(
      `No handler for ${missing.join(', ')}. Write one in the operations of its feature, or give the entity x-data so that the generic one answers.`,
    );
  }
  return handlers;
}

function all<Own extends AllHandlers<Own>>(own: Own): ReadonlyMap<string, Handler> {
  return new Map(Object.entries<Handler>(own));
}
