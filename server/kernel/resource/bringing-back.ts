import { savepoint } from '#server/store/items/savepoint.ts';

import { sameJson } from '#domain/condition.ts';
import type { Json } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { tenant } from '#generated/problems.ts';
import { readingHandle } from '#server/kernel/access/caller.ts';
import { mayRead } from '#server/kernel/access/reader.ts';
import { mayReadDeleted } from '#server/kernel/access/visible.ts';
import { cleared, labelOfItem } from '#server/kernel/resource/references.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import { type Deletion, deletionFrom, deletionOf, type DeletionRow, writtenWith } from '#server/store/items/deleted.ts';
import { documentAt } from '#server/store/items/history.ts';
import { type ItemSpec, type RefPath, valuesAt } from '#server/store/items/item-spec.ts';
import { ForeignItemError, type Transaction } from '#server/store/items/transaction.ts';
import { type Doc, REMOVED, type Stored } from '#server/store/items/tables.ts';

type Named = { resource: string; id?: string; label?: string };
/** Something that an item had and comes back without. What the caller may not see is counted, not named. */
export type Missing = Named & {
  path?: string;
  count?: number;
  reason: 'gone' | 'changed' | 'refused' | 'secret' | 'record';
  detail?: string;
};

/** Who brings back, in which transaction, and what came of it so far. */
export type RestoreContext = { change: Change; bringing: BringingBack };

/** What the deletion of an item did to others: taken along, it comes with the item; cleared, it is put back. */
export class BringingBack {
  /** Items that came along, and those that refer to it again (`path`). */
  readonly back: (Required<Named> & { path?: string })[] = [];
  readonly missing: Missing[] = [];
  readonly #change: Change;
  readonly #server: Transaction;
  readonly #putBack: (deletion: Deletion, at: RestoreContext) => Promise<Stored>;

  constructor(change: Change, putBack: (deletion: Deletion, at: RestoreContext) => Promise<Stored>) {
    this.#change = change;
    this.#server = change.tx.asServer();
    this.#putBack = putBack;
  }

