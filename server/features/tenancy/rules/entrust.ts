import { entrustStatus } from '#domain/access/entrust.ts';
import { entrustBeyond, entrustSelf } from '#generated/problems.ts';
import type { Entities } from '#generated/server/entities.ts';
import { type RightsSource, texts } from '#server/kernel/access/rights.ts';
import type { Call } from '#server/kernel/handler.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import { valueLabel } from '#server/kernel/resource/labels.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';
import { companyFindings, rightsSource, roleFindings } from '#server/features/account/index.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Db, Stored } from '#server/store/items/tables.ts';
import type { DocOf } from '#server/store/items/typed.ts';

/** The job that tells what a delegation has become by now. */
export const ENTRUST_TURN = 'entrust.turn';

/** Everybody delegates what is their own, never to themselves (spec 4, 5, 6). */
export const entrust: EntityRules<'Entrust'> = {
  personal: ['delegateFrom', 'delegateTo'],
  /** Whoever gets the rights may read neither the role nor the region: both are told by name. */
  noted: async (ids, { services: { store, system }, handle }) => {
    const server = handle.asServer();
    const nameOf = async (name: 'Role' | 'Region', id: string | undefined): Promise<string | undefined> => {
      const spec = store.spec(name);
      const [found] = id === undefined ? [] : await server.docs(spec, { among: [{ path: spec.id, in: [id] }], skip: 0, limit: 1 });
      return found?.name;
    };
    const noted = ids.map(async (id): Promise<[string, Partial<Entities['Entrust']>]> => {
      const doc = (await system.get(store.spec('Entrust'), id))?.doc;
      const [roleName, regionName] = await Promise.all([nameOf('Role', doc?.role), nameOf('Region', doc?.region)]);
      return [id, { ...(roleName === undefined ? {} : { roleName }), ...(regionName === undefined ? {} : { regionName }) }];
    });
    return new Map(await Promise.all(noted));
  },
  /** Those one gave or received; account managers see those of their companies. */
  reach: (principal, usual) => ({
    ...usual,
    tenants: principal.admin ? principal.own.tenants : new Set(),
    also: ['delegateFrom', 'delegateTo'].map((path) => ({ path, in: [principal.username] })),
  }),
  complete: (doc, { call, before }) => {
    const from = before?.doc.delegateFrom ?? call.principal?.username ?? '';
    if (call.principal && from === doc.delegateTo)
      throw new ProblemError(entrustSelf(), { errors: [{ pointer: '/delegateTo', code: 'entrust.self' }] });
    const { startTime = '', endTime = '' } = doc;
    const status = entrustStatus({ startTime, endTime }, call.services.clock.now());
    return { ...doc, delegateFrom: doc.delegateFrom ?? from, deadline: endTime, status };
  },
  restored: (doc) => doc,
  check: async (doc, { call, tx }) => {
    const { services } = call;
    const beyond = await beyondGiver(doc, call, rightsSource(call, tx));
    if (beyond.length > 0) throw new ProblemError(entrustBeyond(), { errors: beyond });
    await scheduleTurn(services, doc, tx.db);
    return [];
  },
  filters: {
    // what the caller received is left out
    entrust: (value, call) =>
      value === true && call.principal ? { among: [{ path: 'delegateFrom', in: [call.principal.username] }] } : {},
  },
};

/** What is delegated is the giver's for good: neither more, nor what was delegated to the giver. */
async function beyondGiver(doc: DocOf<'Entrust'>, call: Call, source: RightsSource): Promise<Finding[]> {
  if (!call.principal) return [];
  const role = await source.role(doc.role);
  return [
    ...roleFindings(role, '/role', call),
    ...(await typeFindings(role, doc, call, source)),
    ...(await companyFindings(doc.company, texts(doc.region), { company: '/company', regions: '/region' }, call, source)),
  ];
}

/** A role of companies works for everybody in the company; others are for accounts of their type. */
async function typeFindings(
  role: Stored<DocOf<'Role'>> | undefined,
  doc: DocOf<'Entrust'>,
  call: Call,
  source: RightsSource,
): Promise<Finding[]> {
  const type = role?.doc.type;
  const kind = (await source.user(doc.delegateTo))?.doc.accountType;
  if (!role || !kind || type === 'company' || type === kind) return [];
  const params = {
    role: role.doc.name,
    type: valueLabel(call, 'role', 'type', type),
    account: valueLabel(call, 'user', 'accountType', kind),
  };
  return [{ pointer: '/role', code: 'rule.giving.roleType', params }];
}

/** Has its state told when it begins, and again when it ends. */
export async function scheduleTurn({ jobs, clock }: Services, { entrustId, startTime, endTime }: DocOf<'Entrust'>, tx: Db): Promise<void> {
  const waits = entrustStatus({ startTime, endTime }, clock.now()) === 'scheduled';
  const due = Date.parse(waits ? startTime : endTime);
  await jobs.at(due, ENTRUST_TURN, { entrustId }, { id: `${ENTRUST_TURN} ${entrustId}`, tx });
}
