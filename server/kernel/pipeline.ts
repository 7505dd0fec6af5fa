import { consul, notFound, outOfReach, tenant, validationFailed } from '#generated/problems.ts';
import { handleFor } from '#server/kernel/access/caller.ts';
import { checkAccess, checkMaintenance, checkTenant, nameOwnCompany, sessionOver } from '#server/kernel/access/check.ts';
import { networkOf } from '#server/kernel/access/attempt-origin.ts';
import type { Principal } from '#server/kernel/access/principal.ts';
import { BulkUndone } from '#server/kernel/bulk-undone.ts';
import type { Served } from '#server/kernel/contract.ts';
import type { Answer, Call, Handler, Write } from '#server/kernel/handler.ts';
import { earlierAnswer, keepAnswer, repeatableOf } from '#server/kernel/idempotency.ts';
import type { Answered, WatchedCall } from '#server/kernel/live-port.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import { mismatch } from '#server/kernel/resource/mismatch.ts';
import { UnfitError } from '#server/store/fits/left-out.ts';
import { languageOf } from '#server/kernel/sentences.ts';
import type { Services } from '#server/kernel/services.ts';
import { ForeignItemError, OutOfReachError, type Transaction } from '#server/store/items/transaction.ts';
import { readPath, readQuery } from '#server/kernel/validation/query.ts';
import { bodyFindings, headerFindings } from '#server/kernel/validation/request.ts';

/** A request as the transport hands it over. */
export type Request = {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
  requestId: string;
  ip: string;
  secure: boolean;
  gone?: AbortSignal;
};

/**
 * Refuses who may not call at all, by what stands before the body; not a byte of it is read for somebody without a session.
 * Answers in whose name the body may come.
 */
export async function admitCaller(services: Services, served: Served, handler: Handler, head: Omit<Request, 'body'>): Promise<string> {
  const principal = await callerOf(services, served, head.headers);
  checkAccess({ services, served, principal, path: head.path }, isOpen(served, head.query) ? 'session' : undefined);
  return principal ? `account ${principal.username}` : networkOf(head.ip);
}

/**
 * One call from request to answer: session, access, validation, tenant, handler. Throws ProblemErrors. A read by somebody who was
 * here a moment ago is answered at once where the store does that; everything else is waited for.
 */
export function runCall(services: Services, served: Served, handler: Handler, request: Request): Answer | Promise<Answer> {
  // again: the session may have ended while the body came in
  const caller = callerOf(services, served, request.headers);
  if (caller instanceof Promise) return caller.then((principal) => runFor(principal, services, served, handler, request));
  return runFor(caller, services, served, handler, request);
}

function runFor(
  principal: Principal | undefined,
  services: Services,
  served: Served,
  handler: Handler,
  request: Request,
): Answer | Promise<Answer> {
  const call = openCall(services, served, request, principal);
  const open = isOpen(served, request.query);
  checkAccess(call, open ? 'session' : undefined);
  if (open) call.handle = handleFor(call, 'session');
  if (served.operation.method !== 'get') return checkMaintenance(call).then(() => runAdmittedCall(call, handler, request, open));
  return runAdmittedCall(call, handler, request, open);
}

function runAdmittedCall(call: Call, handler: Handler, request: Request, open: boolean): Answer | Promise<Answer> {
  const { served } = call;
  const findings: Finding[] = [];
  call.query = readQuery(served, request.query, findings);
  const wrong = checkForm(call, handler, findings, { contentType: headerOf(request.headers['content-type']), trial: isTrial(call) });
  if (handler.kind === 'write' && wrong.length > 0) return call.handle.write((tx) => refuseAll(call, handler, tx, wrong), { dryRun: true });
  const asked = open ? undefined : checkTenant(call);
  if (asked) return asked.then(() => runHandler(call, handler, request));
  const now = handler.kind === 'read' && !isProvoked(call, request) ? handler.now?.(call) : undefined;
  return now ?? runHandler(call, handler, request);
}

async function runHandler(call: Call, handler: Handler, request: Request): Promise<Answer> {
  if (isProvoked(call, request)) throw new ProblemError(consul());
  return withLeftOut(call, await refusingUnfit(call, () => (handler.kind === 'read' ? handler.run(call) : runWrite(call, handler))));
}

function isProvoked({ services }: Call, { headers }: Request): boolean {
  return services.settings.provoke && headerOf(headers['x-provoke']) === 'consul';
}

/** An item that does not fit the contract is refused, whoever came upon it, with its reasons. */
async function refusingUnfit(call: Call, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnfitError) throw mismatch(error.spec, call, error.stored, error.findings);
    throw error;
  }
}

/** How many stored items are not in an answer because they do not fit the contract is said beside it. */
function withLeftOut({ handle }: Call, answer: Answer): Answer {
  const text = handle.leftOut?.text();
  return text === undefined ? answer : { ...answer, headers: { ...answer.headers, 'x-left-out': text } };
}

/** What a read of the contract answers now to who holds a token, with all the checks of a request. */
export async function answerOf(
  services: Services,
  handlers: ReadonlyMap<string, Handler>,
  { operation, path, query, token }: WatchedCall,
): Promise<Answered> {
  const [served, handler] = [services.contract.operations.get(operation), handlers.get(operation)];
  if (!served || handler?.kind !== 'read') throw new ProblemError(notFound());
  const headers = { authorization: `Bearer ${token}` };
  const { body, headers: said } = await runCall(services, served, handler, {
    path,
    query,
    body: undefined,
    headers,
    requestId: 'live',
    ip: '',
    secure: true,
  });
  const leftOut = said?.['x-left-out'];
  return { body, ...(leftOut === undefined ? {} : { leftOut }) };
}

