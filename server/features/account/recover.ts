import { passwordsOf } from '#server/features/account/password.ts';
import { forgetAttempts } from '#server/features/account/account-name.ts';
import { INITIAL_ADMIN, oneTime, oneTimePassword } from '#server/kernel/access/one-time-password.ts';
import { withoutTotp } from '#server/features/account/second-factor.ts';
import { endSessions } from '#server/kernel/access/sessions.ts';
import { firstAdministrator } from '#server/features/account/seed/first-administrator.ts';
import { metaOf } from '#server/store/platform/meta.ts';
import type { Services } from '#server/kernel/services.ts';
import { unlimited } from '#server/store/query/reach.ts';

/** Why nobody was let in: the message says what to do instead. */
export class RecoverError extends Error {}

type Recovered = { username: string; password: string; created: boolean };

/** Opens one super administrator's account again, whatever stood in its way; makes one where there is none. */
export async function recover(services: Services, wanted?: string): Promise<Recovered> {
  const { store, clock } = services;
  const spec = store.spec('User');
  const begun = await metaOf(store.engine.read, 'seed');
  if (begun === undefined)
    throw new RecoverError('There is no data yet. Start the server once: it makes the first administrator and prints the password.');
  // the log says that it was done from the machine
  const handle = store.for({ actor: { name: 'recover', requestId: 'recover' }, reach: () => unlimited });
  const { rows } = await handle.list(spec, { among: [{ path: 'accountType', in: ['superAdmin'] }], skip: 0, limit: 1000 });
  const username = chosen(
    rows.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b)),
    wanted,
  );
  const password = oneTimePassword();
  const hash = await passwordsOf(services).hash(password);
  const now = clock.now();
  const created = username === undefined;
  const name = username ?? INITIAL_ADMIN;
  await handle.write(async (tx) => {
    if (created) {
      if (await tx.get(spec, name))
        throw new RecoverError(
          `No super administrator is left, and the name ${INITIAL_ADMIN} belongs to another account. Rename that account first.`,
        );
      await tx.insert(spec, { ...firstAdministrator(), ...oneTime(now) }, { '/password': hash }, 'recover');
      return;
    }
    const before = await tx.get(spec, name);
    if (!before) throw new RecoverError(`The account ${name} is gone.`);
    const doc = { ...before.doc, enable: true, loginMethod: 'password' as const, ipWhitelist: [], totp: false, ...oneTime(now) };
    await tx.update(spec, before, doc, { ...withoutTotp(before), '/password': hash }, 'recover');
    await endSessions(tx.db, name);
    await forgetAttempts(tx.db, name);
  });
  return { username: name, password, created };
}

/** The one that is named, or the only one; undefined where there is none at all. */
function chosen(names: readonly string[], wanted: string | undefined): string | undefined {
  if (wanted !== undefined && !names.includes(wanted))
    throw new RecoverError(`${wanted} is no super administrator.${names.length > 0 ? ` These are: ${names.join(', ')}.` : ''}`);
  if (wanted === undefined && names.length > 1)
    throw new RecoverError(`There are several super administrators: ${names.join(', ')}. Name one: npm run recover -- ${names[0] ?? ''}`);
  return wanted ?? names[0];
}
