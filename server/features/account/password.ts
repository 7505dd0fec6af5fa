import { part } from '#server/kernel/part.ts';
import { createDecipheriv, createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

import { PasswordQueue } from '#server/features/account/password-queue.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The password of a log-in as the wire carries it: base64url(iv || ciphertext || tag), AES-256-GCM under a key derived
 * from the username (spec 5). It is an encoding: TLS protects it. Undefined if the text is none of ours.
 */
export function decodePassword(username: string, text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const key = createHash('sha256').update(`wan-console:${username.trim()}`).digest();
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** What hashes the passwords of a server. */
export const passwordsOf = part(({ settings }) => new Passwords(settings.passwordCost));

/** Hashes and checks passwords; `cost` is scrypt's N, `asker` whose turn it takes. */
export class Passwords {
  readonly #cost: number;
  readonly #queue = new PasswordQueue();

  constructor(cost: number) {
    this.#cost = cost;
  }

  async hash(password: string, asker = ''): Promise<string> {
    const salt = randomBytes(16);
    const key = await this.#derive(password, salt, this.#cost, asker);
    return `scrypt$${this.#cost}$${salt.toString('base64url')}$${key.toString('base64url')}`;
  }

  /** Takes as long for an account that does not exist. */
  async verify(password: string, stored: string | undefined, asker = ''): Promise<boolean> {
    const [kind, cost, salt, key] = (stored ?? '').split('$');
    if (kind !== 'scrypt' || !salt || !key) {
      await this.#derive(password, randomBytes(16), this.#cost, asker);
      return false;
    }
    const derived = await this.#derive(password, Buffer.from(salt, 'base64url'), Number(cost), asker);
    return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
  }

  #derive(password: string, salt: Buffer, cost: number, asker: string): Promise<Buffer> {
    const derive = (): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFC'), salt, KEY_BYTES, { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 }, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      });
    return this.#queue.run(asker, derive);
  }
}
