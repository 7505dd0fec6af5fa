import { asNumber, asObject, asText } from '#domain/json.ts';

const key = 'wan.remembered';
const database = 'wan-console-keys';
const store = 'keys';

/** The account that this browser remembers. The password is there only where it may be kept and could be read. */
export type Remembered = { username: string; password?: string };
type Stored = { username: string; iv?: string; sealed?: string; until?: number };

/** A password that nobody needed for so long is let go. */
const GOOD_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Spec section 9: a remembered password is stored encrypted. The key is generated in this browser, non-extractable, and stays in
 * its IndexedDB: neither a script nor a copy of the storage gets at it. It is for a session that ran out while somebody is away:
 * logging out lets it go (`forgetPassword`), so that the next person at the screen finds a name and nothing else. `password` absent:
 * the name only.
 */
export async function remember(username: string, password: string | undefined): Promise<void> {
  const entry: Stored = { username };
  if (password !== undefined) {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await freshKey(), new TextEncoder().encode(password));
    Object.assign(entry, { iv: text(iv), sealed: text(new Uint8Array(sealed)), until: Date.now() + GOOD_MS });
  }
  localStorage.setItem(key, JSON.stringify(entry));
}

export async function recall(): Promise<Remembered | undefined> {
  const entry = parse(localStorage.getItem(key));
  if (entry?.iv === undefined || entry.sealed === undefined || (entry.until ?? 0) <= Date.now()) {
    forgetPassword();
    return entry && { username: entry.username };
  }
  try {
    const known = await keptKey();
    const open = known && (await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes(entry.iv) }, known, bytes(entry.sealed)));
    return { username: entry.username, ...(open === undefined ? {} : { password: new TextDecoder().decode(open) }) };
  } catch {
    // the key is gone, or not the one it was sealed with: the name is still worth something
    return { username: entry.username };
  }
}

/** Keeps the name and lets the password go: at log-out, and where the server forbids to remember it. */
export function forgetPassword(): void {
  const entry = parse(localStorage.getItem(key));
  if (entry?.sealed !== undefined) localStorage.setItem(key, JSON.stringify({ username: entry.username }));
}

export function forgetAccount(): void {
  localStorage.removeItem(key);
}

async function freshKey(): Promise<CryptoKey> {
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const db = await open();
  await done(db.transaction(store, 'readwrite').objectStore(store).put(made, 'password'));
  db.close();
  return made;
}

async function keptKey(): Promise<CryptoKey | undefined> {
  const db = await open();
  const found = await done<CryptoKey | undefined>(db.transaction(store).objectStore(store).get('password'));
  db.close();
  return found;
}

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store);
  return done(opening);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'));
  });
}

function parse(stored: string | null): Stored | undefined {
  try {
    const value = asObject(JSON.parse(stored ?? 'null'));
    const username = asText(value['username']);
    return username === undefined
      ? undefined
      : { username, iv: asText(value['iv']), sealed: asText(value['sealed']), until: asNumber(value['until']) };
  } catch {
    return undefined;
  }
}

function text(value: Uint8Array): string {
  return btoa(String.fromCharCode(...value));
}

function bytes(value: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0));
}
