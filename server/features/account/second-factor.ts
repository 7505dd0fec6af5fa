import { asNumber, asObject, asText, texts } from '#domain/json.ts';
import { loginCodeMismatch, loginCodeRequired } from '#generated/problems.ts';
import { hashOf, plainCode, signCode } from '#server/kernel/access/codes.ts';
import { matchingStep } from '#server/features/account/totp.ts';
import type { Account } from '#server/kernel/access/principal.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import type { Secrets } from '#server/kernel/resource/secrets.ts';

/** Where the account keeps it, beside the password's hash: it never leaves the server. */
const PLACE = '/totp';
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 8;

type Factor = {
  secret: string;
  /** The last time step of which a code was accepted: none comes twice. */
  last: number;
  /** Hashes of what is left. */
  recovery: string[];
};

export function usesTotp(account: Account): boolean {
  return account.doc.totp === true;
}

export function recoveryCodesLeft(account: Account): number {
  return usesTotp(account) ? factorOf(account).recovery.length : 0;
}

/** The account's secrets with an authenticator app, and the recovery codes to be shown once. `last` is the step of the confirming code. */
export function withTotp(account: Pick<Account, 'secret'>, secret: string, last: number): { secrets: Secrets; codes: string[] } {
  const codes = newRecoveryCodes();
  return { secrets: { ...account.secret, [PLACE]: { secret, last, recovery: codes.map(hashed) } }, codes };
}

export function withNewRecoveryCodes(account: Account): { secrets: Secrets; codes: string[] } {
  const codes = newRecoveryCodes();
  return { secrets: { ...account.secret, [PLACE]: { ...factorOf(account), recovery: codes.map(hashed) } }, codes };
}

export function withoutTotp(account: Pick<Account, 'secret'>): Secrets {
  const { [PLACE]: _, ...secrets } = account.secret;
  return secrets;
}

/** Spends a code of the app, or a recovery code; answers the account's secrets without it. Throws the sentence of what is wrong. */
export function passSecondFactor(account: Account, given: { totpCode?: string; recoveryCode?: string }, now: number): Secrets {
  const factor = factorOf(account);
  const after = (change: Partial<Factor>): Secrets => ({ ...account.secret, [PLACE]: { ...factor, ...change } });
  if (given.totpCode === undefined) {
    const code = hashed(given.recoveryCode ?? '');
    if (!factor.recovery.includes(code)) throw new ProblemError(loginCodeMismatch());
    return after({ recovery: factor.recovery.filter((each) => each !== code) });
  }
  const code = given.totpCode.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(code)) throw new ProblemError(loginCodeRequired());
  const step = matchingStep(factor.secret, code, now, factor.last);
  if (step === undefined) throw new ProblemError(loginCodeMismatch());
  return after({ last: step });
}

function factorOf(account: Pick<Account, 'secret'>): Factor {
  const { secret, last, recovery } = asObject(account.secret[PLACE]);
  return { secret: asText(secret) ?? '', last: asNumber(last) ?? 0, recovery: texts(recovery) };
}

function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = signCode(RECOVERY_LENGTH);
    return `${code.slice(0, 4)}-${code.slice(4)}`;
  });
}

function hashed(code: string): string {
  return hashOf(`recovery ${plainCode(code)}`);
}
