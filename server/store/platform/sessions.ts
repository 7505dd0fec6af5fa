import type { Db, SessionRow, SpentRow } from '#server/store/items/tables.ts';

/** One log-in; times in milliseconds. Of its tokens only the SHA-256 is kept. */
export type Session = {
  id: string;
  token: string;
  refresh: string;
  username: string;
  ip: string;
  userAgent: string;
  createdAt: number;
  seenAt: number;
  expiresAt: number;
  /** When it ends however often it is renewed. */
  endsAt: number;
};
/** A refresh token that was swapped, with the access token of its time; `nonce` leads whoever has it to its successors. */
export type Spent = { refresh: string; token: string; sessionId: string; nonce: string; at: number };

export async function insertSession(tx: Db, session: Session): Promise<void> {
  const { userAgent, createdAt, seenAt, expiresAt, endsAt, ...row } = session;
  await tx
    .insertInto('log_ins')
    .values({ ...row, user_agent: userAgent, created_at: createdAt, seen_at: seenAt, expires_at: expiresAt, ends_at: endsAt })
    .execute();
}

export async function sessionBy(db: Db, key: 'id' | 'token' | 'refresh', value: string): Promise<Session | undefined> {
  const row = await db.selectFrom('log_ins').selectAll().where(key, '=', value).executeTakeFirst();
  return row && sessionOf(row);
}

/** Sessions of an account that go on at this time, the last used first. */
export async function openSessions(db: Db, username: string, now: number): Promise<Session[]> {
  const rows = await db
    .selectFrom('log_ins')
    .selectAll()
    .where('username', '=', username)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(sessionOf);
}

/** By compare and set: false where the refresh token of the session is another one by now. */
export async function swapTokens(
  tx: Db,
  { id, refresh }: Session,
  next: Omit<Session, 'id' | 'username' | 'ip' | 'userAgent' | 'createdAt'>,
) {
  const { seenAt, expiresAt, endsAt, ...tokens } = next;
  const result = await tx
    .updateTable('log_ins')
    .set({ ...tokens, seen_at: seenAt, expires_at: expiresAt, ends_at: endsAt })
    .where('id', '=', id)
    .where('refresh', '=', refresh)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function noteSeen(tx: Db, id: string, now: number): Promise<void> {
  await tx.updateTable('log_ins').set({ seen_at: now }).where('id', '=', id).execute();
}

/** All of an account, one, or all but one; answers those that ended. */
export async function deleteSessions(tx: Db, username: string, which: { id?: string; except?: string } = {}): Promise<Session[]> {
  let ending = tx.deleteFrom('log_ins').where('username', '=', username);
  if (which.id !== undefined) ending = ending.where('id', '=', which.id);
  if (which.except !== undefined) ending = ending.where('id', '<>', which.except);
  return (await ending.returningAll().execute()).map(sessionOf);
}

/** Whose session it was; undefined where it is gone already. */
export async function deleteSession(tx: Db, id: string): Promise<string | undefined> {
  return (await tx.deleteFrom('log_ins').where('id', '=', id).returning('username').executeTakeFirst())?.username;
}

export async function insertSpent(tx: Db, { sessionId, ...row }: Spent): Promise<void> {
  await tx
    .insertInto('spent_tokens')
    .values({ ...row, session_id: sessionId })
    .execute();
}

/** A swapped token, if it was swapped after `since`. */
export async function spentBy(db: Db, key: 'token' | 'refresh', value: string, since = 0): Promise<Spent | undefined> {
  const row = await db.selectFrom('spent_tokens').selectAll().where(key, '=', value).where('at', '>', since).executeTakeFirst();
  return row && spentOf(row);
}

/** Deletes sessions that are over, and swapped tokens that are older than `since` or whose session is gone. */
export async function sweepSessions(tx: Db, now: number, since: number): Promise<void> {
  await tx.deleteFrom('log_ins').where('expires_at', '<=', now).execute();
  await tx
    .deleteFrom('spent_tokens')
    .where((or) => or.or([or('at', '<=', since), or('session_id', 'not in', tx.selectFrom('log_ins').select('id'))]))
    .execute();
}

function sessionOf(row: SessionRow): Session {
  const { user_agent: userAgent, created_at: createdAt, seen_at: seenAt, expires_at: expiresAt, ends_at: endsAt, ...rest } = row;
  return { ...rest, userAgent, createdAt, seenAt, expiresAt, endsAt };
}

function spentOf({ session_id: sessionId, ...row }: SpentRow): Spent {
  return { ...row, sessionId };
}