/**
 * The same for one item of a bulk call, as far as it can be done before the transaction. On trial a body that the schema
 * refuses goes on, so that all that is wrong with it is told; the answer is what the schema says.
 */
export async function admit(call: Call, handler: Write, trial: boolean): Promise<Finding[]> {
  checkAccess(call);
  const wrong = checkForm(call, handler, [], { trial });
  if (wrong.length === 0) await handler.prepare?.(call);
  return wrong;
}

/** The rest of it, inside the bulk call's transaction. */
export async function runAdmitted(call: Call, handler: Write, tx: Transaction, wrong: readonly Finding[]): Promise<Answer> {
  if (wrong.length > 0) return refuseAll(call, handler, tx, wrong);
  await checkTenant(call);
  return handler.run(call, tx);
}

/** A list as it is asked for inside another call, with the checks of a call of its own. */
export async function admitRead(call: Call, handler: Handler, query: Record<string, unknown>): Promise<void> {
  checkAccess(call);
  const findings: Finding[] = [];
  call.query = readQuery(call.served, query, findings);
  checkForm(call, handler, findings);
  await checkTenant(call);
}

function openCall(services: Services, served: Served, request: Request, principal: Principal | undefined): Call {
  const { headers } = request;
  return {
    served,
    services,
    path: request.path,
    query: {},
    body: request.body,
    ifMatch: headerOf(headers['if-match']),
    idempotencyKey: headerOf(headers['idempotency-key']),
    bearer: bearerOf(headers.authorization),
    principal,
    handle: handleFor({ services, principal, requestId: request.requestId }, served.operation.access),
    language: languageOf(request.query.locale, headerOf(headers['accept-language'])),
    requestId: request.requestId,
    ip: request.ip,
    cookie: headerOf(headers.cookie),
    secure: request.secure,
    gone: request.gone,
    userAgent: headerOf(headers['user-agent']) ?? '',
  };
}

type Form = { contentType?: string | undefined; trial?: boolean };

/** Refuses a request against its form. On trial a body that can be looked at further is let through with what is wrong in it. */
function checkForm(call: Call, handler: Handler, findings: Finding[], { contentType, trial = false }: Form = {}): Finding[] {
  nameOwnCompany(call);
  readPath(call.served, call.path, findings);
  findings.push(...headerFindings(call));
  const wrong = bodyFindings(call, contentType);
  const all = [...findings, ...wrong];
  if (all.length === 0) return [];
  const goesOn = trial && handler.kind === 'write' && handler.further !== undefined;
  if (goesOn && findings.length === 0 && wrong.every(({ pointer }) => pointer !== '')) return wrong;
  throw invalid(handler, all);
}

function invalid(handler: Handler, errors: Finding[]): ProblemError {
  if (handler.kind === 'write' && handler.invalid) return handler.invalid(errors);
  return new ProblemError(validationFailed({ count: errors.length }), { errors });
}

/** Tells what is wrong with a body by its schema together with all else that can be found of it. */
async function refuseAll(call: Call, handler: Write, tx: Transaction, wrong: readonly Finding[]): Promise<never> {
  let more: Finding[] = [];
  try {
    // what is no business of the caller's is not looked up for him
    await checkTenant(call);
    more =
      (await handler.further?.(
        call,
        tx,
        wrong.map(({ pointer }) => pointer),
      )) ?? [];
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
  throw invalid(handler, [...wrong, ...more]);
}

function isTrial(call: Call): boolean {
  return call.query.dryRun === true;
}

async function runWrite(call: Call, handler: Write): Promise<Answer> {
  const dryRun = isTrial(call);
  const same = repeatableOf(call);
  await handler.prepare?.(call);
  const answer = await call.handle
    .write((tx) => writeOnce(call, handler, tx, dryRun ? undefined : same), { dryRun })
    .catch((error: unknown) => {
      if (error instanceof BulkUndone) return error.answer;
      if (error instanceof ForeignItemError) throw new ProblemError(tenant());
      if (error instanceof OutOfReachError) throw new ProblemError(outOfReach());
      throw error;
    });
  if (!dryRun) await handler.after?.(call, answer);
  return answer;
}

async function writeOnce(call: Call, handler: Write, tx: Transaction, same: ReturnType<typeof repeatableOf>): Promise<Answer> {
  const earlier = same && (await earlierAnswer(call, same, tx));
  if (earlier) return earlier;
  const made = await handler.run(call, tx);
  if (same) await keepAnswer(call, same, made, tx);
  return made;
}

/** At once who was here a moment ago. */
function callerOf(services: Services, served: Served, headers: Request['headers']): Principal | undefined | Promise<Principal> {
  const bearer = bearerOf(headers.authorization);
  if (served.operation.access === 'public' || bearer === undefined) return undefined;
  return services.sessions.remembered(bearer) ?? authenticated(services, bearer);
}

async function authenticated(services: Services, bearer: string): Promise<Principal> {
  const principal = await services.sessions.authenticate(bearer);
  if (!principal) throw await sessionOver(services, bearer);
  return principal;
}

/** Whether every session may ask this (`x-access.openWith`): the answer holds no more then than everybody may know. */
function isOpen({ operation }: Served, query: Record<string, unknown>): boolean {
  return operation.openWith?.some((name) => query[name] !== undefined) === true;
}

function bearerOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && header.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined;
}

function headerOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
