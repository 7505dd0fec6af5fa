import { passwordsOf } from '#server/features/account/password.ts';
import { INITIAL_ADMIN, isPasswordExpired, oneTime, oneTimePassword } from '#server/kernel/access/one-time-password.ts';
import { firstAdministrator } from '#server/features/account/seed/first-administrator.ts';
import type { Row } from '#server/kernel/seeding/world.ts';
import type { Services } from '#server/kernel/services.ts';

/** One administrator with a password that is told once; the first log-in must choose another name and password. */
export function firstAccount(now: number): Row {
  return { ...firstAdministrator(), password: printPassword(INITIAL_ADMIN), ...oneTime(now) };
}

/** Nobody else could make another password for the only account there is: whoever missed its day starts the server again. */
export async function renewFirstAccount(services: Services): Promise<void> {
  const { store, system, clock, sessions } = services;
  const spec = store.spec('User');
  const { total, rows } = await system.list(spec, { skip: 0, limit: 1 });
  const account = rows[0] && (await system.get(spec, rows[0].id));
  if (total !== 1 || !account || !isPasswordExpired(account.doc, clock.now())) return;
  const hash = await passwordsOf(services).hash(printPassword(account.id));
  await system.write(async (tx) => {
    const doc = { ...account.doc, ...oneTime(clock.now()) };
    await tx.update(spec, account, doc, { ...account.secret, '/password': hash }, 'printPassword');
  });
  await sessions.endAll(account.id);
}

function printPassword(username: string): string {
  const password = oneTimePassword();
  process.stdout.write(
    `Log in as ${username} with the password ${password} within a day, and choose a name and a password of your own. It is shown only now.\n`,
  );
  return password;
}
