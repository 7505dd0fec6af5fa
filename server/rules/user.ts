import { duplicateMobile, duplicateUsername, notDeletable } from '#generated/problems.ts';
import { hashPassword, requirePassword } from '#server/access/account-password.ts';
import { endSessions } from '#server/access/sessions.ts';
import { ProblemError } from '#server/problem.ts';
import { type EntityRules } from '#server/rules/entity.ts';

const GRANTS: Readonly<Record<string, readonly string[]>> = {
  superAdmin: ['superAdmin', 'global', 'channel', 'company'],
  global: ['global', 'channel', 'company'],
  channel: ['channel', 'company'],
  company: ['company'],
};

export const user: EntityRules = {
  personal: ['username'],
  /** The own account, and in the own companies those that one could make: nobody manages who may do more. */
  reach: (principal, usual) => ({
    ...usual,
    also: [{ path: 'username', in: [principal.username] }],
    ...(principal.role === 'superAdmin' ? {} : { only: [{ path: 'accountType', in: GRANTS[principal.role] ?? [] }] }),
  }),
  prepare: async (call) => {
    requirePassword(call);
    await hashPassword(call);
  },
  /** A disabled account and a password that somebody else set end every session of the account. */
  complete: async (doc, { call, tx, before }) => {
    const newPassword = typeof (call.body as { password?: string } | undefined)?.password === 'string';
    if (before && (doc['enable'] === false || newPassword)) await endSessions(tx.db, before.id);
    return doc;
  },
  /** Nobody makes an account that may do more than the own kind of account. */
  check: (doc, { call, before }) => {
    const role = call.principal?.role ?? 'company';
    const type = String(doc['accountType']);
    const may = call.principal === undefined || GRANTS[role]?.includes(type) === true || before?.doc['accountType'] === type;
    return Promise.resolve(
      may ? [] : [{ pointer: '/accountType', code: 'schema.enum', params: { value: type, allowed: (GRANTS[role] ?? []).join(', ') } }],
    );
  },
  beforeDelete: async (item, { call, tx }) => {
    if (item.id === call.principal?.username) throw new ProblemError(notDeletable());
    // whoever gets the name next does not get the sessions and the choices of the one before
    await endSessions(tx.db, item.id);
    await tx.db.deleteFrom('preferences').where('username', '=', item.id).execute();
  },
  duplicate: (paths, value) => (paths.includes('mobile') ? duplicateMobile({ value }) : duplicateUsername({ value })),
};
