import { noTelemetry } from '#server/telemetry/none.ts';
import type { TestServer } from '#tests/server/harness.ts';

class Undone extends Error {}

/**
 * From now on every write runs to its end and is undone: calls are answered as ever, and the world stays as it is. Nothing was
 * measured either: who may read it is decided before anything is asked of telemetry, whose answers were most of the time.
 */
export function freeze({ services }: TestServer): void {
  const { store } = services;
  services.telemetry = noTelemetry;
  const { engine } = store;
  const write = engine.write.bind(engine);
  engine.write = async (work) => {
    let done: { value: Awaited<ReturnType<typeof work>> } | undefined;
    try {
      return await write(async (tx) => {
        done = { value: await work(tx) };
        throw new Undone();
      });
    } catch (error) {
      if (error instanceof Undone && done) return done.value;
      throw error;
    }
  };
  // nothing changed, so nobody needs to look again
  store.changed = () => Promise.resolve();
}

/** What the seed is: nothing that is called may change it. */
export async function fingerprint({ services }: TestServer): Promise<unknown> {
  const { read } = services.store.engine;
  const count = (table: 'revisions' | 'log_ins' | 'refs') =>
    read
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('rows'))
      .executeTakeFirst();
  return Promise.all([count('revisions'), count('log_ins'), count('refs')]);
}
