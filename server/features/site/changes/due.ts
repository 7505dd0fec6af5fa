import type { Language } from '#domain/model.ts';
import { forbidden } from '#generated/problems.ts';
import { handleFor } from '#server/kernel/access/caller.ts';
import { servedBy } from '#server/kernel/contract.ts';
import { checkAccess, checkMaintenance, checkTenant } from '#server/kernel/access/check.ts';
import { loadPrincipal } from '#server/kernel/access/principal.ts';
import type { Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { storeChange } from '#server/kernel/resource/change.ts';
import { problemOf } from '#server/kernel/resource/bulk.ts';
import type { Services } from '#server/kernel/services.ts';
import { settable } from '#server/kernel/resource/settable.ts';
import { documentAt } from '#server/store/items/history.ts';
import type { Handle } from '#server/store/items/handle.ts';
import type { Stored } from '#server/store/items/tables.ts';
import { ForeignItemError, OutOfReachError, type Transaction } from '#server/store/items/transaction.ts';
import { type DocOf, typed } from '#server/store/items/typed.ts';
import { publishTask } from '#server/features/task/index.ts';
import { bodyOf, changedNames, contentIn } from '#server/features/site/changes/content.ts';
import { end, lastWriter, SYSTEM, type Waiting } from '#server/features/site/changes/ended.ts';
import { CHANGE_DUE } from '#server/features/site/changes/put-off.ts';

const APPLY = 'applyScheduledChange';
const REVERT = 'revertScheduledChange';

/** Changes whose time has come: what waited is applied in the name of who wanted it, what nobody confirmed is taken back. */
export function runScheduledChanges(services: Services): void {
  services.jobs.on(CHANGE_DUE, ['id', 'language'], async ({ id, language }) => {
    const spec = services.store.specIf('ScheduledChange');
    const change = spec && (await services.system.get(spec, id));
    if (!change) return;
    const words: Language = language === 'en' ? 'en' : 'zh';
    if (change.doc.state === 'scheduled') await orSaidWhy(services, id, words, APPLY, () => applyDue(services, id, words));
    if (change.doc.state === 'unconfirmed')
      await orSaidWhy(services, id, words, REVERT, () =>
        services.system.write(async (tx) => {
          const present = await waiting(services, tx, id, 'unconfirmed');
          if (present) await takeBack(services, tx, present, SYSTEM, words);
        }),
      );
    await publishTask(services.live, { resource: 'ScheduledChange', id, owner: change.owner }, { ...change.doc, progress: 100 });
  });
}

/** What is refused is written down with its reason; a fault of ours is tried again by the job. */
async function orSaidWhy(services: Services, id: string, language: Language, action: string, work: () => Promise<unknown>): Promise<void> {
  const refused = await work().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ProblemError) return error;
      throw error;
    },
  );
  if (!refused) return;
  const { detail, errors = [] } = services.sentences.problem(refused, language, SYSTEM);
  const reason = (errors.length > 0 ? errors.map((each) => each.detail).join(' ') : detail).slice(0, 2000);
  await services.system.write(async (tx) => {
    const change = await waiting(services, tx, id);
    if (change) await end(services, tx, change, { state: 'failed', endedBy: SYSTEM, reason }, action);
  });
}

async function waiting(
  { store }: Services,
  tx: Transaction,
  id: string,
  state?: 'scheduled' | 'unconfirmed',
): Promise<Waiting | undefined> {
  const change = await tx.anyOf(store.spec('ScheduledChange'), id);
  const open = change?.doc.state === 'scheduled' || change?.doc.state === 'unconfirmed';
  return change && open && (state === undefined || change.doc.state === state) ? change : undefined;
}

/** As the person who wanted it, with the rights that the person has by now. */
async function applyDue(services: Services, id: string, language: Language): Promise<void> {
  const { store, system } = services;
  const change = await system.get(store.spec('ScheduledChange'), id);
  if (!change) return;
  const principal = await loadPrincipal(store, system, change.doc.appliedBy ?? '');
  if (!principal) throw new ProblemError(forbidden());
  const served = servedBy(services.contract, 'updateSite');
  const requestId = `${CHANGE_DUE} ${id}`;
  const handle = handleFor({ services, principal, requestId }, served.operation.access);
  const call: Call = { ...inner(services, change, handle, language), principal, requestId };
  checkAccess(call);
  await checkMaintenance(call);
  await checkTenant(call);
  await handle
    .write(async (tx) => {
      const present = await waiting(services, tx, id, 'scheduled');
      if (!present) return;
      const spec = store.spec('Site');
      const before = await tx.get(spec, present.doc.siteId);
      if (!before) throw new ProblemError(forbidden());
      const changed = present.doc.changed ?? [];
      if (await isOvertaken(services, tx, present, before)) {
        await end(services, tx, present, { state: 'superseded', endedBy: await lastWriter(services, tx, before) }, APPLY);
        return;
      }
      const body = bodyOf(contentIn(present), { of: changed, document: settable(spec, before.doc) });
      const stored = await storeChange(spec, before, body, { call, tx, spec, before });
      await end(services, tx, present, { state: 'applied', endedBy: SYSTEM, toRevision: stored.revision }, APPLY);
    })
    .catch((error: unknown) => {
      // what lies beyond the person's reach by now is refused as it would be in a call
      throw error instanceof ForeignItemError || error instanceof OutOfReachError ? problemOf(call, error) : error;
    });
}

/** Whether somebody else has changed the same properties since. What was changed beside them stands. */
async function isOvertaken({ store }: Services, tx: Transaction, { doc }: Waiting, site: Stored<DocOf<'Site'>>): Promise<boolean> {
  if (site.revision === doc.fromRevision) return false;
  const spec = store.spec('Site');
  const then = await documentAt(tx.db, spec, site.id, site, doc.fromRevision);
  if (!then) return true;
  // secrets of earlier revisions are kept by nobody: a property that holds some counts by what is seen of it
  const others = changedNames({ document: settable(spec, then), secrets: {} }, { document: settable(spec, site.doc), secrets: {} });
  const mine = new Set(doc.changed);
  return others.some((name) => mine.has(name));
}

/** The site as it was before the trial, its secrets too; where somebody changed it since, it stays, and the change says so. */
export async function takeBack(services: Services, tx: Transaction, change: Waiting, by: string, language: Language): Promise<Stored> {
  const { store, system } = services;
  const spec = store.spec('Site');
  const server = tx.asServer();
  const before = await server.get(spec, change.doc.siteId);
  if (!before) throw new ProblemError(forbidden());
  if (before.revision !== change.doc.toRevision)
    return end(services, tx, change, { state: 'superseded', endedBy: await lastWriter(services, tx, before) }, REVERT);
  const content = contentIn(change);
  const call = inner(services, change, system, language);
  const stored = await storeChange(spec, before, bodyOf(content), { call, tx: server, spec, before });
  // a secret that the trial brought goes with it
  await server.annotate(spec, stored, typed(spec, stored).doc, content.secrets);
  return end(services, tx, change, { state: 'reverted', endedBy: by }, REVERT);
}

/** A change of the site that no request made: what it had to ask was answered when it was wanted. */
function inner(services: Services, { doc }: Waiting, handle: Handle, language: Language): Call {
  return {
    served: servedBy(services.contract, 'updateSite'),
    services,
    path: { companyId: doc.companyId, siteId: doc.siteId },
    query: { confirm: true },
    body: {},
    handle,
    language,
    requestId: `${CHANGE_DUE} ${doc.id}`,
    ip: '',
    cookie: undefined,
    secure: true,
    userAgent: '',
  };
}
