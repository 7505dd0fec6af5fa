import { timestamp } from '#server/store/clock.ts';
import type { Change, EntityRules } from '#server/kernel/resource/entity.ts';

/** Older names of the same things stay in step (decision 18). */
export const company: EntityRules<'Company'> = {
  complete: async (doc, { call, before, tx }) => {
    const { store, system, clock } = call.services;
    if (!before) await enter(doc.companyId ?? '', call, tx);
    const channel = doc.channelTradeId ? await system.get(store.spec('ChannelTrade'), doc.channelTradeId) : undefined;
    const { channel: _, ...rest } = doc;
    const threshold = doc.config?.bandwidthThreshold;
    return {
      ...rest,
      ...(channel ? { channel: channel.doc.name } : {}),
      ...(threshold === undefined ? {} : { bandwidthThreshold: threshold }),
      createTime: before?.doc.createTime ?? timestamp(clock.now()),
    };
  },
  restored: async (doc, { call, tx }) => {
    await enter(doc.companyId ?? '', call, tx);
    return doc;
  },
  /** A channel gets the companies that are the caller's for good: who was delegated one cannot put it into an own channel. */
  check: (doc, { call, before }) => {
    const tenants = call.principal?.own.tenants ?? 'all';
    const moved = before !== undefined && doc.channelTradeId !== undefined && doc.channelTradeId !== before.doc.channelTradeId;
    if (!moved || tenants === 'all' || tenants.has(before.id)) return Promise.resolve([]);
    return Promise.resolve([{ pointer: '/channelTradeId', code: 'rule.giving.company', params: { value: doc.name } }]);
  },
  filters: {
    hasAll: () => ({}),
    view: () => ({}),
    enterable: (value, { principal }) =>
      value === true && principal && principal.role !== 'superAdmin' ? { among: [{ path: 'companyId', in: principal.companyList }] } : {},
  },
};

/** A global user who creates a company may enter it: it joins the own list. */
async function enter(companyId: string, { principal, services }: Change['call'], tx: Change['tx']): Promise<void> {
  const spec = services.store.spec('User');
  if (principal?.role !== 'global') return;
  const account = await tx.anyOf(spec, principal.username);
  if (account)
    await tx
      .asServer()
      .update(
        spec,
        account,
        { ...account.doc, companyList: [...(account.doc.companyList ?? []), companyId] },
        account.secret,
        'createCompany',
      );
}
