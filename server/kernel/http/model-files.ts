import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What a browser may take, best first. */
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];
type File = { size: number; hash: string; seen: string; packed: Map<Encoding, Promise<Buffer>> };
export type Sent = { bytes: Buffer; type: string; encoding?: Encoding; etag: string };

/** Below it the head of a compressed answer costs more than it saves. */
const WORTH_BYTES = 1024;
const LOOKED_MS = 1000;
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
};
const ends: Readonly<Record<Encoding, string>> = { br: 'br', gzip: 'gz' };
const packers: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/**
 * The run-time model as it is sent: read once, and again when a file has changed. Compressed it is as the build left it; what has
 * changed since the build is compressed here, once. Of a file nothing is kept but what it is known by, and what browsers took of it.
 */
export class ModelFiles {
  readonly #folder: string;
  readonly #built: string | undefined;
  readonly #files = new Map<string, File>();
  #version: { at: number; name: Promise<string> } | undefined;

  constructor(folder: string, built?: string) {
    this.#folder = folder;
    this.#built = built;
  }

  /** Names what all files hold together; another one within a second of any change. */
  version(): Promise<string> {
    const now = performance.now();
    if (!this.#version || now - this.#version.at > LOOKED_MS) this.#version = { at: now, name: this.#named() };
    return this.#version.name;
  }

  async send(name: string, accepted: string): Promise<Sent | undefined> {
    const file = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*\.(?:js|json)$/.test(name) ? await this.#read(name) : undefined;
    if (!file) return undefined;
    const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? '';
    const encoding = file.size < WORTH_BYTES ? undefined : encodings.find((each) => takes(accepted, each));
    if (!encoding) return { bytes: await readFile(join(this.#folder, name)), type, etag: `"${file.hash}"` };
    const packed = file.packed.get(encoding) ?? this.#pack(name, encoding);
    file.packed.set(encoding, packed);
    return { bytes: await packed, type, encoding, etag: `"${file.hash}-${encoding}"` };
  }

  /** Every page that loads waits for it: to look at five hundred files one by one takes 5 ms of the processor, all at once 12. */
  async #named(): Promise<string> {
    const all = existsSync(this.#folder) ? readdirSync(this.#folder, { recursive: true, encoding: 'utf8' }) : [];
    const names = all.filter((name) => /\.(?:js|json)$/.test(name));
    const files = await Promise.all(names.toSorted().map(async (name) => `${name} ${(await this.#read(name))?.hash ?? ''}`));
    return createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
  }

  async #pack(name: string, encoding: Encoding): Promise<Buffer> {
    const bytes = await readFile(join(this.#folder, name));
    const built = this.#built === undefined ? undefined : join(this.#built, name);
    const same = built !== undefined && (await readFile(built).catch(() => undefined))?.equals(bytes);
    const made = same ? await readFile(`${built}.${ends[encoding]}`).catch(() => undefined) : undefined;
    return made ?? packers[encoding](bytes);
  }

  async #read(name: string): Promise<File | undefined> {
    const path = join(this.#folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found?.isFile()) return undefined;
    const known = this.#files.get(name);
    if (known?.seen === seenOf(found)) return known;
    const bytes = await readFile(path);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const file = { size: bytes.length, hash, seen: seenOf(found), packed: new Map() };
    this.#files.set(name, file);
    return file;
  }
}

function seenOf({ mtimeMs, size }: Stats): string {
  return `${mtimeMs} ${size}`;
}

/** Whether a browser that says this of what it takes takes this. */
export function takes(accepted: string, encoding: Encoding): boolean {
  return accepted.split(',').some((each) => {
    const [name, quality] = each.trim().split(/\s*;\s*q=/);
    return name === encoding && Number(quality ?? 1) > 0;
  });
}
