import { chosenSites } from '#server/features/site/index.ts';
import { siteNoSn, taskActive } from '#generated/problems.ts';
import { principalOf } from '#server/kernel/access/check.ts';
import { requireNetwork } from '#server/kernel/require-network.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import { labelOfItem } from '#server/kernel/resource/references.ts';
import type { Change, EntityRules } from '#server/kernel/resource/entity.ts';
import { isActive, isWorkedOn, scheduleStep } from '#server/features/task/task-steps.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import type { Stored } from '#server/store/items/tables.ts';

/** Tests that a site's device runs: they begin at once (spec 8: a site without a device cannot). */
export const diagnosisTask: EntityRules<'DiagnosisTask'> = {
  ...chosenSites,
  complete: async (doc, change) => {
    const site = await siteOf(change, doc.siteId);
    if (site && !hasSerial(site)) throw new ProblemError(siteNoSn());
    requireNetwork(change.call);
    return begun(doc, change, { lines: [], createdBy: principalOf(change.call).username });
  },
  restored: (doc) => doc,
  beforeDelete: refuseActive,
};

/** Probes run as soon as they are configured, and go on when they change. */
export const slaTask: EntityRules<'SlaTask'> = {
  complete: async (doc, change) => {
    const { before } = change;
    if (!before) return begun(doc, change, { triggered: false, badPeriods: 0 });
    // an alert that is closed is not on
    return doc.probeAlert === 'closed' ? { ...doc, triggered: false, badPeriods: 0 } : doc;
  },
  restored: async (doc, { call, tx, spec }) => {
    await scheduleStep(call.services, spec, doc.id ?? '', { tx: tx.db });
    return doc;
  },
  check: async (doc, change) => {
    const findings: Finding[] = [];
    const known = new Set(change.before?.doc.siteIds ?? []);
    for (const [index, id] of (doc.siteIds ?? []).entries()) {
      if (known.has(id)) continue;
      const site = await siteOf(change, id);
      const { code } = siteNoSn();
      if (site && !hasSerial(site)) findings.push({ pointer: `/siteIds/${index}`, code, params: { site: site.name } });
    }
    return findings;
  },
};

/** Work for the devices of the named sites, all of one company. */
export const executionTask: EntityRules<'ExecutionTask'> = {
  complete: async (doc, change) => {
    requireNetwork(change.call);
    const total = await change.tx.count(change.call.services.store.spec('Device'), { siteId: doc.siteIds ?? [] });
    return begun(doc, change, { total, done: 0, failedCount: 0, createdBy: principalOf(change.call).username });
  },
  restored: (doc) => doc,
  beforeDelete: refuseActive,
};

function refuseActive(item: Stored, { spec }: Change): Promise<void> {
  if (isActive(item.doc)) throw new ProblemError(taskActive({ name: labelOfItem(spec, item) }));
  return Promise.resolve();
}

/** A new task is pending until the server takes it up. */
async function begun<Doc extends { id?: string }, More extends object>(
  doc: Doc,
  { call, tx, spec }: Change,
  more: More,
): Promise<Doc & More & { state: 'pending'; progress?: number }> {
  // probes of a network that is not connected yet wait for it
  if (isWorkedOn(call.services, spec.name)) await scheduleStep(call.services, spec, doc.id ?? '', { tx: tx.db });
  return { ...doc, ...more, state: 'pending', ...(spec.name === 'SlaTask' ? {} : { progress: 0 }) };
}

async function siteOf({ call, tx }: Change, id: string | undefined): Promise<DocOf<'Site'> | undefined> {
  return id === undefined ? undefined : (await tx.get(call.services.store.spec('Site'), id))?.doc;
}

function hasSerial({ sn = '' }: DocOf<'Site'>): boolean {
  return sn !== '';
}
