import { createHmac, randomBytes, randomUUID } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { loginIp } from '#generated/problems.ts';
import { hashOf } from '#server/kernel/access/codes.ts';
import { decidesAccess, loadPrincipal, type Principal } from '#server/kernel/access/principal.ts';
import { texts } from '#server/kernel/access/rights.ts';
import { addressAllowed } from '#server/kernel/access/whitelist.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import type { Handle } from '#server/store/items/handle.ts';
import type { Store } from '#server/store/store.ts';
import type { Db } from '#server/store/items/tables.ts';
import {
  deleteSession,
  deleteSessions,
  insertSession,
  insertSpent,
  noteSeen,
  openSessions,
  type Session,
  sessionBy,
  spentBy,
  swapTokens,
  sweepSessions,
} from '#server/store/platform/sessions.ts';
import { keepUntil } from '#server/store/platform/ephemeral.ts';

/** As long as a request may take: a tab that renews meanwhile, or whose answer was lost, gets the same successor. */
const GRACE_MS = 60_000;
/** However often it is renewed, a session ends a day after its log-in (decision 25). */
const LONGEST_MS = 24 * 60 * 60 * 1000;
/** In full screen the day does not hold (decision 25), but who stole a token and says so does not keep it for ever. */
const LONGEST_FULL_SCREEN_MS = 30 * LONGEST_MS;
/** Spent tokens are known for so long: who plays one again ends its session. */
const SPENT_KEPT_MS = 7 * LONGEST_MS;
const SEEN_EVERY_MS = 60_000;
const REMEMBERED = 10_000;
const LONGEST_AGENT = 512;
/** Before the name of an account whose sessions changed, among the names of changed resources. */
const ENDED = 'session:';

/** The account whose sessions were ended, where a name among those of changed resources says so. */
export function accountOf(changed: string): string | undefined {
  return changed.startsWith(ENDED) ? decodeURIComponent(changed.slice(ENDED.length)) : undefined;
}

/** What the holder of an ended session is told besides that it is over. */
type Why = 'disabled';
const WHY = 'sessionEnded';

export type Tokens = { token: string; refreshToken: string; expiresIn: number; endsIn?: number };
/** From where, if that matters; a page in full screen. */
type Renewing = { ip?: string; fullScreen?: boolean };
export type From = { ip: string; userAgent: string };
type Open = { principal: Principal; until: number };
type CachedSession = { principal: Principal; sessionId: string; expiresAt: number; seenAt: number };
type Pair = { token: string; refreshToken: string };

/** Opaque bearer tokens. The database holds their hashes; this process remembers whom it saw. */
export class Sessions {
  readonly #store: Store;
  readonly #system: Handle;
  readonly #lifetime: () => Promise<number>;
  readonly #known: LRUCache<string, CachedSession>;
  /** Grows with everything that is forgotten: what was read before is not remembered after. */
  #forgotten = 0;

  constructor(store: Store, system: Handle, lifetime: () => Promise<number>, remembered = REMEMBERED) {
    this.#store = store;
    this.#system = system;
    this.#lifetime = lifetime;
    this.#known = new LRUCache({ max: remembered });
    store.onChange((resources) => {
      for (const resource of resources) {
        if (decidesAccess(resource)) return this.#drop(() => true);
        const account = accountOf(resource);
        if (account !== undefined) this.#drop(({ principal }) => principal.username === account);
      }
    });
  }

  /** Whose token this is, if the session and the account are alive. */
  async authenticate(token: string): Promise<Principal | undefined> {
    return (await this.open(token))?.principal;
  }

  /** The same of who was here a moment ago, at once; everybody else is looked up. */
  remembered(token: string): Principal | undefined {
    const now = this.#store.clock.now();
    const known = this.#known.get(token);
    return known && isGood(known, now) && now - known.seenAt < SEEN_EVERY_MS ? known.principal : undefined;
  }

