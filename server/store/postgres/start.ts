import type { PoolClient } from 'pg';

import { codeOf } from '#server/store/postgres/errors.ts';
import { StartError } from '#server/store/start-error.ts';

/** A superuser sees every row whatever the policies say; another encoding cannot hold every text. */
export async function refuseUnfit(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; free: boolean; encoding: string }>(
    `select current_user as name, rolsuper or rolbypassrls as free, current_setting('server_encoding') as encoding
     from pg_roles where rolname = current_user`,
  );
  const [found] = rows;
  if (found?.free !== false)
    throw new StartError(
      `DATABASE_URL logs in as ${found?.name ?? 'nobody'}, whom row-level security does not bind. Create a role for the console: create role console login password '…' nosuperuser nobypassrls.`,
    );
  if (found.encoding !== 'UTF8')
    throw new StartError(`The database of DATABASE_URL is encoded in ${found.encoding}. Create it with encoding 'UTF8'.`);
}

/** Why the database could not be opened, in one line. */
export function startError(error: unknown): StartError {
  if (error instanceof StartError) return error;
  const reason = (error instanceof Error ? error.message : '') || codeOf(error);
  return new StartError(`The database of DATABASE_URL cannot be opened: ${reason.split('\n', 1)[0]}`, { cause: error });
}
