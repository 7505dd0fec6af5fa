import { timestamp } from '#server/clock.ts';
import { type Call } from '#server/handler.ts';
import { ProblemError } from '#server/problem.ts';
import { newId } from '#server/resource/new-id.ts';

/** Why an attempt was refused, by the problem that said so. */
const reasons: Readonly<Record<string, string>> = {
  'login.failed': 'password',
  'login.password-expired': 'expired',
  'login.disabled': 'disabled',
  'too-many-attempts': 'frozen',
  'too-many-attempts.minutes': 'frozen',
  'too-many-attempts.hours': 'frozen',
  'login.throttled': 'throttled',
  'login.ip': 'address',
  captcha: 'captcha',
  'login.code-mismatch': 'code',
  'login.code-required': 'code',
  'login.mobile-not-found': 'mobile',
  'login.mobile-not-bound': 'mobile',
};
const LONGEST_NAME = 128;
const LONGEST_AGENT = 300;

/** Keeps that somebody logged in, or why not (spec 2, log-in log). */
export async function recordLogin(call: Call, username: string, error?: unknown): Promise<void> {
  const reason = error === undefined ? undefined : error instanceof ProblemError ? reasons[error.problem.code] : undefined;
  // what is no refusal of the log-in itself (a fault of the server) is told by the server's own log
  if (error !== undefined && reason === undefined) return;
  const { store, system, clock } = call.services;
  const [logs, users] = [store.specs.get('LoginLog'), store.specs.get('User')];
  if (!logs) return;
  const name = username.trim().slice(0, LONGEST_NAME);
  const account = users && (await system.get(users, name));
  const { accountType, loginMethod } = account?.doc ?? {};
  await system.write((tx) =>
    tx.insert(logs, {
      id: newId(),
      at: timestamp(clock.now()),
      username: name,
      ...(accountType === undefined ? {} : { accountType }),
      ...(account?.owner ? { companyId: account.owner } : {}),
      success: reason === undefined,
      ...(reason === undefined ? {} : { reason }),
      loginMethod: loginMethod ?? 'password',
      ip: call.ip,
      ...(call.userAgent ? { userAgent: call.userAgent.slice(0, LONGEST_AGENT) } : {}),
      requestId: call.requestId,
    }),
  );
}
