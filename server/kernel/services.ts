import type { Sessions } from '#server/kernel/access/sessions.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Contract } from '#server/kernel/contract.ts';
import type { Jobs } from '#server/kernel/jobs.ts';
import type { Live } from '#server/kernel/live-port.ts';
import type { Network } from '#server/kernel/network.ts';
import type { Scanner } from '#server/kernel/scanner.ts';
import type { Outbox } from '#server/kernel/outbox.ts';
import type { MailQueue } from '#server/kernel/mail-queue.ts';
import type { Sentences } from '#server/kernel/sentences.ts';
import type { Handle } from '#server/store/items/handle.ts';
import type { Store } from '#server/store/store.ts';
import type { Telemetry } from '#server/telemetry/port.ts';
import type { SystemState } from '#server/kernel/system-state.ts';

type Settings = {
  /** Log-in asks for a picture to be typed off. */
  captcha: boolean;
  /** scrypt's N. */
  passwordCost: number;
  /** Calls may ask to be answered with what this backend never meets by itself: a failed synchronisation (418). Demo and tests only. */
  provoke: boolean;
  /** Webhooks may reach this machine and private networks. */
  webhooksInside: boolean;
  version: string;
  /** Project folder: locales, built console, files to download. */
  root: string;
};

/** What handlers have of the server. */
export type Services = {
  contract: Contract;
  store: Store;
  clock: Clock;
  /** A handle that reaches everything: for the server's own work, never for a caller's wish. */
  system: Handle;
  sessions: Sessions;
  sentences: Sentences;
  state: SystemState;
  jobs: Jobs;
  live: Live;
  outbox: Outbox;
  /** What reaches devices; nothing does in an installation that none is connected to. */
  network: Network | undefined;
  /** What looks through files; nothing does where none is there. */
  scanner: Scanner | undefined;
  /** What was measured. */
  telemetry: Telemetry;
  mailQueue: MailQueue;
  settings: Settings;
  /** Logs what failed where no caller waits for it. */
  report: (error: unknown) => void;
};
