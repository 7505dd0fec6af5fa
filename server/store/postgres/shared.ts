import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** `since`: when it last answered, or began to have something to do. */
type Line = { client: PoolClient; underWay: number; since: number; corked: boolean };

/** A statement that takes this long stands for one more that waits. */
const USUAL_MS = 5;

/**
 * Single statements of many callers on few connections: each is sent behind those that are under way, not held back until
 * a connection is free, and what is asked in one turn of the event loop leaves in one packet.
 */
export class SharedConnections {
  readonly #take: () => Promise<PoolClient>;
  readonly #most: number;
  readonly #lines: Line[] = [];
  readonly #opening = new Set<Promise<Line>>();

  constructor(take: () => Promise<PoolClient>, most: number) {
    this.#take = take;
    this.#most = most;
  }

  async query<R extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<R>> {
    const line = this.#leastBusy() ?? (await this.#open());
    if (line.underWay++ === 0) line.since = performance.now();
    try {
      gather(line);
      return await line.client.query<R>(query);
    } finally {
      line.underWay--;
      line.since = performance.now();
    }
  }

  /** To be called before the pool ends, which waits for what was taken from it. */
  close(): void {
    for (const { client } of this.#lines.splice(0)) client.release();
  }

  /** Nothing to be sent behind as long as another connection may be opened. */
  #leastBusy(): Line | undefined {
    const now = performance.now();
    const waitOf = ({ underWay, since }: Line): number => (underWay === 0 ? 0 : underWay + (now - since) / USUAL_MS);
    let [least] = this.#lines;
    for (const line of this.#lines) if (least && waitOf(line) < waitOf(least)) least = line;
    return least?.underWay !== 0 && this.#lines.length + this.#opening.size < this.#most ? undefined : least;
  }

  async #open(): Promise<Line> {
    if (this.#lines.length + this.#opening.size >= this.#most) return Promise.any(this.#opening);
    const opening = this.#connect();
    this.#opening.add(opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(opening);
    }
  }

  async #connect(): Promise<Line> {
    const client = await this.#take();
    const line: Line = { client, underWay: 0, since: 0, corked: false };
    this.#lines.push(line);
    // a connection that broke is given back, and the next statement opens another
    client.once('end', () => {
      const index = this.#lines.indexOf(line);
      if (index === -1) return;
      this.#lines.splice(index, 1);
      client.release(true);
    });
    return line;
  }
}

/** Until the turn ends the connection holds back what is written to it. */
function gather(line: Line): void {
  if (line.corked) return;
  line.corked = true;
  const { stream } = line.client.connection;
  stream.cork();
  setImmediate(() => {
    line.corked = false;
    stream.uncork();
  });
}
