import { asText } from '#domain/json.ts';
import { loginOf } from '#server/features/account/login.ts';
import { loginCodeMismatch, loginCodeRequired, notFound, passwordWrong, totpEnabled, totpNotEnabled } from '#generated/problems.ts';
import { principalOf } from '#server/kernel/access/check.ts';
import { recoveryCodesLeft, usesTotp, withNewRecoveryCodes, withoutTotp, withTotp } from '#server/features/account/second-factor.ts';
import { endSessions } from '#server/kernel/access/sessions.ts';
import { matchingStep, newSecret, otpauthUri } from '#server/features/account/totp.ts';
import { type Call, type Handlers, read, write } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { mustManage } from '#server/features/account/rules/user.ts';
import type { Entities } from '#generated/server/entities.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

const ENROL_S = 10 * 60;

/** The authenticator app of the caller, and its removal by an administrator. */
export const totp = {
  getTotp: read((call) => {
    const { account } = principalOf(call);
    return Promise.resolve({ body: { enabled: usesTotp(account), recoveryCodesLeft: recoveryCodesLeft(account) } });
  }),

  enrolTotp: read(async (call) => {
    const { username, account } = principalOf(call);
    await confirm(call);
    if (usesTotp(account)) throw new ProblemError(totpEnabled());
    const secret = newSecret();
    await call.services.store.ephemeral.put('totp', username, secret, ENROL_S * 1000);
    return { body: { secret, uri: otpauthUri(username, secret), expiresIn: ENROL_S } };
  }),

  confirmTotp: write(async (call, tx) => {
    const { spec, server, stored } = await ownAccount(call, tx);
    const { store, clock } = call.services;
    if (usesTotp(stored)) throw new ProblemError(totpEnabled());
    const secret = asText(await store.ephemeral.get('totp', stored.id));
    if (secret === undefined) throw new ProblemError(totpNotEnabled());
    const code = call.body.code.replaceAll(/\s/g, '');
    const errors = (problem: string): { errors: { pointer: string; code: string }[] } => ({
      errors: [{ pointer: '/code', code: problem }],
    });
    if (!/^\d{6}$/.test(code)) throw new ProblemError(loginCodeRequired(), errors('login.code-required'));
    const step = matchingStep(secret, code, clock.now());
    if (step === undefined) throw new ProblemError(loginCodeMismatch(), errors('login.code-mismatch'));
    const { secrets, codes } = withTotp(stored, secret, step);
    await server.update(spec, stored, { ...stored.doc, totp: true }, secrets, 'confirmTotp');
    return { body: { recoveryCodes: codes } };
  }),

  renewRecoveryCodes: write(
    async (call, tx) => {
      const { spec, server, stored } = await ownAccount(call, tx);
      if (!usesTotp(stored)) throw new ProblemError(totpNotEnabled());
      const { secrets, codes } = withNewRecoveryCodes(stored);
      await server.update(spec, stored, stored.doc, secrets, 'renewRecoveryCodes');
      return { body: { recoveryCodes: codes } };
    },
    { prepare: confirm },
  ),

  disableTotp: write(
    async (call, tx) => {
      const { spec, server, stored } = await ownAccount(call, tx);
      if (!usesTotp(stored)) throw new ProblemError(totpNotEnabled());
      await remove(spec, server, stored, 'disableTotp');
      return { status: 204 };
    },
    { prepare: confirm },
  ),

  resetUserTotp: write(
    async (call, tx) => {
      const spec = call.services.store.spec('User');
      const before = await findItem(spec, call, (id) => tx.get(spec, id));
      await mustManage(before.doc, call, tx);
      if (!usesTotp(before)) return answerOf(spec, tx, before);
      const stored = await remove(spec, tx, before, 'resetUserTotp');
      await endSessions(tx.db, before.id);
      return answerOf(spec, tx, stored);
    },
    { after: (call) => call.services.sessions.endAll(call.path.username ?? '') },
  ),
} satisfies Handlers;

/** Whoever finds an open session cannot take the account over with it. */
async function confirm(call: Call<{ password: string }>): Promise<void> {
  const { account } = principalOf(call);
  if (await loginOf(call.services).confirmPassword(account, call.body.password, call.bearer ?? '')) return;
  throw new ProblemError(passwordWrong(), { errors: [{ pointer: '/password', code: 'password.wrong' }] });
}

function remove(
  spec: ItemSpec<'User'>,
  tx: Transaction,
  stored: Stored<Entities['User']>,
  action: string,
): Promise<Stored<Entities['User']>> {
  const { totp: _, ...doc } = stored.doc;
  return tx.update(spec, stored, doc, withoutTotp(stored), action);
}

async function ownAccount(
  call: Call,
  tx: Transaction,
): Promise<{ spec: ItemSpec<'User'>; server: Transaction; stored: Stored<Entities['User']> }> {
  const spec = call.services.store.spec('User');
  const server = tx.asServer();
  const stored = await server.get(spec, principalOf(call).username);
  if (!stored) throw new ProblemError(notFound());
  return { spec, server, stored };
}
