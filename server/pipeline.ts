import { createHash } from 'node:crypto';

import { type Access, decide, type Decision } from '#domain/access/decide.ts';
import { defaultAccount, forbidden, idempotencyConflict, maintenance, mediaType, notFound, tenant, unauthenticated, validationFailed } from '#generated/problems.ts';
import { type Principal } from '#server/access/principal.ts';
import { noReach, reachOf } from '#server/access/reach.ts';
import { type Served } from '#server/contract.ts';
import { type Answer, type Call, type Handler, type Write } from '#server/handler.ts';
import { type Finding, ProblemError } from '#server/problem.ts';
import { BulkUndone } from '#server/bulk-undone.ts';
import { type Services } from '#server/services.ts';
import { languageOf } from '#server/sentences.ts';
import { ForeignItemError, type Transaction } from '#server/store/transaction.ts';
import { type Doc } from '#server/store/tables.ts';
import { findingsOf } from '#server/validate/findings.ts';
import { readPath, readQuery } from '#server/validate/query.ts';
import { unstorable } from '#server/validate/text.ts';

/** A request as the transport hands it over. */
export type Request = {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
  requestId: string;
  ip: string;
};

const INITIAL_ADMIN = 'admin';
/** What the default account may call before it has a name of its own. */
const openToInitialAdmin = new Set(['renameSelf', 'logout', 'changePassword', 'getUser', 'listCompanies', 'getSystemConfig']);
/** Writes that go on during maintenance: they belong to the session, not to the system. */
const openInMaintenance = new Set(['createToken', 'refreshToken', 'sendSmsCode', 'logout']);

/** One call from request to answer: session, access, validation, handler. Throws ProblemErrors. */
export async function runCall(services: Services, served: Served, handler: Handler, request: Request): Promise<Answer> {
  const call = await openCall(services, served, request);
  const open = handler.kind === 'read' && handler.openTo?.(request.query) === true;
  checkAccess(call, open ? 'session' : served.operation.access);
  if (served.operation.method !== 'get') await checkMaintenance(call);
  validate(call, request, handler);
  if (!open) checkTenant(call, await tenantsOf(call));
  return handler.kind === 'read' ? handler.run(call) : runWrite(call, handler);
}

/** The same checks inside another call's transaction, for bulk calls. */
export async function runInside(call: Call, handler: Write, tx: Transaction): Promise<Answer> {
  checkAccess(call, call.served.operation.access);
  nameOwnCompany(call);
  const findings = bodyFindings(call);
  if (findings.length > 0) throw new ProblemError(validationFailed({ count: findings.length }), { errors: findings });
  checkTenant(call, await tenantsOf(call));
  return handler.run(call, tx);
}

async function openCall(services: Services, served: Served, request: Request): Promise<Call> {
  const { headers } = request;
  const bearer = bearerOf(headers['authorization']);
  const principal = served.operation.access === 'public' || bearer === undefined ? undefined : await services.sessions.authenticate(bearer);
  return {
    served,
    services,
    path: request.path,
    query: {},
    body: request.body,
    ifMatch: headerOf(headers['if-match']),
    idempotencyKey: headerOf(headers['idempotency-key']),
    bearer,
    principal,
    handle: services.store.for({
      actor: { name: principal?.username ?? 'anonymous', requestId: request.requestId },
      reach: principal ? reachOf(principal) : () => noReach,
    }),
    language: languageOf(request.query['locale'], headerOf(headers['accept-language'])),
    requestId: request.requestId,
    ip: request.ip,
  };
}

/** Role and permission; the tenant is checked once the request is known to be well formed. */
function checkAccess({ served, principal, services }: Call, access: Access): void {
  const { id, method } = served.operation;
  const decision = decide(typeof access === 'object' ? { ...access, tenant: 'none' } : access, principal, undefined, services.contract.permissions);
  refuseDenied(decision);
  if (principal?.username === INITIAL_ADMIN && !openToInitialAdmin.has(id) && (method !== 'get' || typeof access === 'object')) throw new ProblemError(defaultAccount());
}

function checkTenant({ served, principal, services }: Call, ids: readonly string[] | undefined): void {
  const { access } = served.operation;
  if (typeof access !== 'object' || access.tenant === 'none') return;
  refuseDenied(decide(access, principal, ids, services.contract.permissions));
}

function refuseDenied(decision: Decision): void {
  if (decision.allowed) return;
  if (decision.reason === 'unauthenticated') throw new ProblemError(unauthenticated());
  throw new ProblemError(decision.reason === 'tenant' ? tenant() : forbidden());
}

/** The companies that the request names. One that names none means the caller's own: the handle reaches no others. */
async function tenantsOf(call: Call): Promise<readonly string[] | undefined> {
  const { access, pathParams, kind } = call.served.operation;
  if (typeof access !== 'object' || access.tenant === 'none' || !call.principal) return undefined;
  const { in: place, name } = access.tenant;
  const own = call.principal.tenants === 'all' ? undefined : [...call.principal.tenants];
  if (place === 'path') return texts(call.path[name]);
  if (place === 'query') return call.query[name] === undefined ? own : texts(call.query[name]);
  if (place === 'body') return bodyTenants(call, name, own);
  const spec = call.services.store.specs.get(call.served.resource?.name ?? '');
  const item = spec && (await call.handle.get(spec, call.path[pathParams.at(-1)?.name ?? ''] ?? ''));
  if (!item) throw new ProblemError(notFound());
  // what is reached may be read; to change what is everybody's, one must be everybody's
  if (item.owner === null) return kind === 'get' || call.handle.mayWrite(spec, null) ? own : undefined;
  return [item.owner];
}

