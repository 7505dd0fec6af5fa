import { sql } from 'kysely';
import { Piscina } from 'piscina';

import type { SchemaFinding } from '#domain/findings.ts';
import { asNumber, asObject, asText } from '#domain/json.ts';
import type { Engine } from '#server/store/engine.ts';
import type { EntitySchemas } from '#server/store/fits/entity-schemas.ts';
import type { FittingTask } from '#server/store/fits/fitting.worker.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Db, Doc } from '#server/store/items/tables.ts';

/** What of an entity's documents no longer fits: how many of how many, and the first of them. */
export type Unfit = { spec: ItemSpec; total: number; unfit: number; first: { id: string; findings: SchemaFinding[] }[] };

const BATCH = 1000;
const NAMED = 3;
/** Calls are answered first. */
const GIVES_WAY = 5;
/** The thread outlives the pause between two parts: to begin one takes longer than to look through most of them. */
const IDLE_MS = 5_000;
const CONTRACT = 'fits';

/**
 * Whether stored documents are what the contract says today. An entity whose schema is that of the last start, and of which
 * everything fitted, is never looked at. Of any other each document is looked at when it is read, until all of them have been
 * looked through and found to fit.
 */
export class Fits {
  readonly #engine: Engine;
  readonly #schemas: EntitySchemas;
  readonly #suspected = new Set<ItemSpec>();
  readonly #looking = new Map<ItemSpec, Promise<Unfit | undefined>>();
  #pool: Piscina<FittingTask, number[]> | undefined;
  #stopped = false;

  constructor(engine: Engine, schemas: EntitySchemas) {
    this.#engine = engine;
    this.#schemas = schemas;
  }

