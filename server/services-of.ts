import { asObject, asText } from '#domain/json.ts';
import { bindRules } from '#server/kernel/resource/rules-of.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Sessions } from '#server/kernel/access/sessions.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Contract } from '#server/kernel/contract.ts';
import { createJobs } from '#server/kernel/jobs.ts';
import { createLive } from '#server/kernel/live.ts';
import { runAlarms, runDeliveries } from '#server/features/alarm/index.ts';
import { liveTopics } from '#server/features/live-topics.ts';
import { entityRules } from '#server/features/entity-rules.ts';
import { runScheduledChanges } from '#server/features/site/changes/due.ts';
import { runSiteJobs } from '#server/features/site/operations/site.ts';
import { expireApprovals } from '#server/features/audit/operations/compliance.ts';
import { turnEntrusts } from '#server/features/tenancy/operations/entrust.ts';
import { noOutbox, type Outbox } from '#server/kernel/outbox.ts';
import { createMailQueue } from '#server/kernel/mail-queue.ts';
import { restartServices } from '#server/features/platform/operations/platform-service.ts';
import { Sentences } from '#server/kernel/sentences.ts';
import type { Services } from '#server/kernel/services.ts';
import { repeatDialing } from '#server/features/mobile-office/dialing.ts';
import { noTelemetry } from '#server/telemetry/none.ts';
import { prometheusTelemetry } from '#server/telemetry/prometheus/adapter.ts';
import type { PrometheusConfig } from '#server/telemetry/prometheus/config.ts';
import type { Telemetry } from '#server/telemetry/port.ts';
import { runUpgrades } from '#server/features/upgrade/upgrades.ts';
import { runTargets } from '#server/features/monitoring/index.ts';
import { runProbes } from '#server/features/sla/index.ts';
import { scheduleReports } from '#server/features/report/report-job.ts';
import { runTasks } from '#server/features/task/task-steps.ts';
import { EntitySchemas } from '#server/store/fits/entity-schemas.ts';
import { itemSpecs } from '#server/store/items/item-spec.ts';
import { unlimited } from '#server/store/query/reach.ts';
import { migrationsIn } from '#server/store/migrations/folder.ts';
import { openStore, type DataLocation, type Stocked } from '#server/store/store.ts';
import { SystemState } from '#server/kernel/system-state.ts';

export type ServiceOptions = {
  /** Project folder. */
  root: string;
  contract: Contract;
  dataDir: string;
  /** PostgreSQL instead of the data directory. */
  databaseUrl?: string;
  /** Keys of secrets (base64, the newest first) instead of the file in the data directory. */
  secretsKey?: string;
  /** The folder of migrations; that of the project if absent. */
  migrations?: string;
  clock: Clock;
  captcha: boolean;
  /** The devices are those of the demo network. */
  demo: boolean;
  /** scrypt's N. */
  passwordCost: number;
  /** Takes mail and SMS; without one nothing can be sent. */
  outbox?: Outbox;
  /** Webhooks may reach this machine and private networks. */
  webhooksInside?: boolean;
  /** Where measurements are asked for; otherwise the demo network answers, or nothing. */
  telemetry?: PrometheusConfig;
};

/** What brings stored documents to a changed contract, one file a change. */
export const MIGRATIONS = 'server/migrations';

/** Opens the data directory and puts the server's parts together. */
export async function createServices(options: ServiceOptions): Promise<Services> {
  const { root, clock, contract } = options;
  const store = await openStore(dataLocationOf(options), stockedBy(contract, options), clock);
  bindRules(store.specs, entityRules);
  const system = store.for({ actor: { name: 'system', requestId: 'system' }, reach: () => unlimited });
  const state = new SystemState(store, system);
  const jobs = createJobs(store, clock);
  const demo = options.demo ? await import('#server/simulator/demo.ts') : undefined;
  const parts = { jobs, store, system, clock };
  const outbox = options.outbox ?? noOutbox;
  const services: Omit<Services, 'live'> = {
    contract,
    store,
    clock,
    system,
    state,
    sessions: new Sessions(store, system, () => state.lifetime()),
    sentences: new Sentences(contract.problems, join(root, 'locales')),
    jobs,
    outbox,
    network: demo?.simulatedNetwork(() => complete, parts),
    scanner: demo?.demoScanner(parts),
    telemetry: telemetryOf(options, (error) => services.report(error)) ?? demo?.demoTelemetry(clock) ?? noTelemetry,
    mailQueue: createMailQueue(store, jobs, outbox, clock),
    report: (error) => process.stderr.write(`${String(error)}\n`),
    settings: {
      captcha: options.captcha,
      passwordCost: options.passwordCost,
      provoke: options.demo,
      webhooksInside: options.webhooksInside ?? false,
      version: versionOf(root),
      root,
    },
  };
  const complete: Services = Object.assign(services, {
    live: createLive(() => complete, liveTopics),
  });
  runAlarms(complete);
  runDeliveries(complete);
  turnEntrusts(complete);
  runSiteJobs(complete);
  runScheduledChanges(complete);
  expireApprovals(complete);
  repeatDialing(complete);
  runUpgrades(complete);
  restartServices(complete);
  scheduleReports(complete);
  runProbes(complete);
  runTargets(complete);
  runTasks(complete);
  return complete;
}

/** Where the data of these options is. */
export function dataLocationOf({
  dataDir,
  databaseUrl,
  secretsKey,
}: Pick<ServiceOptions, 'dataDir' | 'databaseUrl' | 'secretsKey'>): DataLocation {
  return { directory: dataDir, databaseUrl, secretsKey };
}

/** What a contract has stored, with the migrations that lead to it. */
export function stockedBy(contract: Contract, { root, migrations }: Pick<ServiceOptions, 'root' | 'migrations'>): Stocked {
  return {
    specs: itemSpecs(contract.resources.values(), entityRules),
    schemas: new EntitySchemas(contract.document, contract.digest),
    migrations: migrationsIn(migrations ?? join(root, MIGRATIONS)),
  };
}

function telemetryOf({ telemetry, clock }: ServiceOptions, report: (error: Error) => void): Telemetry | undefined {
  return telemetry && prometheusTelemetry(telemetry, { clock, report });
}

/** The package's version with the date of the build, where there is one. */
function versionOf(root: string): string {
  return asText(asObject(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version) ?? '';
}
