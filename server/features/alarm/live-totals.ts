import { decide, decideAnywhere } from '#domain/access/decide.ts';
import { due } from '#domain/alert-due.ts';
import { handleFor } from '#server/kernel/access/caller.ts';
import { servedBy } from '#server/kernel/contract.ts';
import type { Listener, Topic } from '#server/kernel/live-topic.ts';
import type { Services } from '#server/kernel/services.ts';

/** Totals of alerts: of one company, or of all that somebody reaches (spec 7). */
export const alertTotals: Topic = {
  event: 'alerts',
  resources: ['Alert'],
  atOnce: true,
  to: async (services, listener) => {
    const total = await totalOf(services, listener);
    return total === undefined ? undefined : { total };
  },
};

/** Firing alerts that the listener may count; undefined if he may not. */
async function totalOf(services: Services, { companyId, principal }: Listener): Promise<number | undefined> {
  const { store, contract } = services;
  const spec = store.specIf('Alert');
  if (!spec) return undefined;
  const { access } = servedBy(contract, 'listAlerts').operation;
  const { allowed } =
    companyId === ''
      ? decideAnywhere(access, principal, contract.permissions)
      : decide(access, principal, [companyId], contract.permissions);
  if (!allowed) return undefined;
  const handle = handleFor({ services, principal, requestId: 'live' }, access);
  const among = [...due, ...(companyId === '' ? [] : [{ path: spec.owner ?? 'companyId', in: [companyId] }])];
  return (await handle.list(spec, { among, skip: 0, limit: 1, unfit: 'marked' })).total;
}
