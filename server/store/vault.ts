import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { StartError } from '#server/store/start-error.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** No JSON begins so: what was stored before there was a key is told by it. */
const MARK = 'k1:';
const FILE = 'secrets.key';
const OWNER_ONLY = 0o600;

/** What the contract calls writeOnly is kept under a key that is not in the database. */
export type Vault = {
  /** Name of the key that seals; it tells nothing of the key. */
  current: string;
  knows(key: string): boolean;
  seal(text: string): string;
  /** What was sealed, with whichever of the keys; a text that never was stays what it is. */
  open(text: string): string;
};

/** The first key seals, all open. */
export function createVault(keys: readonly Buffer[]): Vault {
  const byName = new Map(keys.map((key) => [nameOf(key), key]));
  const [first] = keys;
  if (!first) throw new Error('A vault needs a key.');
  const current = nameOf(first);
  return {
    current,
    knows: (name) => byName.has(name),
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, first, iv);
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return `${MARK}${current}:${Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url')}`;
    },
    open(text) {
      if (!text.startsWith(MARK)) return text;
      const [, name = '', content = ''] = text.split(':');
      const key = byName.get(name);
      if (!key) throw new Error(`A secret is sealed under the key ${name}, which this server does not have.`);
      const bytes = Buffer.from(content, 'base64url');
      const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
      cipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), cipher.final()]).toString('utf8');
    },
  };
}

/** Whether a stored text is sealed, and not under another key than the vault's first. */
export function isSealed(text: string, { current }: Vault): boolean {
  return text.startsWith(`${MARK}${current}:`);
}

/** SECRETS_KEY, else the file of the data directory, which is made where there is none. Of several the first one is the newest. */
export function readKeys(directory: string, given: string | undefined): Buffer[] {
  if (given) return parseKeys(given, 'SECRETS_KEY');
  const file = keyFile(directory);
  if (!existsSync(file)) makeFile(file);
  chmodSync(file, OWNER_ONLY);
  return parseKeys(readFileSync(file, 'utf8'), file);
}

export function newKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Of two processes that begin at the same time one makes it. */
function makeFile(file: string): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, textOf([newKey()]), { mode: OWNER_ONLY, flush: true });
  try {
    linkSync(own, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(own);
  }
}

function textOf(keys: readonly Buffer[]): string {
  return `${keys.map((key) => key.toString('base64')).join('\n')}\n`;
}

/** All at once: a file with half a key would lose every secret. */
export function writeKeys(directory: string, keys: readonly Buffer[]): void {
  const file = keyFile(directory);
  const next = `${file}.new`;
  writeFileSync(next, textOf(keys), { mode: OWNER_ONLY, flush: true });
  renameSync(next, file);
}

function keyFile(directory: string): string {
  return join(directory, FILE);
}

function parseKeys(text: string, where: string): Buffer[] {
  const keys = text.split(/[\s,]+/).filter((each) => each !== '');
  const parsed = keys.map((each) => Buffer.from(each, 'base64'));
  if (parsed.length === 0 || parsed.some((key) => key.length !== KEY_BYTES))
    throw new StartError(
      `${where} holds no key of ${KEY_BYTES} bytes in base64. Restore it from a backup; a new one is made with: openssl rand -base64 32.`,
    );
  return parsed;
}

function nameOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}
