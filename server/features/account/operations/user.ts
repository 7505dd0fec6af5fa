import { passwordsOf } from '#server/features/account/password.ts';
import { loginOf } from '#server/features/account/login.ts';
import { unlockAccount } from '#server/features/account/attempts.ts';
import { principalOf } from '#server/kernel/access/check.ts';
import { oneTime, oneTimePassword } from '#server/kernel/access/one-time-password.ts';
import { endSessions } from '#server/kernel/access/sessions.ts';
import { type Call, type Handlers, write } from '#server/kernel/handler.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { mustManage } from '#server/features/account/rules/user.ts';
import type { Entities } from '#generated/server/entities.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

/** What an administrator does for a person who cannot log in, or whose sessions must end. */
export const users = {
  unlockUser: write(
    async (call, tx) => {
      const { spec, before } = await managed(call, tx);
      await unlockAccount(tx.db, before.id);
      return answerOf(spec, tx, before);
    },
    { after: (call) => loginOf(call.services).attempts.unlock(call.path.username ?? '') },
  ),

  /** The password is told once, to who asked for it; the hash was made before the transaction. */
  resetUserPassword: write(
    async (call, tx) => {
      const { spec, before } = await managed(call, tx);
      const { plain = '', hash = null } = call.password ?? {};
      const made = oneTime(call.services.clock.now());
      await tx.update(spec, before, { ...before.doc, ...made }, { ...before.secret, '/password': hash }, 'resetUserPassword');
      await unlockAccount(tx.db, before.id);
      await endSessions(tx.db, before.id);
      return { body: { username: before.id, password: plain, passwordExpiresAt: made.passwordExpiresAt } };
    },
    {
      prepare: async (call) => {
        const plain = oneTimePassword();
        call.password = { plain, hash: await passwordsOf(call.services).hash(plain, principalOf(call).username) };
      },
      after: async (call) => {
        const name = call.path.username ?? '';
        await call.services.sessions.endAll(name);
        await loginOf(call.services).attempts.unlock(name);
      },
    },
  ),

  endUserSessions: write(
    async (call, tx) => {
      const { spec, before } = await managed(call, tx);
      await endSessions(tx.db, before.id);
      return answerOf(spec, tx, before);
    },
    { after: (call) => call.services.sessions.endAll(call.path.username ?? '') },
  ),
} satisfies Handlers;

async function managed(call: Call, tx: Transaction): Promise<{ spec: ItemSpec<'User'>; before: Stored<Entities['User']> }> {
  const spec = call.services.store.spec('User');
  const before = await findItem(spec, call, (id) => tx.get(spec, id));
  await mustManage(before.doc, call, tx);
  return { spec, before };
}
