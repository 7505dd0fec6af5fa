import { createHash, randomBytes } from 'node:crypto';

import { accessResources, loadPrincipal, type Principal } from '#server/access/principal.ts';
import { type Handle } from '#server/store/handle.ts';
import { type Store } from '#server/store/store.ts';
import { type SessionRow } from '#server/store/tables.ts';

/** A second tab that renews at the same moment gets the same successor. */
const GRACE_MS = 10_000;
/** However often it is renewed, a session ends a day after its log-in (decision 25). */
const LONGEST_MS = 24 * 60 * 60 * 1000;
const REMEMBERED = 10_000;

export type Tokens = { token: string; refreshToken: string; expiresIn: number };
type Known = { principal: Principal; expiresAt: number };
type Successor = { tokens: Tokens; until: number };

/** Opaque bearer tokens. The database holds their hashes; this process remembers whom it saw. */
export class Sessions {
  readonly #store: Store;
  readonly #system: Handle;
  readonly #lifetime: () => Promise<number>;
  readonly #known = new Map<string, Known>();
  readonly #successors = new Map<string, Successor>();

  constructor(store: Store, system: Handle, lifetime: () => Promise<number>) {
    this.#store = store;
    this.#system = system;
    this.#lifetime = lifetime;
    store.onChange((resources) => {
      for (const resource of resources) if (accessResources.has(resource)) return this.#known.clear();
      // who sees some cities only sees other sites now
      if (resources.has('Site')) for (const [token, known] of this.#known) if (known.principal.cities.size > 0) this.#known.delete(token);
    });
  }

  /** Whose token this is, if the session and the account are alive. */
  async authenticate(token: string): Promise<Principal | undefined> {
    const now = this.#store.clock.now();
    const known = this.#known.get(token);
    if (known && known.expiresAt > now && known.principal.until > now) return known.principal;
    const hash = hashOf(token);
    const { read } = this.#store.engine;
    const row =
      (await read.selectFrom('sessions').selectAll().where('token', '=', hash).executeTakeFirst()) ??
      (await read
        .selectFrom('sessions')
        .selectAll()
        .where('previous_token', '=', hash)
        .where('previous_until', '>', now)
        .executeTakeFirst());
    if (!row || row.expires_at <= now) return undefined;
    const principal = await loadPrincipal(this.#store, this.#system, row.username);
    if (!principal) return undefined;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(token, { principal, expiresAt: row.token === hash ? row.expires_at : row.previous_until });
    return principal;
  }

  async create(username: string): Promise<Tokens> {
    const now = this.#store.clock.now();
    const tokens = await this.#fresh(now + LONGEST_MS);
    const expires = now + tokens.expiresIn * 1000;
    await this.#store.engine.write((tx) =>
      tx
        .insertInto('sessions')
        .values({
          token: hashOf(tokens.token),
          refresh: hashOf(tokens.refreshToken),
          previous_token: null,
          previous_refresh: null,
          previous_until: 0,
          username,
          created_at: now,
          expires_at: expires,
          refresh_until: expires,
          ends_at: now + LONGEST_MS,
        })
        .execute(),
    );
    return tokens;
  }

  /** Swaps the tokens by compare and set: of two that come with the same refresh token, one renews and both get the result. */
  async refresh(username: string, refreshToken: string): Promise<Tokens | undefined> {
    const now = this.#store.clock.now();
    const hash = hashOf(refreshToken);
    const known = this.#successors.get(hash);
    if (known && known.until > now) return known.tokens;
    const row = await this.#store.engine.read.selectFrom('sessions').selectAll().where('refresh', '=', hash).executeTakeFirst();
    if (!row) return this.#replayed(hash, now);
    if (row.username !== username || row.refresh_until <= now) return undefined;
    if (!(await loadPrincipal(this.#store, this.#system, username))) return undefined;
    const tokens = await this.#fresh(row.ends_at);
    if (tokens.expiresIn <= 0) return undefined;
    const swapped = await this.#swap(row, tokens, now);
    // somebody else was first: his successor is ours
    if (!swapped) return this.#successors.get(hash)?.tokens;
    this.#remember(hash, { tokens, until: now + GRACE_MS });
    return tokens;
  }

  async end(username: string, token: string): Promise<void> {
    const hash = hashOf(token);
    await this.#store.engine.write((tx) =>
      tx
        .deleteFrom('sessions')
        .where((or) => or.or([or('token', '=', hash), or('previous_token', '=', hash)]))
        .execute(),
    );
    this.#forget(username);
  }

  async endAll(username: string): Promise<void> {
    await this.#store.engine.write((tx) => tx.deleteFrom('sessions').where('username', '=', username).execute());
    this.#forget(username);
  }

  /** The account goes on under another name. */
  async rename(from: string, to: string): Promise<void> {
    await this.#store.engine.write((tx) => tx.updateTable('sessions').set({ username: to }).where('username', '=', from).execute());
    this.#forget(from);
  }

  /** Forgets what has ended. */
  async sweep(): Promise<void> {
    const now = this.#store.clock.now();
    for (const [hash, successor] of this.#successors) if (successor.until <= now) this.#successors.delete(hash);
    await this.#store.engine.write((tx) => tx.deleteFrom('sessions').where('refresh_until', '<=', now).execute());
  }

  async #swap(row: SessionRow, tokens: Tokens, now: number): Promise<boolean> {
    const expires = now + tokens.expiresIn * 1000;
    const result = await this.#store.engine.write((tx) =>
      tx
        .updateTable('sessions')
        .set({
          token: hashOf(tokens.token),
          refresh: hashOf(tokens.refreshToken),
          previous_token: row.token,
          previous_refresh: row.refresh,
          previous_until: now + GRACE_MS,
          expires_at: expires,
          refresh_until: expires,
        })
        .where('token', '=', row.token)
        .where('refresh', '=', row.refresh)
        .executeTakeFirst(),
    );
    this.#forget(row.username);
    return result.numUpdatedRows > 0n;
  }

  /** A refresh token that was spent before the grace was stolen or kept: the session ends for everybody who has it. */
  async #replayed(hash: string, now: number): Promise<undefined> {
    const row = await this.#store.engine.read.selectFrom('sessions').selectAll().where('previous_refresh', '=', hash).executeTakeFirst();
    if (!row || row.previous_until > now) return;
    await this.#store.engine.write((tx) => tx.deleteFrom('sessions').where('token', '=', row.token).execute());
    this.#forget(row.username);
  }

  async #fresh(endsAt: number): Promise<Tokens> {
    const left = Math.floor((endsAt - this.#store.clock.now()) / 1000);
    return {
      token: randomBytes(32).toString('base64url'),
      refreshToken: randomBytes(32).toString('base64url'),
      expiresIn: Math.min(await this.#lifetime(), left),
    };
  }

  #forget(username: string): void {
    for (const [token, known] of this.#known) if (known.principal.username === username) this.#known.delete(token);
  }

  #remember(hash: string, successor: Successor): void {
    if (this.#successors.size >= REMEMBERED) this.#successors.clear();
    this.#successors.set(hash, successor);
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
