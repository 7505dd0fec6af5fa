import { handlersOf } from '#server/features/handlers.ts';
import { sweepAnswers } from '#server/store/platform/idempotency.ts';
import { loginOf } from '#server/features/account/login.ts';
import { loginRecordsOf } from '#server/features/account/login-record.ts';
import { join, resolve } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { type AppOptions, createApp } from '#server/kernel/http/app.ts';
import { type Contract, loadContract } from '#server/kernel/contract.ts';
import { answerOf } from '#server/kernel/pipeline.ts';
import { followRenames } from '#server/features/account/follow-renames.ts';
import { closeHttp } from '#server/kernel/http/close.ts';
import { createRetention, type Retention } from '#server/kernel/retention.ts';
import { type Clock, systemClock } from '#server/store/clock.ts';
import { serveConsole } from '#server/kernel/http/console.ts';
import { seedFor, type SeedName } from '#server/seed/seed.ts';
import { watchAlarms } from '#server/features/alarm/index.ts';
import { watchTargets } from '#server/features/monitoring/index.ts';
import { watchProbes } from '#server/features/sla/index.ts';
import { resumeEntrusts } from '#server/features/tenancy/operations/entrust.ts';
import { openedLines, unfitLine } from '#server/fits-notice.ts';
import type { Outbox } from '#server/kernel/outbox.ts';
import type { PrometheusConfig } from '#server/telemetry/prometheus/config.ts';
import { isDamage } from '#server/store/availability.ts';
import { damaged } from '#server/store/sqlite/damage.ts';
import { DATABASE } from '#server/store/store.ts';
import { createServices } from '#server/services-of.ts';
import type { Services } from '#server/kernel/services.ts';

export type BootOptions = {
  dataDir: string;
  /** PostgreSQL instead of the data directory; several processes may share it. */
  databaseUrl?: string;
  /** Keys of secrets instead of the file in the data directory. */
  secretsKey?: string;
  /** Days for which rows of a kind are kept, where it is not what the contract says. */
  retention?: ReadonlyMap<string, number>;
  seed: SeedName;
  captcha?: boolean;
  clock?: Clock;
  logger?: boolean;
  /** scrypt's N; demo and tests take less time than production. */
  passwordCost?: number;
  /** Takes mail and SMS; without one nothing can be sent. */
  outbox?: Outbox;
  /** Where measurements are asked for; otherwise the demo network answers, or nothing. */
  telemetry?: PrometheusConfig;
  /** Webhooks may reach this machine and private networks. */
  webhooksInside?: boolean;
  /** Proxies in front of this server, whose word is taken for the caller's address. */
  trustedProxies?: readonly string[];
  /** How long a request may take to come in. */
  patience?: AppOptions['patience'];
  /** The own one if absent. */
  contract?: Contract;
  /** Alarms are looked after: what is measured is compared with their thresholds. */
  watch?: boolean;
  /** The demo network goes on by itself. */
  simulate?: boolean;
  /** The folder of migrations; that of the project if absent. */
  migrations?: string;
  /** Takes lines for whoever started the server: which stored documents no longer fit, what was migrated. */
  say?: (line: string) => void;
};

export type Running = {
  app: FastifyInstance;
  services: Services;
  /** Done when it is known which stored documents fit; calls are answered meanwhile. */
  checked: Promise<void>;
  stop: () => Promise<void>;
};

const root = resolve(import.meta.dirname, '..');
const SWEEP_MS = 60_000;
const COUNT_MS = 2000;
/** A client that repeats a create does so within minutes. */
const KEYS_KEPT_MS = 24 * 60 * 60 * 1000;

/** The whole server, ready to listen or to be injected into. */
export async function boot(options: BootOptions): Promise<Running> {
  const clock = options.clock ?? systemClock;
  const services = await createServices({
    root,
    contract: options.contract ?? loadContract(join(root, 'generated')),
    dataDir: options.dataDir,
    databaseUrl: options.databaseUrl,
    secretsKey: options.secretsKey,
    clock,
    captcha: options.captcha ?? true,
    demo: options.seed !== 'empty',
    passwordCost: options.passwordCost ?? 2 ** 15,
    outbox: options.outbox,
    telemetry: options.telemetry,
    webhooksInside: options.webhooksInside,
    migrations: options.migrations,
  });
  const say = options.say ?? (() => {});
  const dist = join(root, 'dist');
  try {
    await services.store.engine.exclusively('seed', () => seedFor(services, options.seed));
    await services.store.engine.exclusively('renames', () => followRenames(services));
    const handlers = handlersOf(services);
    const app = createApp(services, handlers, {
      logger: options.logger ?? false,
      dist,
      trustedProxies: options.trustedProxies,
      patience: options.patience,
    });
    await serveConsole(app, { dist, model: services.contract.folder });
    await app.ready();
    const retention = createRetention(services, options.retention);
    services.live.attach(app.server, (watched) => answerOf(services, handlers, watched));
    services.report = (error) => app.log.error(error);
    await resumeEntrusts(services);
    if (options.watch) {
      await watchAlarms(services);
      await watchProbes(services);
      await watchTargets(services);
    }
    if (options.simulate) await (await import('#server/simulator/demo.ts')).simulate(services);
    for (const line of openedLines(services.store.opened)) say(line);
    const checking = services.store.fits
      .check((unfit) => say(unfitLine(unfit, services.sentences)))
      .catch((error: unknown) => app.log.error(error));
    services.jobs.start((error, kind) => app.log.error(error, `job ${kind}`));
    let sweeping: Promise<void> | undefined;
    const stopSweep = clock.every(SWEEP_MS, () => {
      sweeping ??= sweep(services, retention)
        .catch((error: unknown) => app.log.error(error))
        .finally(() => (sweeping = undefined));
    });
    const stopCounting = clock.every(
      COUNT_MS,
      () =>
        void loginRecordsOf(services)
          .flush()
          .catch((error: unknown) => app.log.error(error)),
    );
    const end = async (): Promise<void> => {
      stopSweep();
      stopCounting();
      const jobs = services.jobs.stop();
      services.live.close();
      await closeHttp(app);
      await sweeping;
      await loginRecordsOf(services)
        .flush()
        .catch((error: unknown) => app.log.error(error));
      await jobs;
      await services.store.fits.stop();
      await checking;
      await services.telemetry.close();
      await services.store.close();
    };
    let ended: Promise<void> | undefined;
    return { app, services, checked: checking, stop: () => (ended ??= end()) };
  } catch (error) {
    await services.store.close();
    // what is damaged may be found by the first who reads it
    throw isDamage(error) && options.databaseUrl === undefined ? damaged(join(options.dataDir, DATABASE), error) : error;
  }
}

/** Forgets what nobody can come back to. */
async function sweep(services: Services, retention: Retention): Promise<void> {
  const { sessions, mailQueue, store, clock } = services;
  await sessions.sweep();
  await store.ephemeral.sweep();
  await loginOf(services).attempts.sweep();
  await mailQueue.sweep();
  await retention.sweep();
  await store.engine.write((tx) => sweepAnswers(tx, clock.now() - KEYS_KEPT_MS));
}
