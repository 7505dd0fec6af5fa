import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows at a moment (milliseconds). */
export function totpCode(secret: string, ms: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: ms });
}
