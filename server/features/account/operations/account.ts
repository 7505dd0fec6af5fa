import { passwordsOf } from '#server/features/account/password.ts';
import { loginOf } from '#server/features/account/login.ts';
import { formats } from '#domain/formats/registry.ts';
import { passwordProblem } from '#domain/password.ts';
import { leavesOf, type PermissionNode } from '#domain/access/permission-tree.ts';
import { decideAnywhere } from '#domain/access/decide.ts';
import {
  duplicateUsername,
  forbidden,
  notFound,
  passwordMismatch,
  passwordSame,
  passwordWeak,
  passwordWrong,
  usernameFormat,
} from '#generated/problems.ts';
import { servedBy } from '#server/kernel/contract.ts';
import { forGood } from '#server/kernel/access/one-time-password.ts';
import { renameAccount } from '#server/features/account/account-name.ts';
import { decodePassword } from '#server/features/account/password.ts';
import { handleFor } from '#server/kernel/access/caller.ts';
import { preferencesOf } from '#server/store/platform/preferences.ts';
import type { Principal } from '#server/kernel/access/principal.ts';
import { type Answer, type AnswerOf, type Call, type Handlers, read, write } from '#server/kernel/handler.ts';
import { principalOf } from '#server/kernel/access/check.ts';
import { endSessions } from '#server/kernel/access/sessions.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { notedAnswer } from '#server/kernel/resource/noted.ts';
import { givenBy, KINDS } from '#server/features/account/giving.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import type { Language } from '#domain/model.ts';

const MOST_COMPANIES = 1000;

/** The caller's own account (spec 3, 5, 7, 8). */
export const account = {
  getUser: read(async (call) => {
    const principal = principalOf(call);
    const own = call.path.username === principal.username;
    if (own && call.query.page === 'login') return { body: await userInfo(call, principal), etag: `"${principal.account.revision}"` };
    const spec = call.services.store.spec('User');
    // whoever may list accounts reads them one by one
    const { access } = servedBy(call.services.contract, 'listUsers').operation;
    const may = own || decideAnywhere(access, principal, call.services.contract.permissions).allowed;
    if (!may) throw new ProblemError(forbidden());
    const stored = await handleFor(call, access).get(spec, call.path.username ?? '');
    if (!spec || !stored) throw new ProblemError(notFound());
    return notedAnswer(spec, call, stored);
  }),

  renameSelf: write(
    async (call, tx): Promise<Answer<never>> => {
      const principal = principalOf(call);
      const username = call.body.username.trim();
      const spec = call.services.store.spec('User');
      if (formats.email?.check(username)) throw new ProblemError(usernameFormat());
      if (username === principal.username) return { status: 204 };
      const server = tx.asServer();
      if (await server.get(spec, username)) throw new ProblemError(duplicateUsername({ value: username }));
      const before = await server.get(spec, principal.username);
      if (!before) throw new ProblemError(notFound());
      await server.rename(spec, before, username);
      await renameAccount(tx.db, principal.username, username);
      return { status: 204 };
    },
    {
      invalid: (errors) => new ProblemError(usernameFormat(), { errors }),
      after: (call) => call.services.sessions.renamed(principalOf(call).username),
    },
  ),

  changePassword: write(
    async (call, tx): Promise<Answer<never>> => {
      const spec = call.services.store.spec('User');
      const server = tx.asServer();
      const before = await server.get(spec, principalOf(call).username);
      if (!before) throw new ProblemError(notFound());
      await server.update(
        spec,
        before,
        forGood(before.doc),
        { ...before.secret, '/password': call.password?.hash ?? null },
        'changePassword',
      );
      await endSessions(tx.db, before.id);
      return { status: 204 };
    },
    {
      prepare: async (call) => {
        const { username, account: stored } = principalOf(call);
        const [passwords, login] = [passwordsOf(call.services), loginOf(call.services)];
        const plain = (text: string): string => decodePassword(username, text) ?? text;
        const { currentPassword, newPassword, newPasswordConfirm } = call.body;
        const [current, next] = [plain(currentPassword), plain(newPassword)];
        if (next !== plain(newPasswordConfirm))
          throw new ProblemError(passwordMismatch(), { errors: [{ pointer: '/newPasswordConfirm', code: 'password.mismatch' }] });
        if (current === next) throw new ProblemError(passwordSame(), { errors: [{ pointer: '/newPassword', code: 'password.same' }] });
        const weak = passwordProblem(next);
        if (weak) throw new ProblemError(passwordWeak(), { errors: [{ pointer: '/newPassword', ...weak }] });
        if (!(await login.confirmPassword(stored, currentPassword, call.bearer ?? ''))) {
          throw new ProblemError(passwordWrong(), { errors: [{ pointer: '/currentPassword', code: 'password.wrong' }] });
        }
        call.password = { plain: next, hash: await passwords.hash(next, username) };
      },
      after: (call) => call.services.sessions.endAll(principalOf(call).username),
    },
  ),
} satisfies Handlers;

