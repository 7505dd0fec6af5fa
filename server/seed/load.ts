import type { Passwords } from '#server/features/account/password.ts';
import { withTotp } from '#server/features/account/second-factor.ts';
import { withDefaults } from '#server/kernel/resource/defaults.ts';
import { takeSecrets } from '#server/kernel/resource/secrets.ts';
import { TOTP_SECRET } from '#server/seed/credentials.ts';
import type { Row, World } from '#server/kernel/seeding/world.ts';
import type { Handle } from '#server/store/items/handle.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { New } from '#server/store/items/transaction.ts';

const ROWS_PER_TRANSACTION = 500;

/** Puts a world into an empty database. Its rows are right by construction, which a test checks: nothing is checked here. */
export async function loadWorld(system: Handle, passwords: Passwords, world: World): Promise<void> {
  const hashes = new Map<string, Promise<string>>();
  for (const [resource, rows] of Object.entries(world)) {
    const spec = system.store.specNamed(resource);
    if (!spec) continue;
    for (let at = 0; at < rows.length; at += ROWS_PER_TRANSACTION) {
      const ready = await Promise.all(rows.slice(at, at + ROWS_PER_TRANSACTION).map((row) => withHash(row, passwords, hashes)));
      const now = system.store.clock.now();
      const made = ready.map((row) => newOf(spec, row, now));
      await system.write((tx) => tx.insertAll(spec, made, 'seed'));
    }
  }
}

function newOf(spec: ItemSpec, row: Row, now: number): New {
  const { doc, secrets: written } = takeSecrets(spec, withDefaults(spec.fields, row));
  const secrets = row.totp === true ? withTotp({ secret: written }, TOTP_SECRET, -1).secrets : written;
  const createdAt = timeOf(row.createdAt) ?? now;
  return { doc, secret: secrets, createdAt, updatedAt: timeOf(row.updatedAt) ?? createdAt };
}

/** Demo accounts share one password: it is hashed once. */
async function withHash(row: Row, passwords: Passwords, hashes: Map<string, Promise<string>>): Promise<Row> {
  const { password } = row;
  if (typeof password !== 'string' || row.username === undefined) return row;
  let hash = hashes.get(password);
  if (hash === undefined) hashes.set(password, (hash = passwords.hash(password)));
  return { ...row, password: await hash };
}

function timeOf(value: unknown): number | undefined {
  return typeof value === 'string' ? Date.parse(value) : undefined;
}
