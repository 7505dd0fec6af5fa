import { asObject } from '#domain/json.ts';
import { loginOf } from '#server/features/account/login.ts';
import { accountBeyond, duplicateMobile, duplicateUsername, lastAdministrator, notDeletableSelf } from '#generated/problems.ts';
import { forgetAccount } from '#server/features/account/account-name.ts';
import { hashPassword, requirePassword } from '#server/features/account/account-password.ts';
import type { Lockout } from '#server/features/account/attempts.ts';
import { forGood } from '#server/kernel/access/one-time-password.ts';
import { texts } from '#server/kernel/access/rights.ts';
import { endSessions } from '#server/kernel/access/sessions.ts';
import { addressAllowed } from '#server/kernel/access/whitelist.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import type { Call } from '#server/kernel/handler.ts';
import type { Change, EntityRules } from '#server/kernel/resource/entity.ts';
import { accountFindings, KINDS, managesMore, rightsSource, rightsSourceOnce } from '#server/features/account/giving.ts';
import { isAdministrator, isLastAdministrator } from '#server/features/account/last-administrator.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

export const user: EntityRules<'User'> = {
  personal: ['username'],
  // people work for other companies than their own
  ofAnyCompany: true,
  /** From where the account cannot be logged in now, because somebody failed there too often. */
  noted: async (ids, call) => {
    const found = await loginOf(call.services).attempts.lockouts(ids);
    return new Map(
      [...found].map(([id, places]) => [
        id,
        {
          frozen: true,
          ...frozenUntil(places),
          freezes: places.map(({ until, ...lockout }) => ({ ...lockout, until: timestamp(until) })),
        },
      ]),
    );
  },
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
    const newPassword = typeof asObject(call.body).password === 'string';
    if (before && (doc.enable === false || newPassword))
      await endSessions(tx.db, before.id, doc.enable === false ? { why: 'disabled' } : {});
    return newPassword ? forGood(doc) : doc;
  },
  /** Nobody makes an account that may do more than the own one. */
  check: async (doc, change) => {
    const { call, tx, before } = change;
    const role = call.principal?.role ?? 'superAdmin';
    const type = doc.accountType;
    if (!KINDS[role].some((kind) => kind === type))
      return [{ pointer: '/accountType', code: 'schema.enum', params: { value: type, allowed: KINDS[role].join(', ') } }];
    return [...(await lockOuts(doc, change)), ...(await accountFindings(doc, before?.doc, call, rightsSource(call, tx)))];
  },
  mayOn: async ({ method }, row, call) => method === 'get' || !(await managesMore(row, call, rightsSourceOnce(call))),
  notForCaller: (_, call) => (call.served.operation.kind === 'delete' ? notDeletableSelf() : undefined),
  beforeDelete: async (item, { call, tx, spec }) => {
    await mustManage(item.doc, call, tx);
    if (item.id === call.principal?.username) throw new ProblemError(notDeletableSelf());
    if (await isLastAdministrator(item, spec, tx)) throw new ProblemError(lastAdministrator());
    await forgetAccount(tx.db, item.id);
  },
  duplicate: (paths, value) => (paths.includes('mobile') ? duplicateMobile({ value }) : duplicateUsername({ value })),
};

/** What would leave nobody to mend it: the last super administrator gone, or the caller shut out by a list of addresses. */
async function lockOuts(doc: DocOf<'User'>, { call, tx, spec, before }: Change<'User'>): Promise<Finding[]> {
  if (!before) return [];
  const own = before.id === call.principal?.username;
  // the own account keeps its kind anyhow
  if (!own && !isAdministrator(doc) && (await isLastAdministrator(before, spec, tx)))
    return [{ pointer: doc.enable ? '/accountType' : '/enable', code: 'rule.lastAdministrator' }];
  const list = texts(doc.ipWhitelist);
  if (own && list.join() !== texts(before.doc.ipWhitelist).join() && !addressAllowed(list, call.ip))
    return [{ pointer: '/ipWhitelist', code: 'rule.ownWhitelist', params: { value: call.ip } }];
  return [];
}

/** Until the last of the places is open again; where it is only slow there is no such time. */
function frozenUntil(places: readonly Lockout[]): Pick<DocOf<'User'>, 'frozenUntil'> {
  const shut = places.filter(({ place }) => place !== 'everywhere');
  return shut.length === 0 ? {} : { frozenUntil: timestamp(Math.max(...shut.map(({ until }) => until))) };
}

/** Whoever could set the password of an account that may do more could do all of that. */
export async function mustManage(account: DocOf<'User'>, call: Call, tx: Transaction): Promise<void> {
  if (await managesMore(account, call, rightsSource(call, tx))) throw new ProblemError(accountBeyond());
}