  async follow(deletion: Deletion, item: Stored): Promise<void> {
    const { store } = this.#change.call.services;
    const target = store.specNamed(deletion.row.resource);
    if (!target) return;
    const users = store.specs.filter((spec) => hangsOn(spec, target) || spec.refs.some((ref) => ref.target === target.name));
    const rows = await writtenWith(
      this.#server.db,
      deletion,
      users.map(({ name }) => name),
    );
    for (const spec of users) {
      const own = rows.filter((row) => row.resource === spec.name);
      for (const row of own)
        if (row.patch === REMOVED && row.seq < deletion.row.seq && wentWith(spec, target, row, item)) await this.#child(spec, row);
      for (const id of new Set(own.filter((row) => row.patch !== REMOVED).map((row) => row.id)))
        await this.#holder(
          spec,
          own.filter((row) => row.id === id),
          target,
          item,
        );
    }
  }

  noteSecret(spec: ItemSpec, item: Stored, path: string): void {
    this.missing.push({ resource: spec.name, id: item.id, label: labelOfItem(spec, item), path, reason: 'secret' });
  }

  /** By its name, for those who might see it. */
  async nameOfGone(spec: ItemSpec, id: string): Promise<Named> {
    const deletion = await deletionOf(this.#server.db, spec, id);
    if (!deletion || !(await mayReadDeleted(this.#change.call, spec, deletion))) return { resource: spec.name };
    return { resource: spec.name, id, label: deletion.row.label };
  }

  /** Went with the item, and comes back with it unless something has taken its place. */
  async #child(spec: ItemSpec, row: DeletionRow): Promise<void> {
    const { call } = this.#change;
    const deletion = await deletionOf(this.#server.db, spec, row.id);
    // it came back by itself, or went another time since
    if (deletion?.row.seq !== row.seq) return;
    try {
      const place: RestoreContext = { change: { call, tx: this.#server, spec }, bringing: this };
      const stored = await savepoint(this.#server.db, () => this.#putBack(deletion, place));
      if (await this.#isSeen(spec, row.id)) this.back.push({ resource: spec.name, id: row.id, label: labelOfItem(spec, stored) });
    } catch (error) {
      const problem = problemOf(error);
      const { detail } = call.services.sentences.problem(problem, call.language, call.requestId);
      const seen = await mayReadDeleted(call, spec, deletionFrom(spec, row));
      this.missing.push(
        seen
          ? { resource: spec.name, id: row.id, label: row.label, reason: 'refused', detail }
          : { resource: spec.name, count: 1, reason: 'refused' },
      );
    }
  }

  /** Held the item until it was deleted. What somebody has chosen since stays. */
  async #holder(spec: ItemSpec, rows: DeletionRow[], target: ItemSpec, item: Stored): Promise<void> {
    const present = await this.#server.get(spec, rows[0]?.id ?? '');
    if (!present) return;
    const revisions = rows.map((row) => row.revision);
    const at = (revision: number) => documentAt(this.#server.db, spec, present.id, present, revision);
    const [before, after] = [await at(Math.min(...revisions) - 1), await at(Math.max(...revisions))];
    if (!before || !after) return;
    const seen = await this.#isSeen(spec, present.id);
    let doc = present.doc;
    const paths: string[] = [];
    for (const ref of spec.refs.filter((each) => each.target === target.name && each.onDelete !== 'cascade')) {
      const value = ref.value === undefined ? item.id : getPath(item.doc, ref.value);
      if (typeof value !== 'string' || !valuesAt(before, ref.path).includes(value) || valuesAt(after, ref.path).includes(value)) continue;
      if (valuesAt(doc, ref.path).includes(value)) continue;
      const next = putReference(doc, ref, value, { before, after });
      if (next) {
        doc = next;
        paths.push(ref.path);
        continue;
      }
      const named = seen ? { id: present.id, label: labelOfItem(spec, present) } : { count: 1 };
      this.missing.push({ resource: spec.name, ...named, path: ref.path, reason: 'changed' });
    }
    if (paths.length === 0) return;
    await this.#server.update(spec, present, doc, present.secret, this.#change.call.served.operation.id);
    if (!seen) return;
    const label = labelOfItem(spec, present);
    this.back.push(...paths.map((path) => ({ resource: spec.name, id: present.id, label, path })));
  }

  async #isSeen(spec: ItemSpec, id: string): Promise<boolean> {
    const { call, tx } = this.#change;
    const stored = await readingHandle(call, spec).join(tx).get(spec, id);
    return stored !== undefined && mayRead(call, spec, stored.owner);
  }
}

/** Whether items of a kind may go with their target. */
function hangsOn(spec: ItemSpec, target: ItemSpec): boolean {
  return ownsBy(spec, target) && spec.resource.data?.onDelete[spec.owner ?? ''] === 'cascade';
}

function ownsBy(spec: ItemSpec, target: ItemSpec): boolean {
  return spec.tenant === target && spec !== target;
}

function wentWith(spec: ItemSpec, target: ItemSpec, row: DeletionRow, item: Stored): boolean {
  if (hangsOn(spec, target) && row.owner === item.id) return true;
  const { doc } = deletionFrom(spec, row);
  return spec.refs.some((ref) => {
    if (ref.target !== target.name || ref.onDelete !== 'cascade') return false;
    const value = ref.value === undefined ? item.id : getPath(item.doc, ref.value);
    return value !== undefined && valuesAt(doc, ref.path).some((each) => each === value);
  });
}

/** The document with the reference where it was; undefined where its place is not as the deletion left it. */
function putReference(doc: Doc, { path }: RefPath, value: string, { before, after }: { before: Doc; after: Doc }): Doc | undefined {
  const [name = '', ...rest] = path.split('.');
  const head = name.replace(/\[\]$/, '');
  const was = before[head];
  if (rest.length === 0 && Array.isArray(was)) {
    const left = listOf(after[head]);
    const now = listOf(doc[head]);
    // what the same request took out of the list may have come back by itself
    const taken = was.filter((each) => !left.includes(each));
    const untouched = sameJson(
      now.filter((each) => !taken.includes(each)),
      left,
    );
    return untouched ? { ...doc, [head]: was.filter((each) => each === value || now.includes(each)) } : undefined;
  }
  const alone = sameJson(cleared(before, path, value)[head], after[head]);
  return alone && sameJson(doc[head], after[head]) && was !== undefined ? { ...doc, [head]: was } : undefined;
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** Faults of ours, and conflicts that the database repeats, end the whole. */
function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof ForeignItemError) return new ProblemError(tenant());
  throw error;
}
