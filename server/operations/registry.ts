import { type Handler } from '#server/handler.ts';
import { account } from '#server/operations/account.ts';
import { alerts } from '#server/operations/alert.ts';
import { bulk } from '#server/operations/bulk.ts';
import { company } from '#server/operations/company.ts';
import { entrusts } from '#server/operations/entrust.ts';
import { devices } from '#server/operations/device.ts';
import { deleted } from '#server/operations/deleted.ts';
import { history } from '#server/operations/history.ts';
import { policies } from '#server/operations/policy.ts';
import { channelLogs } from '#server/operations/channel-log.ts';
import { compliance } from '#server/operations/compliance.ts';
import { upgrades } from '#server/operations/upgrade.ts';
import { mobileOffice } from '#server/operations/mobile-office.ts';
import { releases } from '#server/operations/release.ts';
import { monitoring } from '#server/operations/monitor.ts';
import { rowExport } from '#server/operations/row-export.ts';
import { rankings } from '#server/operations/monitor-ranking.ts';
import { operationLog } from '#server/operations/operation-log.ts';
import { platformServices } from '#server/operations/platform-service.ts';
import { probeReports } from '#server/operations/probe-report.ts';
import { reports } from '#server/operations/report.ts';
import { ruleChecks } from '#server/operations/rule-check.ts';
import { session } from '#server/operations/session.ts';
import { siteQueries } from '#server/operations/site-query.ts';
import { sites } from '#server/operations/site.ts';
import { system } from '#server/operations/system.ts';
import { totp } from '#server/operations/totp.ts';
import { tasks } from '#server/operations/task.ts';
import { undo } from '#server/operations/undo.ts';
import { users } from '#server/operations/user.ts';
import { genericHandler } from '#server/resource/generic.ts';
import { onlyWhen } from '#server/resource/only-when.ts';
import { onlyWhole } from '#server/resource/places.ts';
import { type Services } from '#server/services.ts';

/** Handlers by operationId, for what the model alone does not answer. */
const typed: Readonly<Record<string, Handler>> = {
  ...account,
  ...alerts,
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
  ...operationLog,
  ...platformServices,
  ...probeReports,
  ...rankings,
  ...reports,
  ...ruleChecks,
  ...session,
  ...siteQueries,
  ...sites,
  ...system,
  ...totp,
  ...tasks,
  ...undo,
  ...users,
};

/** A handler for every operation of the contract; one without any ends the start. */
export function handlersOf({ contract, store }: Pick<Services, 'contract' | 'store'>): Map<string, Handler> {
  const handlers = new Map<string, Handler>();
  const own = { ...typed, ...bulk(() => handlers), ...rowExport(() => handlers) };
  const missing: string[] = [];
  for (const [id, served] of contract.operations) {
    const spec = store.specs.get(served.resource?.name ?? '');
    const handler = own[id] ?? genericHandler(served, spec);
    if (handler) handlers.set(id, handler.kind === 'write' && spec ? onlyWhole(onlyWhen(handler, served, spec), served, spec) : handler);
    else missing.push(`${id} (${served.operation.method.toUpperCase()} ${served.operation.path})`);
  }
  if (missing.length > 0) {
    throw new Error(
      `No handler for ${missing.join(', ')}. Write one in server/operations, or give the entity x-data so that the generic one answers.`,
    );
  }
  return handlers;
}