  /** The same, and until when the session lives if nobody renews or ends it. */
  async open(token: string): Promise<Open | undefined> {
    const now = this.#store.clock.now();
    const known = this.#known.get(token);
    if (known && isGood(known, now)) {
      if (now - known.seenAt >= SEEN_EVERY_MS) this.#see(known, now);
      return { principal: known.principal, until: known.expiresAt };
    }
    const forgotten = this.#forgotten;
    const found = await this.#sessionOf(token, now);
    if (!found || found.row.expiresAt <= now) return undefined;
    const principal = await loadPrincipal(this.#store, this.#system, found.row.username);
    if (!principal) return undefined;
    const entry = { principal, sessionId: found.row.id, expiresAt: found.until, seenAt: found.row.seenAt };
    if (forgotten === this.#forgotten) this.#known.set(token, entry);
    if (now - entry.seenAt >= SEEN_EVERY_MS) this.#see(entry, now);
    return { principal, until: found.until };
  }

  /** Why the session of a token that nobody knows any more was ended, for as long as it would have lived. */
  async whyEnded(token: string): Promise<Why | undefined> {
    return (await this.#store.ephemeral.get(WHY, hashOf(token))) === 'disabled' ? 'disabled' : undefined;
  }

  async create(username: string, { ip, userAgent }: From = { ip: '', userAgent: '' }): Promise<Tokens> {
    const now = this.#store.clock.now();
    const pair = { token: randomBytes(32).toString('base64url'), refreshToken: randomBytes(32).toString('base64url') };
    const row: Session = {
      id: randomUUID(),
      token: hashOf(pair.token),
      refresh: hashOf(pair.refreshToken),
      username,
      ip,
      userAgent: userAgent.slice(0, LONGEST_AGENT),
      createdAt: now,
      seenAt: now,
      expiresAt: now + Math.min(LONGEST_MS, (await this.#lifetime()) * 1000),
      endsAt: now + LONGEST_MS,
    };
    await this.#store.engine.write((tx) => insertSession(tx, row));
    return tokensOf(pair, row, now);
  }

  /**
   * Swaps the tokens by compare and set: of those that come with the same refresh token one renews, and all get its result
   * while the grace lasts. The successors follow from the spent token and a number that is stored, so any process can name them.
   */
  async refresh(username: string, refreshToken: string, { fullScreen = false, ip }: Renewing = {}): Promise<Tokens | undefined> {
    const now = this.#store.clock.now();
    const hash = hashOf(refreshToken);
    const row = await sessionBy(this.#store.engine.read, 'refresh', hash);
    if (!row) return this.#successorOf(username, refreshToken, now, ip);
    if (row.username !== username || row.expiresAt <= now) return undefined;
    if (!(await this.#goesOn(username, ip))) return undefined;
    const longest = row.createdAt + LONGEST_FULL_SCREEN_MS;
    const endsAt = fullScreen ? Math.min(now + LONGEST_MS, longest) : row.endsAt;
    if (endsAt <= now) return undefined;
    const nonce = randomBytes(16).toString('base64url');
    const pair = successors(refreshToken, nonce);
    const next = {
      token: hashOf(pair.token),
      refresh: hashOf(pair.refreshToken),
      seenAt: now,
      expiresAt: Math.min(endsAt, now + (await this.#lifetime()) * 1000),
      endsAt,
    };
    const swapped = await this.#store.engine.write(async (tx) => {
      if (!(await swapTokens(tx, row, next))) return false;
      await insertSpent(tx, { refresh: hash, token: row.token, sessionId: row.id, nonce, at: now });
      return true;
    });
    await this.#forget(row.username);
    // somebody else was first: his successor is ours
    if (!swapped) return this.#successorOf(username, refreshToken, now, ip);
    const { endsIn, ...tokens } = tokensOf(pair, { ...row, ...next }, now);
    return fullScreen && endsAt < longest ? tokens : { ...tokens, endsIn };
  }

  /** Open sessions of an account, the last used first. */
  list(username: string): Promise<Session[]> {
    return openSessions(this.#store.engine.read, username, this.#store.clock.now());
  }

  /** The session that a token belongs to. */
  async idOf(token: string): Promise<string | undefined> {
    return (await this.#sessionOf(token, this.#store.clock.now()))?.row.id;
  }

  /** Ends one session of an account; false if it has none of that id. */
  async end(username: string, id: string): Promise<boolean> {
    const ended = await this.#store.engine.write((tx) => endSessions(tx, username, { id }));
    await this.#forget(username);
    return ended > 0;
  }

  /** Ends every session of an account, but the one that is named. */
  async endAll(username: string, except?: string): Promise<void> {
    await this.#store.engine.write((tx) => endSessions(tx, username, { except }));
    await this.#forget(username);
  }

  /** The account goes on under another name, and its sessions with it. */
  renamed(from: string): Promise<void> {
    return this.#forget(from);
  }

  /** Forgets what has ended. */
  async sweep(): Promise<void> {
    const now = this.#store.clock.now();
    await this.#store.engine.write((tx) => sweepSessions(tx, now, now - SPENT_KEPT_MS));
  }

  /** By its present token, or by one that was swapped within the grace. */
  async #sessionOf(token: string, now: number): Promise<{ row: Session; until: number } | undefined> {
    const { read } = this.#store.engine;
    const hash = hashOf(token);
    const present = await sessionBy(read, 'token', hash);
    if (present) return { row: present, until: present.expiresAt };
    const spent = await spentBy(read, 'token', hash, now - GRACE_MS);
    const row = spent && (await sessionBy(read, 'id', spent.sessionId));
    return row && { row, until: Math.min(row.expiresAt, spent.at + GRACE_MS) };
  }

  /**
   * What became of a spent refresh token. Within the grace: the present tokens, through however many renewals. After it the token
   * was stolen or kept: the session ends for everybody who has it.
   */
  async #successorOf(username: string, refreshToken: string, now: number, ip?: string): Promise<Tokens | undefined> {
    const { engine } = this.#store;
    let pair: Pair = { token: '', refreshToken };
    for (;;) {
      const hash = hashOf(pair.refreshToken);
      const spent = await spentBy(engine.read, 'refresh', hash);
      if (!spent) break;
      if (spent.at + GRACE_MS <= now) {
        const ended = await engine.write((tx) => deleteSession(tx, spent.sessionId));
        if (ended !== undefined) await this.#forget(ended);
        return undefined;
      }
      pair = successors(pair.refreshToken, spent.nonce);
    }
    if (pair.token === '') return undefined;
    const row = await sessionBy(engine.read, 'refresh', hashOf(pair.refreshToken));
    if (row?.username !== username || row.expiresAt <= now || !(await this.#goesOn(username, ip))) return undefined;
    return tokensOf(pair, row, now);
  }

  /** Whether an account still has sessions at all; it also says from where. */
  async #goesOn(username: string, ip: string | undefined): Promise<boolean> {
    const principal = await loadPrincipal(this.#store, this.#system, username);
    if (principal && ip !== undefined && !addressAllowed(texts(principal.account.doc.ipWhitelist), ip)) throw new ProblemError(loginIp());
    return principal !== undefined;
  }

  /** Notes that a session is in use, now and then: a list of sessions tells it to the minute. */
  #see(known: CachedSession, now: number): void {
    known.seenAt = now;
    // a session that ended meanwhile needs no note, and a call does not fail for one
    this.#store.engine.write((tx) => noteSeen(tx, known.sessionId, now)).catch(() => {});
  }

  /** Tells every process that the sessions of an account are not what they were. */
  #forget(username: string): Promise<void> {
    return this.#store.changed(new Set([`${ENDED}${encodeURIComponent(username)}`]));
  }

  #drop(gone: (known: CachedSession) => boolean): void {
    this.#forgotten++;
    for (const [token, known] of this.#known) if (gone(known)) this.#known.delete(token);
  }
}

function isGood({ expiresAt, principal }: CachedSession, now: number): boolean {
  return expiresAt > now && principal.until > now;
}

/** Ends sessions within a transaction of somebody else's: all of an account, one, or all but one. Answers how many. */
export async function endSessions(tx: Db, username: string, which: { id?: string; except?: string; why?: Why } = {}): Promise<number> {
  const ended = await deleteSessions(tx, username, which);
  const { why } = which;
  if (why !== undefined)
    for (const { token, refresh, expiresAt } of ended) for (const key of [token, refresh]) await keepUntil(tx, WHY, key, why, expiresAt);
  return ended.length;
}

function successors(refreshToken: string, nonce: string): Pair {
  const derive = (what: string): string => createHmac('sha256', refreshToken).update(`${what} ${nonce}`).digest('base64url');
  return { token: derive('token'), refreshToken: derive('refresh') };
}

function tokensOf(pair: Pair, row: Pick<Session, 'expiresAt' | 'endsAt'>, now: number): Tokens & { endsIn: number } {
  const seconds = (until: number): number => Math.max(1, Math.floor((until - now) / 1000));
  return { ...pair, expiresIn: seconds(row.expiresAt), endsIn: seconds(row.endsAt) };
}