function bodyTenants(call: Call, name: string, own: readonly string[] | undefined): readonly string[] | undefined {
  const given = texts(isDoc(call.body) ? call.body[name] : undefined);
  return given.length > 0 ? given : call.principal?.role === 'global' ? own : undefined;
}

/** A company user who names no company means the own one: the form does not even show it. */
function nameOwnCompany(call: Call): void {
  const { access } = call.served.operation;
  const home = call.principal?.role === 'company' ? call.principal.account.owner : null;
  if (typeof access !== 'object' || access.tenant === 'none' || access.tenant.in !== 'body' || home === null || !isDoc(call.body)) return;
  if (call.body[access.tenant.name] === undefined) call.body = { ...call.body, [access.tenant.name]: home };
}

function isDoc(value: unknown): value is Doc {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

async function checkMaintenance(call: Call): Promise<void> {
  if (call.principal?.role === 'superAdmin' || openInMaintenance.has(call.served.operation.id)) return;
  if (await call.services.state.inMaintenance()) throw new ProblemError(maintenance());
}

function validate(call: Call, request: Request, handler: Handler): void {
  const findings: Finding[] = [];
  nameOwnCompany(call);
  call.path = readPath(call.served, request.path, findings);
  call.query = readQuery(call.served, request.query, findings);
  findings.push(...bodyFindings(call, headerOf(request.headers['content-type'])));
  if (findings.length > 0 && handler.kind === 'write' && handler.invalid) throw handler.invalid(findings);
  if (findings.length > 0) throw new ProblemError(validationFailed({ count: findings.length }), { errors: findings });
}

function bodyFindings(call: Call, contentType?: string): Finding[] {
  const { operation, validate: check } = call.served;
  if (!operation.body) {
    if (call.body !== undefined && call.body !== null) return [{ pointer: '', code: 'schema.additionalProperties', params: { property: 'body' } }];
    return [];
  }
  if (call.body === undefined) {
    if (contentType !== undefined && !contentType.startsWith(operation.body.mediaType)) throw new ProblemError(mediaType({ type: contentType, allowed: operation.body.mediaType }));
    return operation.body.required ? [{ pointer: '', code: 'schema.required', params: { property: 'body' } }] : [];
  }
  const bad = unstorable(call.body).map((pointer): Finding => ({ pointer, code: 'text.unstorable' }));
  if (bad.length > 0 || !check || check(call.body)) return bad;
  return findingsOf(check.errors ?? [], call.body);
}

async function runWrite(call: Call, handler: Write): Promise<Answer> {
  const { success, idempotencyKey } = call.served.operation;
  const key = idempotencyKey ? call.idempotencyKey : undefined;
  const dryRun = call.query['dryRun'] === true;
  await handler.prepare?.(call);
  const answer = await call.handle
    .write(
      async (tx) => {
        const earlier = key === undefined ? undefined : await earlierAnswer(call, key, tx);
        if (earlier) return earlier;
        const made = await handler.run(call, tx);
        if (key !== undefined && !dryRun) await keepAnswer(call, key, { status: success, ...made }, tx);
        return made;
      },
      { dryRun },
    )
    .catch((error: unknown) => {
      if (error instanceof BulkUndone) return error.answer;
      if (error instanceof ForeignItemError) throw new ProblemError(tenant());
      throw error;
    });
  if (!dryRun) await handler.after?.(call, answer);
  return answer;
}

async function earlierAnswer(call: Call, key: string, tx: Transaction): Promise<Answer | undefined> {
  const row = await tx.db.selectFrom('idempotency').selectAll().where('username', '=', call.handle.actor.name).where('key', '=', key).executeTakeFirst();
  if (!row) return undefined;
  if (row.operation !== operationKey(call) || row.body !== digest(call.body)) throw new ProblemError(idempotencyConflict());
  return { status: row.status, text: row.answer, ...(row.etag === null ? {} : { etag: row.etag }), headers: { 'idempotent-replay': 'true' } };
}

async function keepAnswer(call: Call, key: string, answer: Answer, tx: Transaction): Promise<void> {
  await tx.db
    .insertInto('idempotency')
    .values({
      username: call.handle.actor.name,
      key,
      operation: operationKey(call),
      body: digest(call.body),
      status: answer.status ?? 200,
      etag: answer.etag ?? null,
      answer: answer.text ?? JSON.stringify(answer.body ?? null),
      at: call.services.clock.now(),
    })
    .execute();
}

function operationKey(call: Call): string {
  return `${call.served.operation.id} ${JSON.stringify(call.path)}`;
}

function digest(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body) ?? '').digest('base64url');
}

export function bearerOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && header.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined;
}

function headerOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function texts(value: unknown): string[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter((each): each is string => typeof each === 'string' && each !== '');
}

/** Who is asking, for handlers that only sessions reach. */
export function principalOf(call: Call): Principal {
  if (!call.principal) throw new ProblemError(unauthenticated());
  return call.principal;
}
