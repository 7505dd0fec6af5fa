import { type Access, decide } from '#domain/access/decide.ts';
import { entrustBeyond, entrustSelf } from '#generated/problems.ts';
import { type Principal } from '#server/access/principal.ts';
import { type RightsSource, texts } from '#server/access/rights.ts';
import { type Call } from '#server/handler.ts';
import { type Finding, ProblemError } from '#server/problem.ts';
import { valueLabel } from '#server/resource/labels.ts';
import { type EntityRules } from '#server/rules/entity.ts';
import { companyFindings, rightsSource, roleFindings } from '#server/rules/giving.ts';
import { type Stored } from '#server/store/handle.ts';
import { type Doc } from '#server/store/tables.ts';

/** Everybody delegates what is their own, never to themselves (spec 4, 5, 6). */
export const entrust: EntityRules = {
  personal: ['delegateFrom', 'delegateTo'],
  /** Those one gave or received; account managers see those of their companies. */
  reach: (principal, usual) => ({
    ...usual,
    tenants: principal.admin ? principal.own.tenants : new Set(),
    also: ['delegateFrom', 'delegateTo'].map((path) => ({ path, in: [principal.username] })),
  }),
  mayOn: (id, row, call) => id !== 'cancelEntrust' || mayCancel(row, call),
  complete: (doc, { call, before }) => {
    const from = before?.doc['delegateFrom'] ?? call.principal?.username ?? '';
    if (call.principal && from === doc['delegateTo'])
      throw new ProblemError(entrustSelf(), { errors: [{ pointer: '/delegateTo', code: 'entrust.self' }] });
    return { ...doc, delegateFrom: doc['delegateFrom'] ?? from, deadline: doc['endTime'] ?? '' };
  },
  restored: (doc) => doc,
  check: async (doc, { call, tx }) => {
    const { services } = call;
    const beyond = await beyondGiver(doc, call, rightsSource(call, tx));
    if (beyond.length > 0) throw new ProblemError(entrustBeyond(), { errors: beyond });
    await services.jobs.at(
      Date.parse(String(doc['endTime'])),
      'entrust.end',
      { entrustId: String(doc['entrustId']) },
      { id: `entrust.end ${String(doc['entrustId'])}`, tx: tx.db },
    );
    return [];
  },
  filters: {
    // what the caller received is left out
    entrust: (value, call) =>
      value === true && call.principal ? { among: [{ path: 'delegateFrom', in: [call.principal.username] }] } : {},
  },
};

/** What is lent is the giver's for good: neither more, nor what was lent to the giver. */
async function beyondGiver(doc: Doc, call: Call, source: RightsSource): Promise<Finding[]> {
  if (!call.principal) return [];
  const role = await source.get('Role', String(doc['role']));
  return [
    ...roleFindings(role, '/role', call),
    ...(await typeFindings(role, doc, call, source)),
    ...(await companyFindings(String(doc['company']), texts(doc['region']), { company: '/company', regions: '/region' }, call, source)),
  ];
}

/** A role of companies works for everybody in the company; others are for accounts of their type. */
async function typeFindings(role: Stored | undefined, doc: Doc, call: Call, source: RightsSource): Promise<Finding[]> {
  const type = role?.doc['type'];
  const kind = (await source.get('User', String(doc['delegateTo'])))?.doc['accountType'];
  if (!role || !kind || type === 'company' || type === kind) return [];
  const params = {
    role: String(role.doc['name']),
    type: valueLabel(call, 'role', 'type', type),
    account: valueLabel(call, 'user', 'accountType', kind),
  };
  return [{ pointer: '/role', code: 'rule.giving.roleType', params }];
}

/** Its giver, and who manages the accounts of its company. */
export function mayCancel(row: Doc, { principal, services }: Call): boolean {
  if (!principal) return false;
  return row['delegateFrom'] === principal.username || managesAccounts(String(row['company']), principal, services.contract.permissions);
}

function managesAccounts(company: string, principal: Principal, permissions: Parameters<typeof decide>[3]): boolean {
  const access: Access = { node: 'account/accountManage', level: 'edit', tenant: { in: 'item', name: 'company' } };
  return decide(access, principal, [company], permissions).allowed;
}
