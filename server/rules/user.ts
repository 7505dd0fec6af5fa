import { accountBeyond, duplicateMobile, duplicateUsername, notDeletable } from '#generated/problems.ts';
import { hashPassword, requirePassword } from '#server/access/account-password.ts';
import { forGood } from '#server/access/one-time-password.ts';
import { endSessions } from '#server/access/sessions.ts';
import { ProblemError } from '#server/problem.ts';
import { type Call } from '#server/handler.ts';
import { type EntityRules } from '#server/rules/entity.ts';
import { accountFindings, KINDS, managesMore, rightsSource } from '#server/rules/giving.ts';
import { type Doc } from '#server/store/tables.ts';
import { type Transaction } from '#server/store/transaction.ts';

/** What may be asked of an account whoever it belongs to. */
const OPEN = new Set(['getUser']);

export const user: EntityRules = {
  personal: ['username'],
  /** The own account, and in the own companies those that one could make: nobody manages who may do more. */
  reach: (principal, usual) => ({
    ...usual,
    also: [{ path: 'username', in: [principal.username] }],
    ...(principal.role === 'superAdmin' ? {} : { only: [{ path: 'accountType', in: KINDS[principal.role] }] }),
  }),
  prepare: async (call) => {
    requirePassword(call);
    await hashPassword(call);
  },
  /** A disabled account and a password that somebody else set end every session of the account. */
  complete: async (doc, { call, tx, before }) => {
    if (before) await mustManage(before.doc, call, tx);
    const newPassword = typeof (call.body as { password?: string } | undefined)?.password === 'string';
    if (before && (doc['enable'] === false || newPassword)) await endSessions(tx.db, before.id);
    return newPassword ? forGood(doc) : doc;
  },
  /** Nobody makes an account that may do more than the own one. */
  check: async (doc, { call, tx, before }) => {
    const role = call.principal?.role ?? 'superAdmin';
    const type = String(doc['accountType']);
    if (!KINDS[role].some((kind) => kind === type))
      return [{ pointer: '/accountType', code: 'schema.enum', params: { value: type, allowed: KINDS[role].join(', ') } }];
    return accountFindings(doc, before?.doc, call, rightsSource(call, tx));
  },
  mayOn: async (id, row, call) => OPEN.has(id) || !(await managesMore(row, call, rightsSource(call))),
  beforeDelete: async (item, { call, tx }) => {
    await mustManage(item.doc, call, tx);
    if (item.id === call.principal?.username) throw new ProblemError(notDeletable());
    // whoever gets the name next does not get the sessions and the choices of the one before
    await endSessions(tx.db, item.id);
    await tx.db.deleteFrom('preferences').where('username', '=', item.id).execute();
  },
  duplicate: (paths, value) => (paths.includes('mobile') ? duplicateMobile({ value }) : duplicateUsername({ value })),
};

/** Whoever could set the password of an account that may do more could do all of that. */
export async function mustManage(account: Doc, call: Call, tx: Transaction): Promise<void> {
  if (await managesMore(account, call, rightsSource(call, tx))) throw new ProblemError(accountBeyond());
}
