import { forgetAccount, forgetPassword, remember } from '#api/remembered.ts';
import { readSession } from '#api/token.ts';
import type { SystemConfig } from '#app/system.ts';

let entered: string | undefined;

/** What was typed at this log-in, until the shell knows whether it may be kept. */
export function holdPassword(password: string): void {
  entered = password;
}

/** Keeps name and password as the operator chose and the server allows (`rememberPassword`); lets go of what is kept else. */
export function keepAccount(username: string): (system: SystemConfig) => Promise<void> {
  return async ({ rememberPassword }) => {
    const password = entered;
    entered = undefined;
    if (rememberPassword === false) forgetPassword();
    if (password === undefined) return;
    if (readSession()?.remember !== true) return forgetAccount();
    // where the browser gives no crypto or no database, the name is kept alone
    await remember(username, rememberPassword === false ? undefined : password).catch(() => remember(username, undefined));
  };
}
