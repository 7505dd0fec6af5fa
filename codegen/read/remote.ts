import { BaseResolver, type Document, ResolveError, Source } from '@redocly/openapi-core';
import { parse } from 'yaml';
import { causeOf, textOf } from '#domain/fetched.ts';
import { isHttpAddress } from '#domain/http-address.ts';
import { isObject } from '#domain/json.ts';

const FILES = 500;
const FILE_BYTES = 32 * 1024 * 1024;
const ALL_BYTES = 128 * 1024 * 1024;
const FILE_MS = 30_000;
const ALL_MS = 120_000;

/** What was read from servers, once for all passes over one contract, within limits. */
export class Fetched {
  readonly #root: string;
  readonly #texts = new Map<string, Promise<string>>();
  readonly #started = Date.now();
  #bytes = 0;
  /** Why files could not be had, by their addresses. */
  readonly failures = new Map<string, string>();

  /** `root`: the contract's own file or address. */
  constructor(root: string) {
    this.#root = root;
  }

  text(address: string): Promise<string> {
    let text = this.#texts.get(address);
    if (text === undefined) {
      text = this.#read(address).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.failures.set(address, reason);
        throw new ResolveError(new Error(reason));
      });
      this.#texts.set(address, text);
    }
    return text;
  }

  async #read(address: string): Promise<string> {
    const isRoot = address === this.#root;
    // whoever gave an address has it read, and what stands beside it: not what this machine or other servers hold
    if (!isHttpAddress(address)) throw new Error(`${address} is no file of that server`);
    if (isHttpAddress(this.#root) && new URL(address).origin !== new URL(this.#root).origin)
      throw new Error(`${address} stands on another server`);
    if (this.#texts.size > FILES) throw new Error(`${address} is one of more than ${FILES} files`);
    if (Date.now() - this.#started > ALL_MS) throw new Error(`${address} was not reached within ${ALL_MS / 1000} seconds`);
    const answer = await fetch(address, { signal: AbortSignal.timeout(FILE_MS), redirect: isRoot ? 'follow' : 'manual' }).catch(
      (error: unknown) => {
        throw new Error(`${address} does not answer: ${causeOf(error)}`);
      },
    );
    if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
    let bytes = 0;
    return textOf(answer, (more) => {
      bytes += more;
      this.#bytes += more;
      if (bytes > FILE_BYTES) throw new Error(`${address} is larger than ${FILE_BYTES / 1024 / 1024} MiB`);
      if (this.#bytes > ALL_BYTES) throw new Error(`${address} is beyond the ${ALL_BYTES / 1024 / 1024} MiB that all files may have`);
    });
  }
}

/**
 * Reads a contract that is not ours, a file or an address, with the files that it refers to. What Redocly's parser refuses and
 * YAML 1.2 allows (a sequence that closes where its key begins) is read all the same.
 */
export class ForeignResolver extends BaseResolver {
  readonly #root: string;
  readonly #fetched: Fetched;
  readonly #overlays: readonly string[];

  /** `overlays`: files of this machine that are laid over the contract, wherever it stands. */
  constructor(root: string, fetched: Fetched, overlays: readonly string[]) {
    super();
    this.#root = root;
    this.#fetched = fetched;
    this.#overlays = overlays;
  }

  override async loadExternalRef(address: string): Promise<Source> {
    const isHere = !isHttpAddress(address) && (!isHttpAddress(this.#root) || this.#overlays.includes(address));
    if (isHere) return super.loadExternalRef(address);
    // an address need not end in what it holds; texts beside a contract do
    const type = /\.(?:md|markdown|txt)$/i.test(address) ? undefined : 'application/yaml';
    return new Source(address, await this.#fetched.text(address), type);
  }

  override parseDocument(source: Source, isRoot?: boolean): Document {
    try {
      return super.parseDocument(source, isRoot);
    } catch (error) {
      const parsed: unknown = parse(source.body);
      if (!isObject(parsed)) throw error;
      return { source, parsed };
    }
  }
}