/** All that the console needs after log-in: a superset of the account. */
async function userInfo(call: Call, principal: Principal): Promise<AnswerOf<'getUser'>> {
  const { contract, settings } = call.services;
  const companies = await companiesOf(call);
  const [first] = companies;
  const channels = await channelsOf(call, principal);
  const channel = channels[0]?.[0];
  const { doc } = principal.account;
  const home = companies.find((company) => company.companyId === doc.companyId) ?? first;
  return {
    ...doc,
    ...(doc.name === undefined ? {} : { contact: doc.name }),
    ...(home ? { company: home.name } : {}),
    scopes: principal.role === 'superAdmin' ? allIds(contract.tree) : [...principal.scopes],
    holdings: principal.holdings.map(({ scopes, tenants, delegated }) => ({
      scopes: principal.role === 'superAdmin' ? allIds(contract.tree) : [...scopes],
      ...(tenants === 'all' ? {} : { companies: [...tenants] }),
      delegated,
    })),
    grantable: [...givenBy(principal, call)],
    grantableTypes: [...KINDS[principal.own.kind]],
    version: settings.version,
    role: principal.role,
    extra: {
      accountType: principal.role,
      companyList: principal.role === 'superAdmin' ? companies.map((company) => company.companyId) : principal.companyList,
      channels,
      ...(doc.channelTradeId === undefined ? {} : { channelTradeId: doc.channelTradeId }),
    },
    entrusts: principal.entrusts,
    language: await languageOf(call, principal.username),
    ...(home ? { targetCompany: home } : {}),
    ...(channel !== undefined && companies.length === 0 ? { targetChannelId: channel } : {}),
    tags: [],
    companies,
  };
}

/** Companies that may be entered; those beyond the first thousand come by `view=list`. */
async function companiesOf(call: Call): Promise<TargetCompany[]> {
  const spec = call.services.store.specIf('Company');
  if (!spec) return [];
  const found = await call.handle.docs(spec, { skip: 0, limit: MOST_COMPANIES, sort: [{ path: 'createdAt', descending: false }] });
  const companies = found.map(targetCompany);
  const { role, companyList } = principalOf(call);
  return role === 'superAdmin' ? companies : companies.filter((company) => companyList.includes(company.companyId));
}

type TargetCompany = NonNullable<AnswerOf<'getUser'>['targetCompany']>;

export function targetCompany({ companyId, name, auditType }: DocOf<'Company'>): TargetCompany {
  return { companyId, name, ...(auditType === undefined ? {} : { auditType }) };
}

async function channelsOf(call: Call, principal: Principal): Promise<string[][]> {
  const { system, store } = call.services;
  const spec = store.specIf('ChannelTrade');
  if (!spec) return [];
  if (principal.role === 'superAdmin') {
    const found = await system.docs(spec, { skip: 0, limit: MOST_COMPANIES, sort: [{ path: 'name', descending: false }] });
    return found.map(({ channelTradeId, name }) => [channelTradeId, name]);
  }
  const found = await Promise.all(principal.channels.map((id) => system.get(spec, id)));
  return found.flatMap((channel) => (channel ? [[channel.id, channel.doc.name]] : []));
}

/** The language is a preference of the account, so that it follows the person to another browser. */
async function languageOf(call: Call, username: string): Promise<Language> {
  const kept = (await preferencesOf(call.services.store.engine.read, username, ['language'])).get('language');
  const value: unknown = kept === undefined ? undefined : JSON.parse(kept);
  return value === 'zh' || value === 'en' ? value : call.language;
}

function allIds(tree: readonly PermissionNode[]): string[] {
  return tree
    .flatMap((node) => [node.id, ...(node.children ? allIds(node.children) : leavesOf(node).map((leaf) => leaf.id))])
    .filter((id, index, ids) => ids.indexOf(id) === index);
}