  /** What is known when the database is opened; where the contract is that of the last start nothing but this is asked. */
  async begin(tx: Db, specs: Iterable<ItemSpec>): Promise<void> {
    const rows = await tx.selectFrom('meta').selectAll().where('name', 'like', `${CONTRACT}%`).execute();
    const noted = new Map(rows.map(({ name, value }) => [name, value]));
    const isSame = noted.get(CONTRACT) === this.#schemas.digest;
    this.#suspected.clear();
    this.#looking.clear();
    for (const spec of specs) {
      const known = resultOf(noted.get(noteOf(spec)));
      if (isSame && known?.unfit === 0) continue;
      const schema = this.#schemas.of(spec);
      if (!schema || (known?.fingerprint === schema.fingerprint && known.unfit === 0)) continue;
      const isEmpty = (await tx.selectFrom(spec.table).select('id').limit(1).execute()).length === 0;
      if (isEmpty) await note(tx, noteOf(spec), JSON.stringify({ fingerprint: schema.fingerprint, unfit: 0 }));
      else this.#suspected.add(spec);
    }
    if (!isSame) await note(tx, CONTRACT, this.#schemas.digest);
  }

  /** Whether there may be documents of an entity that do not fit. */
  suspects(spec: ItemSpec): boolean {
    return this.#suspected.has(spec);
  }

  /** Why a document does not fit; empty where it does. */
  findings(spec: ItemSpec, doc: Doc): SchemaFinding[] {
    return this.suspects(spec) ? this.#schemas.findings(spec, doc) : [];
  }

  /** The same of stored documents by their ids: those that fit are not among them. */
  async findingsOf(spec: ItemSpec, ids: readonly string[]): Promise<Map<string, SchemaFinding[]>> {
    const found = new Map<string, SchemaFinding[]>();
    if (!this.suspects(spec) || ids.length === 0) return found;
    const rows = await this.#engine.read.selectFrom(spec.table).select(['id', 'doc']).where('id', 'in', ids).execute();
    for (const { id, doc } of rows) {
      const findings = this.findings(spec, asObject(JSON.parse(doc)));
      if (findings.length > 0) found.set(id, findings);
    }
    return found;
  }

  /** Notes what a write has made of a document; without one it is gone. */
  async follow(tx: Db, spec: ItemSpec, id: string, doc?: Doc): Promise<void> {
    if (!this.suspects(spec)) return;
    await tx.deleteFrom('unfit').where('resource', '=', spec.name).where('id', '=', id).execute();
    if (doc && this.findings(spec, doc).length > 0) await tx.insertInto('unfit').values({ resource: spec.name, id }).execute();
  }

  /** Resolves when all documents of an entity have been looked through, at once if nobody is at it yet. */
  async known(spec: ItemSpec): Promise<void> {
    if (this.suspects(spec)) await this.#look(spec);
  }

  /** Looks through all documents of which it is not known, in a thread beside the server; `found` is called for each entity that has some. */
  async check(found: (unfit: Unfit) => void): Promise<void> {
    for (const spec of this.#suspected) {
      if (this.#stopped) return;
      const unfit = await this.#look(spec);
      if (unfit && unfit.unfit > 0) found(unfit);
    }
    await this.#endThread();
  }

  /** The entities of which some documents may not fit, when all have been looked through. */
  async suspectsAll(): Promise<ItemSpec[]> {
    for (const spec of this.#suspected) await this.known(spec);
    return [...this.#suspected];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#endThread();
  }

  #look(spec: ItemSpec): Promise<Unfit | undefined> {
    const looking = this.#looking.get(spec) ?? this.#lookThrough(spec);
    this.#looking.set(spec, looking);
    return looking;
  }

  async #lookThrough(spec: ItemSpec): Promise<Unfit | undefined> {
    try {
      // one process of several looks, the others then know
      return await this.#engine.exclusively(`fits:${spec.table}`, () => this.#checkOne(spec));
    } catch (error) {
      this.#looking.delete(spec);
      if (this.#stopped) return undefined;
      throw error;
    }
  }

  async #checkOne(spec: ItemSpec): Promise<Unfit | undefined> {
    const schema = this.#schemas.of(spec);
    if (!schema || (await this.#isKnownElsewhere(spec, schema.fingerprint))) {
      this.#suspected.delete(spec);
      return undefined;
    }
    const result: Unfit = { spec, total: 0, unfit: 0, first: [] };
    for (let last = ''; ;) {
      const query = sql<{
        id: string;
        doc: string;
      }>`select id, doc from ${sql.table(spec.table)} where id > ${last} order by id limit ${BATCH}`;
      const rows = await this.#engine.slow(query.compile(this.#engine.read));
      const wrong =
        rows.length === 0 ? [] : await this.#thread().run({ schema: schema.text, docs: rows.map(({ doc }) => doc) }, { name: 'unfitting' });
      if (this.#stopped) return undefined;
      result.total += rows.length;
      result.unfit += wrong.length;
      for (const index of wrong.slice(0, NAMED - result.first.length)) {
        const { id = '', doc = '{}' } = rows[index] ?? {};
        result.first.push({ id, findings: this.findings(spec, asObject(JSON.parse(doc))) });
      }
      const end = rows.length < BATCH ? undefined : rows.at(-1)?.id;
      await this.#engine.write((tx) =>
        this.#keep(
          tx,
          spec,
          { after: last, end },
          wrong.map((index) => rows[index]?.id ?? ''),
        ),
      );
      if (end === undefined) break;
      last = end;
    }
    await this.#engine.write((tx) => note(tx, noteOf(spec), JSON.stringify({ fingerprint: schema.fingerprint, unfit: result.unfit })));
    if (result.unfit === 0) this.#suspected.delete(spec);
    return result;
  }

  /** Keeps which documents of a part do not fit, as they are now: they may have been put right meanwhile. */
  async #keep(tx: Db, spec: ItemSpec, { after, end }: { after: string; end: string | undefined }, ids: readonly string[]): Promise<void> {
    const part = tx.deleteFrom('unfit').where('resource', '=', spec.name).where('id', '>', after);
    await (end === undefined ? part : part.where('id', '<=', end)).execute();
    if (ids.length === 0) return;
    const rows = await tx.selectFrom(spec.table).select(['id', 'doc']).where('id', 'in', ids).execute();
    const unfit = rows.filter(({ doc }) => this.#schemas.findings(spec, asObject(JSON.parse(doc))).length > 0);
    if (unfit.length === 0) return;
    await tx
      .insertInto('unfit')
      .values(unfit.map(({ id }) => ({ resource: spec.name, id })))
      .execute();
  }

  #thread(): Piscina<FittingTask, number[]> {
    return (this.#pool ??= new Piscina<FittingTask, number[]>({
      filename: new URL('fitting.worker.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      niceIncrement: GIVES_WAY,
    }));
  }

  async #endThread(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.destroy();
  }

  async #isKnownElsewhere(spec: ItemSpec, fingerprint: string): Promise<boolean> {
    const row = await this.#engine.read.selectFrom('meta').select('value').where('name', '=', noteOf(spec)).executeTakeFirst();
    const known = resultOf(row?.value);
    return known?.fingerprint === fingerprint && known.unfit === 0;
  }
}

function noteOf({ table }: ItemSpec): string {
  return `${CONTRACT}:${table}`;
}

function resultOf(text: string | undefined): { fingerprint: string; unfit: number } | undefined {
  if (text === undefined) return undefined;
  const { fingerprint, unfit } = asObject(JSON.parse(text));
  return { fingerprint: asText(fingerprint) ?? '', unfit: asNumber(unfit) ?? 1 };
}

async function note(tx: Db, name: string, value: string): Promise<void> {
  const seen = { name, value };
  await tx
    .insertInto('meta')
    .values(seen)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(seen))
    .execute();
}
