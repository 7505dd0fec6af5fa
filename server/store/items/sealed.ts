import { sql } from 'kysely';

import { asObject } from '#domain/json.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Db, Doc } from '#server/store/items/tables.ts';
import { StartError } from '#server/store/start-error.ts';
import { isSealed, type Vault } from '#server/store/vault.ts';

const MARKER = 'secrets key';
const BATCH = 500;
const vaults = new WeakMap<ItemSpec, Vault>();

/** Under which key secrets of these are kept, said once when their store is opened. */
export function bindVault(specs: Iterable<ItemSpec>, vault: Vault): void {
  for (const spec of specs) vaults.set(spec, vault);
}

export function sealed(spec: ItemSpec, secret: Doc): string | null {
  return Object.keys(secret).length > 0 ? vaultOf(spec).seal(JSON.stringify(secret)) : null;
}

export function unsealed(spec: ItemSpec, text: string | null): Doc {
  return text === null ? {} : asObject(JSON.parse(vaultOf(spec).open(text)));
}

function vaultOf(spec: ItemSpec): Vault {
  const vault = vaults.get(spec);
  if (!vault) throw new Error(`${spec.name} belongs to no store.`);
  return vault;
}

/** Seals what is not under the newest key: what was stored before there was one, and everything once there is another. */
export async function sealAll(tx: Db, specs: Iterable<ItemSpec>, vault: Vault): Promise<void> {
  const marker = await tx.selectFrom('meta').select('value').where('name', '=', MARKER).executeTakeFirst();
  if (marker?.value === vault.current) return;
  if (marker && !vault.knows(marker.value))
    throw new StartError(
      `The secrets of this database are under the key ${marker.value}, which this server does not have. Set SECRETS_KEY to it, or put its secrets.key into the data directory.`,
    );
  for (const { table } of specs) {
    for (let last = ''; ;) {
      const rows = await tx
        .selectFrom(table)
        .select(['id', 'secret'])
        .where('secret', 'is not', null)
        .where('id', '>', last)
        .orderBy('id')
        .limit(BATCH)
        .execute();
      for (const { id, secret } of rows) {
        if (secret === null || isSealed(secret, vault)) continue;
        await tx
          .updateTable(table)
          .set({ secret: vault.seal(vault.open(secret)) })
          .where('id', '=', id)
          .execute();
      }
      if (rows.length < BATCH) break;
      last = rows.at(-1)?.id ?? '';
    }
  }
  await sealKept(tx, vault);
  // what is good for minutes and cannot be told from what is counted is asked for again
  await tx.deleteFrom('ephemeral').where('kind', 'in', ['totp']).execute();
  const seen = { name: MARKER, value: vault.current };
  await tx
    .insertInto('meta')
    .values(seen)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(seen))
    .execute();
}

/** Deletions keep the secrets of what may come back. */
async function sealKept(tx: Db, vault: Vault): Promise<void> {
  const { rows } = await sql<{ seq: number; kept: string }>`select seq, kept from revisions where kept like '%"secret"%'`.execute(tx);
  for (const { seq, kept } of rows) {
    const { secret, ...rest } = asObject(JSON.parse(kept));
    const text = typeof secret === 'string' ? vault.open(secret) : JSON.stringify(secret);
    await tx
      .updateTable('revisions')
      .set({ kept: JSON.stringify({ ...rest, secret: vault.seal(text) }) })
      .where('seq', '=', seq)
      .execute();
  }
}
