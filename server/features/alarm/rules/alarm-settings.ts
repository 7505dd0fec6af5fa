import { texts } from '#domain/json.ts';
import { inUseAlertGroup } from '#generated/problems.ts';
import { type Change, type EntityRules } from '#server/kernel/resource/entity.ts';
import { type Doc } from '#server/store/items/tables.ts';

/** The group lists the codes whose configuration names it. */
export const alarmConfiguration: EntityRules<'AlarmConfiguration'> = {
  complete: async (doc, change) => {
    const { before } = change;
    const [from, to] = [before?.doc.groupId, doc.groupId];
    if (before && from !== to) {
      await regroup(change, from, (codes) => codes.filter((code) => code !== doc.code));
      await regroup(change, to, (codes) => [...codes.filter((code) => code !== doc.code), String(doc.code)]);
    }
    return doc;
  },
};

export const alarmGroup: EntityRules<'AlarmGroup'> = {
  complete: (doc) => ({ ...doc, codes: doc.codes ?? [] }),
  inUse: (count) => inUseAlertGroup({ count }),
};

async function regroup({ call, tx }: Change, id: unknown, change: (codes: string[]) => string[]): Promise<void> {
  const spec = call.services.store.specs.get('AlarmGroup');
  const group = spec && typeof id === 'string' ? await tx.anyOf(spec, id) : undefined;
  if (!spec || !group) return;
  const codes = texts(group.doc.codes);
  await tx.annotate(spec, group, { ...group.doc, codes: change(codes) } satisfies Doc);
}
