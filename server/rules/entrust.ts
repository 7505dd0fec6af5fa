import { decide } from '#domain/access/decide.ts';
import { entrustBeyond, entrustSelf } from '#generated/problems.ts';
import { type Principal } from '#server/access/principal.ts';
import { type Call } from '#server/handler.ts';
import { ProblemError } from '#server/problem.ts';
import { type EntityRules } from '#server/rules/entity.ts';
import { type Doc } from '#server/store/tables.ts';

/** Everybody delegates what is their own, never to themselves (spec 4, 5, 6). */
export const entrust: EntityRules = {
  personal: ['delegateFrom', 'delegateTo'],
  /** Those one gave or received; account managers see those of their companies. */
  reach: (principal, usual) => ({
    ...usual,
    tenants: principal.admin ? usual.tenants : new Set(),
    also: ['delegateFrom', 'delegateTo'].map((path) => ({ path, in: [principal.username] })),
  }),
  mayOn: (id, row, call) => id !== 'cancelEntrust' || mayCancel(row, call),
  complete: (doc, { call, before }) => {
    const from = before?.doc['delegateFrom'] ?? call.principal?.username ?? '';
    if (call.principal && from === doc['delegateTo'])
      throw new ProblemError(entrustSelf(), { errors: [{ pointer: '/delegateTo', code: 'entrust.self' }] });
    return { ...doc, delegateFrom: doc['delegateFrom'] ?? from, deadline: doc['endTime'] ?? '' };
  },
  check: async (doc, { call, tx }) => {
    const { principal, services } = call;
    if (principal && !holds(principal, doc)) throw new ProblemError(entrustBeyond());
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

function holds(principal: Principal, doc: Doc): boolean {
  if (principal.role === 'superAdmin') return true;
  const company = String(doc['company']);
  if (principal.tenants === 'all' || !principal.tenants.has(company)) return false;
  const roles = principal.account.doc['rolesId'];
  if (!principal.admin && !(Array.isArray(roles) && roles.includes(doc['role'] ?? null))) return false;
  if (!principal.cities.has(company)) return true;
  const regions = principal.account.doc['regions'];
  return typeof doc['region'] === 'string' && Array.isArray(regions) && regions.includes(doc['region']);
}

/** Its giver, and who manages the accounts of its company. */
export function mayCancel(row: Doc, { principal, services }: Call): boolean {
  if (!principal) return false;
  return row['delegateFrom'] === principal.username || managesAccounts(principal, services.contract.permissions);
}

function managesAccounts(principal: Principal, permissions: Parameters<typeof decide>[3]): boolean {
  return decide({ node: 'account/accountManage', level: 'edit', tenant: 'none' }, principal, undefined, permissions).allowed;
}
