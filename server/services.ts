import { type LoginRecords } from '#server/access/login-record.ts';
import { type Login } from '#server/access/login.ts';
import { type PasswordReset } from '#server/access/password-reset.ts';
import { type Passwords } from '#server/access/password.ts';
import { type Sessions } from '#server/access/sessions.ts';
import { type Clock } from '#server/clock.ts';
import { type Contract } from '#server/contract.ts';
import { type Jobs } from '#server/jobs.ts';
import { type Live } from '#server/live.ts';
import { type Network } from '#server/network.ts';
import { type Outbox } from '#server/outbox.ts';
import { type Post } from '#server/post.ts';
import { type Sentences } from '#server/sentences.ts';
import { type Handle } from '#server/store/handle.ts';
import { type Store } from '#server/store/store.ts';
import { type SystemState } from '#server/system-state.ts';

type Settings = {
  /** Log-in asks for a picture to be typed off. */
  captcha: boolean;
  /** Calls may ask to be answered with what this backend never meets by itself: a failed synchronisation (418). Demo and tests only. */
  provoke: boolean;
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
  login: Login;
  loginRecords: LoginRecords;
  passwordReset: PasswordReset;
  passwords: Passwords;
  sentences: Sentences;
  state: SystemState;
  jobs: Jobs;
  live: Live;
  outbox: Outbox;
  /** What reaches devices; nothing does in an installation that none is connected to. */
  network: Network | undefined;
  post: Post;
  settings: Settings;
  /** Logs what failed where no caller waits for it. */
  report: (error: unknown) => void;
};
