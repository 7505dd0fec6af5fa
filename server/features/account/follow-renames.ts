import { asObject } from '#domain/json.ts';
import type { Services } from '#server/kernel/services.ts';
import { parsePatch } from '#server/store/items/patch.ts';
import type { Doc } from '#server/store/items/tables.ts';

const DONE = 'renames-followed';

/**
 * Delegations of accounts that were renamed before references followed a rename: they go to the account that they were
 * given to, which its history names, and not to whoever has the name now. Done once.
 */
export async function followRenames({ store, system, clock }: Services): Promise<void> {
  const { engine } = store;
  const [users, entrusts] = [store.spec('User'), store.spec('Entrust')];
  const done = await engine.read.selectFrom('meta').select('value').where('name', '=', DONE).executeTakeFirst();
  if (done) return;
  const renames = await engine.read
    .selectFrom('revisions')
    .select(['id', 'at', 'undo'])
    .where('resource', '=', users.name)
    .where('action', '=', 'rename')
    .orderBy('at')
    .execute();
  await system.write(async (tx) => {
    for (const { id: account, at, undo } of renames) {
      const old = oldName(undo, users.id);
      if (old === undefined) continue;
      const uses = await tx.db.selectFrom('refs').selectAll().where('resource', '=', entrusts.name).where('value', '=', old).execute();
      for (const { id, path } of uses) {
        const entrust = await tx.get(entrusts, id);
        // what was given to the name later was given to who had it then
        if (!entrust || entrust.createdAt > at || asObject(entrust.doc)[path] !== old) continue;
        const known = await tx.get(users, account);
        const ended: Doc = entrust.doc.status === 'running' ? { status: 'cancelled' } : {};
        const change = known ? { [path]: account } : ended;
        await tx.update(entrusts, entrust, { ...entrust.doc, ...change }, entrust.secret, 'rename');
      }
    }
    await tx.db
      .insertInto('meta')
      .values({ name: DONE, value: String(clock.now()) })
      .execute();
  });
}

function oldName(undo: string | null, property: string): string | undefined {
  const patch = undo === null ? [] : parsePatch(undo);
  const op = patch.find(({ path }) => path === `/${property}`);
  return op && 'value' in op && typeof op.value === 'string' ? op.value : undefined;
}
