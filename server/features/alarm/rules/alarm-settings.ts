import type { Entities } from '#generated/server/entities.ts';
import type { AlarmWatch } from '#generated/server/stored.ts';
import { inUseAlertGroup } from '#generated/problems.ts';
import type { Change, EntityRules } from '#server/kernel/resource/entity.ts';

const MOST = 1000;

/** The group lists the codes whose configuration names it. */
export const alarmConfiguration: EntityRules<'AlarmConfiguration'> = {
  complete: async (doc, change) => {
    const { before } = change;
    const [from, to] = [before?.doc.groupId, doc.groupId];
    if (before && from !== to) {
      const { code: own = '' } = doc;
      await regroup(change, from, (codes) => codes.filter((code) => code !== own));
      await regroup(change, to, (codes) => [...codes.filter((code) => code !== own), own]);
    }
    return doc;
  },
  /** Between threshold and clearing value what fires goes on: a value beyond the threshold never clears. */
  check: ({ compare, threshold, clear }) => {
    const isInside = clear === undefined || threshold === undefined || (compare === 'below' ? clear >= threshold : clear <= threshold);
    const params = { value: String(clear), limit: String(threshold) };
    return Promise.resolve(
      isInside ? [] : [{ pointer: '/clear', code: compare === 'below' ? 'alarm.clear.below' : 'alarm.clear.above', params }],
    );
  },
  noted: async (_ids, { services: { system, store, telemetry, settings } }) => {
    const all = await system.docs(store.spec('AlarmConfiguration'), { skip: 0, limit: MOST });
    return new Map(all.map((row) => [row.id ?? '', { watch: watchOf(row, telemetry.source !== 'none', settings.provoke) }]));
  },
};

/** Events that nobody reports: the server itself sees them in what is measured, or in that nothing is. */
const seen: readonly unknown[] = ['device.offline', 'sla.probe'];

/** What can make a code fire in this installation. */
function watchOf(
  { code, enable, compare, measure }: Partial<Entities['AlarmConfiguration']>,
  isMeasured: boolean,
  isDemo: boolean,
): AlarmWatch {
  if (enable === false) return 'off';
  if (seen.includes(code)) return isMeasured ? 'measured' : 'noTelemetry';
  if (compare === 'event') return 'reported';
  if (measure === undefined) return isDemo ? 'reported' : 'notMeasured';
  return isMeasured ? 'measured' : 'noTelemetry';
}

export const alarmGroup: EntityRules<'AlarmGroup'> = {
  complete: (doc) => ({ ...doc, codes: doc.codes ?? [] }),
  inUse: (count) => inUseAlertGroup({ count }),
};

async function regroup(
  { call, tx }: Change<'AlarmConfiguration'>,
  id: string | undefined,
  change: (codes: string[]) => string[],
): Promise<void> {
  const spec = call.services.store.spec('AlarmGroup');
  const group = id === undefined ? undefined : await tx.anyOf(spec, id);
  if (!group) return;
  await tx.annotate(spec, group, { ...group.doc, codes: change(group.doc.codes ?? []) });
}
