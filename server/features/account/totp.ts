import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** A phone's clock may be one step off (RFC 6238, 5.2). */
const DRIFT = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ISSUER = 'WAN Console';

/** The code of a counter (RFC 4226), of `digits` digits. */
export function hotp(secret: Uint8Array, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** The time step of a moment (milliseconds): what a code is good for, and once only. */
export function stepAt(ms: number): number {
  return Math.floor(ms / 1000 / STEP_SECONDS);
}

/** The step that a code belongs to, among those around `ms` that come after `last`; undefined if it is none of them. */
export function matchingStep(secret: string, code: string, ms: number, last = -1): number | undefined {
  const [key, given] = [fromBase32(secret), Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS))];
  const now = stepAt(ms);
  for (let step = now - DRIFT; step <= now + DRIFT; step++) {
    if (step > last && code.length === DIGITS && timingSafeEqual(Buffer.from(hotp(key, step)), given)) return step;
  }
  return undefined;
}

/** A new secret of 160 bits, in base32. */
export function newSecret(): string {
  return toBase32(randomBytes(20));
}

/** What an authenticator app reads from a QR code. */
export function otpauthUri(username: string, secret: string): string {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(ISSUER)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}

/** RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array): string {
  let [text, buffer, bits] = ['', 0, 0];
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(buffer >>> (bits - 5)) & 31] ?? '';
    buffer &= 0xff;
  }
  return bits > 0 ? text + (ALPHABET[(buffer << (5 - bits)) & 31] ?? '') : text;
}

export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [buffer, bits] = [0, 0];
  for (const sign of text.replaceAll(/[\s=-]/g, '').toUpperCase()) {
    buffer = ((buffer << 5) | ALPHABET.indexOf(sign)) & 0xfff;
    bits += 5;
    if (bits >= 8) bytes.push((buffer >>> (bits -= 8)) & 0xff);
  }
  return Buffer.from(bytes);
}
