import { isObject, isText } from '#domain/json.ts';
import { type Access, decide, decideAnywhere, type Decision } from '#domain/access/decide.ts';
import type { Operation } from '#domain/model.ts';
import {
  defaultAccount,
  deleteForbidden,
  forbidden,
  maintenance,
  notFound,
  passwordChangeRequired,
  type Problem,
  sessionDisabled,
  tenant,
  unauthenticated,
} from '#generated/problems.ts';

import { readingHandle } from '#server/kernel/access/caller.ts';
import { INITIAL_ADMIN, mustChangePassword } from '#server/kernel/access/one-time-password.ts';
import { type Principal, principalFor } from '#server/kernel/access/principal.ts';
import type { Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';

/** Role and permission in any company; which one it is about is asked once the request is known to be well formed. */
export function checkAccess(
  { served, principal, services, path }: Pick<Call, 'served' | 'principal' | 'services' | 'path'>,
  access: Access = served.operation.access,
): void {
  const { during, kind } = served.operation;
  refuseDenied(decideAnywhere(access, principal, services.contract.permissions), kind);
  const first = principal && whatComesFirst(principal);
  if (first && !(access === 'session' && during?.includes('setup') && isAboutSelf(principal, path))) throw new ProblemError(first);
}

/** What comes before is about the account itself: nothing that was stored by or about anybody else. */
function isAboutSelf({ username }: Principal, path: Call['path']): boolean {
  return (path.username ?? username) === username;
}

/** Whether an account is good for anything yet. */
export function isReady(principal: Principal): boolean {
  return whatComesFirst(principal) === undefined;
}

/** What a person owes before the account is good for anything. */
function whatComesFirst({ username, account }: Principal): Problem | undefined {
  if (username === INITIAL_ADMIN) return defaultAccount();
  return mustChangePassword(account.doc) ? passwordChangeRequired() : undefined;
}

/**
 * Whether the companies that the request names are the caller's, and its permission holds in them. There is something to be
 * waited for only where an item says which company it is.
 */
export function checkTenant(call: Call): Promise<void> | undefined {
  const { access } = call.served.operation;
  if (access === 'session') checkPath(call);
  if (typeof access !== 'object') return undefined;
  if (access.tenant !== 'none' && access.tenant.in === 'item')
    return tenantsOfItem(call).then((tenants) => checkDecision(call, access, tenants));
  checkDecision(call, access, tenantsOf(call));
  return undefined;
}

function checkDecision({ served, principal, services }: Call, access: Access, tenants: readonly string[] | undefined): void {
  refuseDenied(decide(access, principal, tenants, services.contract.permissions), served.operation.kind);
}

/** What every session may ask about a company, it may ask about its own ones. */
function checkPath({ principal, path, services }: Call): void {
  if (!principal || principal.tenants === 'all') return;
  for (const name of Object.keys(services.contract.model.context)) {
    const id = path[name];
    if (id !== undefined && !principal.tenants.has(id)) throw new ProblemError(tenant());
  }
}

/** Every write of a non-super user is refused while the system is under maintenance (decision 11). */
export async function checkMaintenance(call: Call): Promise<void> {
  const { during, access } = call.served.operation;
  const reads = typeof access === 'object' && access.level === 'read';
  if (reads || call.principal?.role === 'superAdmin' || during?.includes('maintenance')) return;
  if (await call.services.state.inMaintenance()) throw new ProblemError(maintenance());
}

/** A company user who names no company means the own one: the form does not even show it. */
export function nameOwnCompany(call: Call): void {
  const { access } = call.served.operation;
  const home = call.principal?.role === 'company' ? call.principal.account.owner : null;
  if (typeof access !== 'object' || access.tenant === 'none' || access.tenant.in !== 'body' || home === null || !isObject(call.body))
    return;
  if (call.body[access.tenant.name] === undefined) call.body = { ...call.body, [access.tenant.name]: home };
}

/** What is said to whom no session belongs any more. */
export async function sessionOver({ sessions }: Call['services'], token: string): Promise<ProblemError> {
  return new ProblemError((await sessions.whyEnded(token)) === 'disabled' ? sessionDisabled() : unauthenticated());
}

/** Who is asking, for handlers that only sessions reach. */
export function principalOf({ principal }: Pick<Call, 'principal'>): Principal {
  if (!principal) throw new ProblemError(unauthenticated());
  return principal;
}

/** The caller as far as this call is allowed to it: its companies and regions are those in which the permission holds. */
export function callerOf(call: Pick<Call, 'principal' | 'served' | 'services'>): Principal {
  return principalFor(principalOf(call), call.served.operation.access, call.services.contract.permissions);
}

/** A request that names no company means the caller's own: the handle reaches no others. */
function tenantsOf(call: Call): readonly string[] | undefined {
  const { access } = call.served.operation;
  if (typeof access !== 'object' || access.tenant === 'none' || !call.principal) return undefined;
  const { in: place, name } = access.tenant;
  if (place === 'path') return texts(call.path[name]);
  if (place === 'query' && call.query[name] !== undefined) return texts(call.query[name]);
  return place === 'body' ? bodyTenants(call, name, ownTenants(call)) : ownTenants(call);
}

function ownTenants(call: Call): readonly string[] | undefined {
  const { tenants } = callerOf(call);
  return tenants === 'all' ? undefined : [...tenants];
}

/** The company of the item that the request is about. */
async function tenantsOfItem(call: Call): Promise<readonly string[] | undefined> {
  if (!call.principal) return undefined;
  const { pathParams, kind } = call.served.operation;
  const spec = call.services.store.specNamed(call.served.about ?? '');
  // what is seen and may not be changed is refused as such
  const item = spec && (await readingHandle(call, spec).reached(spec, call.path[pathParams.at(-1)?.name ?? ''] ?? ''));
  if (!item) throw new ProblemError(notFound());
  // what is reached may be read; to change what is everybody's, one must be everybody's
  if (item.owner === null) return kind === 'get' || call.handle.mayWrite(spec, null) ? ownTenants(call) : undefined;
  return [item.owner];
}

function bodyTenants(call: Call, name: string, own: readonly string[] | undefined): readonly string[] | undefined {
  const given = texts(isObject(call.body) ? call.body[name] : undefined);
  if (given.length > 0) return given;
  return call.principal?.role === 'global' ? own : undefined;
}

function refuseDenied(decision: Decision, kind: Operation['kind']): void {
  if (decision.allowed) return;
  if (decision.reason === 'unauthenticated') throw new ProblemError(unauthenticated());
  if (decision.reason === 'tenant') throw new ProblemError(tenant());
  throw new ProblemError(kind === 'delete' ? deleteForbidden() : forbidden());
}

function texts(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter(isText).filter((each) => each !== '');
}
