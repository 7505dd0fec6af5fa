import { asObject } from '#domain/json.ts';
import { randomUUID } from 'node:crypto';

import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';

import {
  databaseDamaged,
  databaseUnavailable,
  internal,
  malformed,
  mediaType,
  methodNotAllowed,
  notFound,
  payloadTooLarge,
  timeout,
  validationFailed,
} from '#generated/problems.ts';
import type { Served } from '#server/kernel/contract.ts';
import type { Handler } from '#server/kernel/handler.ts';
import { brotliOptions, sendAnswer, sendPlain, WORTH_BYTES } from '#server/kernel/http/answer.ts';
import { isPage, sendPage } from '#server/kernel/http/console.ts';
import { callRoots, headersOf, isCall } from '#server/kernel/http/headers.ts';
import { part } from '#server/kernel/part.ts';
import { BodyBudget } from '#server/kernel/http/body-budget.ts';
import { admitCaller, type Request, runCall } from '#server/kernel/pipeline.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { languageOf } from '#server/kernel/sentences.ts';
import { isDeeperThan } from '#server/kernel/validation/text.ts';
import type { Services } from '#server/kernel/services.ts';
import { isDamage, isUnavailable } from '#server/store/availability.ts';
import { QueryTimeoutError } from '#server/store/engine.ts';

const PROBLEM = 'application/problem+json; charset=utf-8';
const MB = 1024 * 1024;
const DEFAULT_BODY = MB;
/** No document of a contract comes near it. */
const DEEPEST = 100;
const QUERY_SECONDS = 10;
const RETRY_SECONDS = 5;

/** A request that has not come in by then is ended, whatever it is: the largest body over a slow line takes as long. */
const REQUEST_MS = 180_000;
const HEADERS_MS = 15_000;
const LOOK_MS = 5000;

export type AppOptions = {
  logger?: boolean;
  dist: string;
  /** Whose word is taken for the caller's address: proxies in front of this server. */
  trustedProxies?: readonly string[];
  /** Milliseconds in which a request, its head, must have come in, and how often that is looked at. */
  patience?: { request: number; headers: number; look: number };
};

/** The contract as routes. Pages and files of the console are added by `http/console.ts`. */
export function createApp(services: Services, handlers: ReadonlyMap<string, Handler>, options: AppOptions): FastifyInstance {
  const { request, headers, look } = options.patience ?? { request: REQUEST_MS, headers: HEADERS_MS, look: LOOK_MS };
  const app = Fastify({
    requestTimeout: request,
    http: { headersTimeout: headers, connectionsCheckingInterval: look },
    trustProxy: options.trustedProxies && options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    logger: options.logger ? { level: process.env.LOG_LEVEL ?? 'warn' } : false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: DEFAULT_BODY,
    routerOptions: { maxParamLength: 500 },
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    forceCloseConnections: 'idle',
    // no route has a schema of Fastify's: what would compile them is not even loaded
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  });
  // what is logged of a request names it by itself: none needs a logger of its own
  app.log.child = () => app.log;
  readBodiesAs(app);
  const roots = rootsOf(services);
  app.addHook('onRequest', (request, reply, done) => {
    // of calls whoever answers adds them
    if (!isCall(request.url, roots)) void reply.headers(headersOf(request.url, roots)).header('x-request-id', request.id);
    done();
  });
  app.setErrorHandler((error, request, reply) => sendProblem(services, error, request, reply));
  const budget = new BodyBudget();
  void app.register(async (calls) => {
    await calls.register(compress, {
      threshold: WORTH_BYTES,
      encodings: ['br', 'gzip', 'identity'],
      brotliOptions,
      // what comes in is read as it is
      globalDecompression: false,
    });
    for (const [id, served] of services.contract.operations) {
      const handler = handlers.get(id);
      if (handler) addRoute(calls, { services, budget }, served, handler);
    }
  });
  app.setNotFoundHandler((request, reply) => {
    if (isPage(request.method, request.url, request.headers.accept, roots) && sendPage(reply, options.dist)) return;
    const known = takesOther(services, request.method, request.url);
    sendProblem(services, new ProblemError(known ? methodNotAllowed({ method: request.method }) : notFound()), request, reply);
  });
  return app;
}

/** What the paths of the contract begin with. */
const rootsOf = part(({ contract }) => callRoots([...contract.operations.values()].map(({ operation }) => operation.path)));

