import { siteApplyBoth, siteApplyPast, siteChangeUnconfirmed } from '#generated/problems.ts';
import type { CallOf } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { storeChange } from '#server/kernel/resource/change.ts';
import { newId } from '#server/kernel/resource/new-id.ts';
import { savepoint } from '#server/store/items/savepoint.ts';
import { timestamp } from '#server/store/clock.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';
import type { DocOf, Draft } from '#server/store/items/typed.ts';
import { makerOf } from '#server/features/site/changes/ended.ts';
import { changedNames, type Content, contentOf, sealedContent, disclosed } from '#server/features/site/changes/content.ts';

/** The job that applies a change, or takes one back. */
export const CHANGE_DUE = 'site.change';
const MINUTE = 60_000;
const LONGEST = 366 * 24 * 60 * MINUTE;

type Writing = { call: CallOf<'updateSite'>; tx: Transaction; spec: ItemSpec<'Site'>; before: Stored<DocOf<'Site'>> };

/** Stores a change as saving does, with every check, and keeps what was there before until it is confirmed. */
export async function tryOut(minutes: number, { call, tx, spec, before }: Writing): Promise<Stored> {
  const changes = call.services.store.spec('ScheduledChange');
  const [waiting] = await tx.find(changes, { siteId: before.id, state: 'unconfirmed' }, { limit: 1 });
  if (waiting) throw new ProblemError(siteChangeUnconfirmed({ actor: makerOf(waiting) }));
  const stored = await storeChange(spec, before, call.body, { call, tx, spec, before });
  const [was, is] = [contentOf(spec, before), contentOf(spec, stored)];
  await keep({ call, tx, spec, before }, was, { was, is }, call.services.clock.now() + minutes * MINUTE, {
    way: 'trial',
    state: 'unconfirmed',
    toRevision: stored.revision,
  });
  return stored;
}

/** Checks a change as saving it now would, and keeps it for its time. The site stays as it is. */
export async function schedule(at: string, { call, tx, spec, before }: Writing): Promise<void> {
  const due = Date.parse(at);
  const now = call.services.clock.now();
  if (!(due > now && due <= now + LONGEST)) {
    const problem = siteApplyPast({ at });
    throw new ProblemError(problem, { errors: [{ pointer: '/query/applyAt', code: problem.code, params: problem.params }] });
  }
  const is = await triedOut({ call, tx, spec, before });
  await keep({ call, tx, spec, before }, is, { was: contentOf(spec, before), is }, due, { way: 'timed', state: 'scheduled' });
}

/** What saving would store, with nothing of it stored. */
async function triedOut({ call, tx, spec, before }: Writing): Promise<Content> {
  const tried: Content[] = [];
  const undone = new Error('tried out');
  await savepoint(tx.db, async () => {
    tried.push(contentOf(spec, await storeChange(spec, before, call.body, { call, tx, spec, before })));
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return tried[0] ?? contentOf(spec, before);
}

/** `content`: what the site becomes when the change is due. */
async function keep(
  { call, tx, spec, before }: Writing,
  content: Content,
  { was, is }: { was: Content; is: Content },
  due: number,
  more: Pick<Draft<'ScheduledChange'>, 'way' | 'state' | 'toRevision'>,
): Promise<void> {
  const { store, jobs } = call.services;
  const changed = changedNames(was, is);
  const change: Draft<'ScheduledChange'> = {
    id: newId(),
    companyId: before.owner ?? '',
    siteId: before.id,
    dueAt: timestamp(due),
    appliedBy: call.handle.actor.name,
    changed,
    fromRevision: before.revision,
    resource: spec.name,
    before: disclosed(spec, was.document, changed),
    after: disclosed(spec, is.document, changed),
    ...more,
  };
  const stored = await tx.asServer().insert(store.spec('ScheduledChange'), change, sealedContent(content), call.served.operation.id);
  await jobs.at(due, CHANGE_DUE, { id: stored.id, language: call.language }, { id: `${CHANGE_DUE} ${stored.id}`, tx: tx.db });
}

/** One way or the other. */
export function refuseBoth({ applyAt, confirmWithin }: CallOf<'updateSite'>['query']): void {
  if (applyAt !== undefined && confirmWithin !== undefined) throw new ProblemError(siteApplyBoth());
}
