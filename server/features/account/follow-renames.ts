import { asObject } from '#domain/json.ts';
import { mentions } from '#server/store/query/refs.ts';
import { metaOf, setMeta } from '#server/store/platform/meta.ts';
import { revisionsBy } from '#server/store/items/history.ts';
import type { Services } from '#server/kernel/services.ts';
import { parsePatch } from '#server/store/items/patch.ts';

const DONE = 'renames-followed';

/**
 * Delegations of accounts that were renamed before references followed a rename: they go to the account that they were
 * given to, which its history names, and not to whoever has the name now. Done once.
 */
export async function followRenames({ store, system, clock }: Services): Promise<void> {
  const { engine } = store;
  const [users, entrusts] = [store.spec('User'), store.spec('Entrust')];
  if ((await metaOf(engine.read, DONE)) !== undefined) return;
  const renames = await revisionsBy(engine.read, users.name, 'rename');
  await system.write(async (tx) => {
    for (const { id: account, at, undo } of renames) {
      const old = oldName(undo, users.id);
      if (old === undefined) continue;
      const uses = await mentions(tx.db, entrusts.name, old);
      for (const { id, path } of uses) {
        const entrust = await tx.get(entrusts, id);
        // what was given to the name later was given to who had it then
        if (!entrust || entrust.createdAt > at || asObject(entrust.doc)[path] !== old) continue;
        const known = await tx.get(users, account);
        const ended = entrust.doc.status === 'running' ? { status: 'cancelled' as const } : {};
        // the references of a delegation are texts, whichever of them names the account
        const change = known ? { [path]: account } : ended;
        await tx.update(entrusts, entrust, { ...entrust.doc, ...change }, entrust.secret, 'rename');
      }
    }
    await setMeta(tx.db, DONE, String(clock.now()));
  });
}

function oldName(undo: string | null, property: string): string | undefined {
  const patch = undo === null ? [] : parsePatch(undo);
  const op = patch.find(({ path }) => path === `/${property}`);
  return op && 'value' in op && typeof op.value === 'string' ? op.value : undefined;
}
