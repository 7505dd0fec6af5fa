import { HOTP, Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
const DIGITS = 6;
/** A phone's clock may be one step off (RFC 6238, 5.2). */
const DRIFT = 1;
const ISSUER = 'WAN Console';

/** The step that a code belongs to, among those around `ms` that come after `last`; undefined if it is none of them. */
export function matchingStep(secret: string, code: string, ms: number, last = -1): number | undefined {
  // the comparison in constant time takes texts of one length in bytes only
  if (!/^\d{6}$/.test(code)) return undefined;
  const key = Secret.fromBase32(secret);
  const now = TOTP.counter({ period: PERIOD_S, timestamp: ms });
  for (let step = Math.max(last + 1, now - DRIFT); step <= now + DRIFT; step++) {
    if (HOTP.validate({ token: code, secret: key, digits: DIGITS, counter: step, window: 0 }) !== null) return step;
  }
  return undefined;
}

/** A new secret of 160 bits, in base32. */
export function newSecret(): string {
  return new Secret().base32;
}

/** What an authenticator app reads from a QR code. */
export function otpauthUri(username: string, secret: string): string {
  return new TOTP({ issuer: ISSUER, label: username, secret, digits: DIGITS, period: PERIOD_S }).toString();
}
