import { part } from '#server/kernel/part.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { newId } from '#server/kernel/resource/new-id.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Draft } from '#server/store/items/typed.ts';

/** What is written of one attempt. */
type Attempt = Omit<Draft<'LoginLog'>, 'id' | 'at'>;

/** Why an attempt was refused, by the problem that said so. */
const reasons: Readonly<Record<string, Attempt['reason']>> = {
  'login.failed': 'password',
  'login.password-expired': 'expired',
  'login.disabled': 'disabled',
  'too-many-attempts': 'frozen',
  'too-many-attempts.minutes': 'frozen',
  'too-many-attempts.hours': 'frozen',
  'login.throttled': 'throttled',
  busy: 'throttled',
  'login.ip': 'address',
  captcha: 'captcha',
  'login.code-mismatch': 'code',
  'login.code-required': 'code',
  'login.mobile-not-found': 'mobile',
  'login.mobile-not-bound': 'mobile',
};
const LONGEST_NAME = 128;
const LONGEST_AGENT = 300;
/** Refusals of one name from one address for one reason within this time are one row. */
const TOGETHER_MS = 10 * 60_000;
/** Rows of refusals that one process writes within an hour; what is refused beyond them is counted in one row of its own. */
const ROWS_AN_HOUR = 1000;
const HOUR_MS = 60 * 60_000;
const BEYOND = 'beyond';

type Row = { id: string; until: number; more: number; lastAt: number };

/** The log-in log of a server. */
export const loginRecordsOf = part((services) => new LoginRecords(services));

/** Keeps who logged in, and who was refused why (spec 2, log-in log). However many are refused, there are not as many rows. */
export class LoginRecords {
  readonly #services: Services;
  readonly #rows = new Map<string, Row>();
  #hour = { from: 0, rows: 0 };

  constructor(services: Services) {
    this.#services = services;
  }

  async succeeded(call: Call, username: string): Promise<void> {
    await this.#insert(newId(), await this.#docOf(call, username));
  }

  async refused(call: Call, username: string, error: unknown): Promise<void> {
    const reason = error instanceof ProblemError ? reasons[error.problem.code] : undefined;
    // what is no refusal of the log-in itself (a fault of the server) is told by the server's own log
    if (reason === undefined) return;
    const now = this.#services.clock.now();
    const key = JSON.stringify([username.trim().slice(0, LONGEST_NAME), call.ip, reason]);
    if (this.#countIn(key, now)) return;
    const beyond = this.#isFull(now);
    if (beyond && this.#countIn(BEYOND, now)) return;
    const row: Row = { id: newId(), until: now + TOGETHER_MS, more: 0, lastAt: now };
    this.#rows.set(beyond ? BEYOND : key, row);
    await this.#insert(
      row.id,
      beyond
        ? { success: false, reason: 'many', requestId: call.requestId }
        : { ...(await this.#docOf(call, username)), success: false, reason },
    );
  }

  /** Writes what came after the first of each row, and forgets the rows of which no more can come. */
  async flush(): Promise<void> {
    const { store, system, clock } = this.#services;
    const logs = store.spec('LoginLog');
    const now = clock.now();
    const counted = [...this.#rows.values()].flatMap((row) => (row.more > 0 ? [{ row, more: row.more, lastAt: row.lastAt }] : []));
    for (const [key, row] of this.#rows) if (row.until <= now) this.#rows.delete(key);
    if (counted.length === 0) return;
    for (const { row, more } of counted) row.more -= more;
    await system.write(async (tx) => {
      for (const { row, more, lastAt } of counted) {
        const before = await tx.get(logs, row.id);
        if (!before) continue;
        const attempts = (before.doc.attempts ?? 1) + more;
        await tx.annotate(logs, before, { ...before.doc, attempts, lastAt: timestamp(lastAt) });
      }
    });
  }

  /** One more of a row that is there. */
  #countIn(key: string, now: number): boolean {
    const row = this.#rows.get(key);
    if (!row || row.until <= now) return false;
    row.more++;
    row.lastAt = now;
    return true;
  }

  #isFull(now: number): boolean {
    if (now - this.#hour.from >= HOUR_MS) this.#hour = { from: now, rows: 0 };
    return ++this.#hour.rows > ROWS_AN_HOUR;
  }

  async #docOf(call: Call, username: string): Promise<Attempt> {
    const { store, system } = this.#services;
    const users = store.spec('User');
    const name = username.trim().slice(0, LONGEST_NAME);
    const account = await system.get(users, name);
    const { accountType, loginMethod } = account?.doc ?? {};
    return {
      username: name,
      ...(accountType === undefined ? {} : { accountType }),
      ...(account?.owner ? { companyId: account.owner } : {}),
      success: true,
      loginMethod: loginMethod ?? 'password',
      ip: call.ip,
      ...(call.userAgent ? { userAgent: call.userAgent.slice(0, LONGEST_AGENT) } : {}),
      requestId: call.requestId,
    };
  }

  async #insert(id: string, doc: Attempt): Promise<void> {
    const { store, system, clock } = this.#services;
    const logs = store.spec('LoginLog');
    await system.write((tx) => tx.insert(logs, { id, at: timestamp(clock.now()), ...doc }));
  }
}
