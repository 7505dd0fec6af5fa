import { randomUUID } from 'node:crypto';

import { Client, escapeIdentifier, escapeLiteral, type ClientConfig } from 'pg';

import type { Presence } from '#server/store/postgres/presence.ts';
import { versionOf } from '#server/store/postgres/policies.ts';

const CHANNEL = 'wan_changes';
const RETRY_MS = 500;
/** A database that is dead or stopped without a word is found by asking it: whoever waits for it hears within two seconds. */
const ASK_MS = 400;
const ANSWER_MS = 1500;
/** The first time it may take longer: nobody waits for it yet. */
const START_MS = 5000;

type Listener = (resources: ReadonlySet<string> | undefined) => void;

/** What one process changed, told to the others by the database itself. */
export class Changes {
  readonly #config: ClientConfig;
  readonly #presence: Presence;
  readonly #instance = randomUUID();
  readonly #listeners: Listener[] = [];
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(config: ClientConfig, presence: Presence) {
    this.#presence = presence;
    this.#config = config;
  }

  onElsewhere(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** A statement that counts the change of each resource and tells it; to be run when the change is committed. */
  statement(resources: ReadonlySet<string>): string {
    const names = [...resources];
    const counted = names.map((name) => `nextval(to_regclass(${escapeLiteral(escapeIdentifier(versionOf(name)))}))`);
    return `select ${[...counted, `pg_notify('${CHANNEL}', ${escapeLiteral([this.#instance, ...names].join(' '))})`].join(', ')}`;
  }

  /** Listens from now on. Rejects if that cannot be at first; later it goes on trying. */
  async listen(patience = START_MS): Promise<void> {
    const client = new Client({ ...this.#config, connectionTimeoutMillis: 0 });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload = '' }) => this.#hear(payload));
    const late = setTimeout(() => {
      // a database that has frozen since the last connection broke keeps others waiting, too
      this.#presence.freeze();
      client.connection.stream.destroy();
    }, patience);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } finally {
      clearTimeout(late);
    }
    this.#client = client;
    this.#presence.thaw();
    void this.#ask(client);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#client?.end();
  }

  async #ask(client: Client): Promise<void> {
    let answered = false;
    // an answer that came while this process was busy is read before it counts as missing
    this.#timer = setTimeout(() => setImmediate(() => answered || this.#silent(client)), ANSWER_MS).unref();
    try {
      await client.query('select 1');
    } catch {
      return this.#lost(client);
    }
    answered = true;
    if (this.#closed || this.#client !== client) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(client), ASK_MS).unref();
  }

  #silent(client: Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#presence.freeze();
    this.#lost(client);
  }

  #hear(payload: string): void {
    const [instance, ...names] = payload.split(' ');
    if (instance !== this.#instance) this.#publish(new Set(names));
  }

  #lost(client: Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    clearTimeout(this.#timer);
    client.connection.stream.destroy();
    this.#again();
  }

  #again(): void {
    this.#timer = setTimeout(() => {
      if (this.#closed) return;
      // what was told in between was not heard: nothing that is remembered may be trusted
      this.listen(ANSWER_MS).then(
        () => this.#publish(undefined),
        () => this.#again(),
      );
    }, RETRY_MS).unref();
  }

  #publish(resources: ReadonlySet<string> | undefined): void {
    for (const listener of this.#listeners) listener(resources);
  }
}