/** Whether the path exists, with other methods. */
function takesOther(services: Services, method: string, url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return [...services.contract.operations.values()].some(
    ({ operation }) =>
      operation.method.toUpperCase() !== method &&
      new RegExp(`^${operation.path.replaceAll('.', String.raw`\.`).replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
}

function addRoute(
  app: FastifyInstance,
  { services, budget }: { services: Services; budget: BodyBudget },
  served: Served,
  handler: Handler,
): void {
  const { operation, bodyLimit } = served;
  const admitBody = async (request: FastifyRequest<Route>, reply: FastifyReply): Promise<void> => {
    const bytes = Math.min(bodyLimit, announcedBytes(request));
    if (bytes === 0) return;
    const caller = await admitCaller(services, served, handler, headOf(request));
    refusePacked(request);
    const giveBack = budget.take(caller, bytes);
    reply.raw.once('finish', giveBack).once('close', giveBack);
  };
  app.route<Route>({
    method: operation.method,
    url: operation.path.replaceAll(/\{([^}]+)\}/g, ':$1'),
    bodyLimit,
    // what comes with a read is not read at all
    ...(operation.method === 'get' ? {} : { onRequest: admitBody }),
    handler: (request, reply) => {
      const gone = operation.body && goneOf(reply);
      const answer = runCall(services, served, handler, { ...headOf(request), body: request.body, ...(gone ? { gone } : {}) });
      if (answer instanceof Promise) return answer.then((later) => sendAnswer(request, reply, later, operation.success));
      // what was hijacked is not waited for
      return sendPlain(request, reply, answer, operation.success) ? undefined : sendAnswer(request, reply, answer, operation.success);
    },
  });
}

function noCompiler(): never {
  throw new Error('Requests are validated against the contract');
}

function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort();
  });
  return gone.signal;
}

type Route = { Params: Record<string, string>; Querystring: Record<string, unknown> };

function headOf(request: FastifyRequest<Route>): Omit<Request, 'body'> {
  return {
    path: request.params,
    query: request.query,
    headers: request.headers,
    requestId: request.id,
    ip: request.ip,
    secure: request.protocol === 'https',
  };
}

/** Nobody has the server unpack what may be a thousand times as long. */
function refusePacked({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return;
  throw new ProblemError(mediaType({ type: encoding, allowed: 'application/json' }), { headers: { 'accept-encoding': 'identity' } });
}

/** How much is to come; of a body that does not say it, anything. */
function announcedBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}

/** Only JSON is read, as JSON; a body of any other kind is refused before anybody looks into it. */
function readBodiesAs(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(['application/json', 'application/merge-patch+json'], { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch (error) {
      return done(new ProblemError(malformed({ reason: error instanceof Error ? error.message : 'JSON' })), undefined);
    }
    // whoever walks through a body does so by recursion
    if (!isDeeperThan(DEEPEST, body)) return done(null, body);
    const errors = [{ pointer: '', code: 'body.tooDeep', params: { limit: DEEPEST } }];
    done(new ProblemError(validationFailed({ count: 1 }), { errors }), undefined);
  });
  app.addContentTypeParser('*', (request, _payload, done) => {
    done(new ProblemError(mediaType({ type: request.headers['content-type'] ?? '', allowed: 'application/json' })), undefined);
  });
}

function sendProblem(services: Services, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error, request);
  const language = languageOf(asObject(request.query).locale, request.headers['accept-language']);
  const body = services.sentences.problem(problem, language, request.id);
  // of what is damaged, whoever runs the server needs a sentence, not the place in ours that found it
  if (body.status >= 500) logFault(error, body.detail, request);
  return reply
    .code(body.status)
    .headers({
      ...headersOf(request.url, rootsOf(services)),
      'x-request-id': request.id,
      'cache-control': 'no-store',
      ...problem.extra.headers,
    })
    .header('content-type', PROBLEM)
    .send(JSON.stringify(body));
}

function logFault(error: unknown, detail: string, { log, id: reqId }: FastifyRequest): void {
  if (isDamage(error)) log.error({ reqId }, `${String(error)}. ${detail}`);
  else log.error({ reqId, err: error }, error instanceof Error ? error.message : String(error));
}

function problemOf(error: unknown, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof QueryTimeoutError) return new ProblemError(timeout({ seconds: QUERY_SECONDS }));
  if (isDamage(error)) return new ProblemError(databaseDamaged());
  if (isUnavailable(error))
    return new ProblemError(databaseUnavailable({ seconds: RETRY_SECONDS }), { headers: { 'retry-after': String(RETRY_SECONDS) } });
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const statusCode = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ProblemError(payloadTooLarge({ limit: sizeOf(request.routeOptions.bodyLimit) }));
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ProblemError(mediaType({ type: request.headers['content-type'] ?? '', allowed: 'application/json' }));
  // the files of the console say so of an address that leads out of their folder
  if (statusCode === 403 || statusCode === 404) return new ProblemError(notFound());
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ProblemError(malformed({ reason: error instanceof Error ? error.message : String(error) }));
  return new ProblemError(internal({ requestId: request.id }));
}

function sizeOf(bytes = DEFAULT_BODY): string {
  return bytes < MB ? `${Math.round(bytes / 1024)} kB` : `${Math.round(bytes / MB)} MB`;
}

/** The caller's request id, if it is a harmless text; else one of ours. */
function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}
