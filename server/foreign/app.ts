import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { join, resolve } from 'node:path';

import replyFrom from '@fastify/reply-from';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';

import { asObject, asText, type JsonObject } from '#domain/json.ts';
import { loadContract } from '#server/kernel/contract.ts';
import { closeHttp } from '#server/kernel/http/close.ts';
import { isPage, sendPage, serveConsole } from '#server/kernel/http/console.ts';
import { callRoots, headersOf } from '#server/kernel/http/headers.ts';
import { StartError } from '#server/store/start-error.ts';
import { isSigned } from './credentials.ts';
import { type Security, securityOf, titleOf } from './document.ts';
import { Mock } from './mock.ts';
import { ownServer, ownServers, type OwnServers } from './own-servers.ts';
import { prepare, type Prepared } from './prepare.ts';
import { CHOICE, chosenServer, isChoice, type ServerEntry, serversOf } from './servers.ts';
import { MockStore } from './store.ts';
import { tokenFrom } from './token.ts';

const root = resolve(import.meta.dirname, '../..');
/** Everything of the backend stands below it: its paths may be called as pages of the console are. */
const BACKEND = '/backend';
/** A page may send no cookie of its own making, and a key has no business in its addresses: what stands here goes on as one. */
const COOKIE = 'x-send-cookie';
const QUERY = 'x-send-query';
/** In place of an address: one of those that the document names, as whoever logs in chooses. */
export const OF_DOCUMENT = 'servers';
const BODY_BYTES = 16 * 1024 * 1024;

export type ForeignOptions = {
  /** A file, or an address. */
  contract: string;
  /** OpenAPI Overlays that refine it, in their order. */
  overlays?: string[];
  dataDir: string;
  /** The backend of that contract, or `servers` for those that it names; without one answers are made of the contract itself. */
  apiUrl: string | undefined;
};

/** The console of a contract that is not ours: its title, its log-in, its calls. */
export async function serveForeign({ contract: source, overlays, dataDir, apiUrl }: ForeignOptions): Promise<{
  app: FastifyInstance;
  prepared: Prepared;
  title: string;
  security: Security;
  stop: () => Promise<void>;
}> {
  const prepared = await prepare(source, dataDir, overlays);
  const contract = loadContract(prepared.folder);
  const document: JsonObject = asObject(contract.document);
  const security = securityOf(document);
  const title = titleOf(document);
  const app = Fastify({
    logger: { level: process.env.LOG_LEVEL ?? 'warn' },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES,
  });
  const roots = callRoots([BACKEND]);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headersOf(request.url, roots));
    done();
  });
  const { base } = contract.model;
  const own = ownServers(document);
  const servers = apiUrl === OF_DOCUMENT ? serversOf(document, source) : [];
  if (apiUrl === OF_DOCUMENT && servers.length === 0)
    throw new StartError(`API_URL=servers: ${source} names no server with an address. Set API_URL to that of its backend.`);
  if (apiUrl === OF_DOCUMENT) await passToChosen(app, servers, { base, own });
  else if (apiUrl === undefined)
    await app.register((scope) =>
      mock(scope, new Mock(contract, new MockStore(join(dataDir, `mock-${prepared.key}.json`))), { base, security }),
    );
  else await passOn(app, apiUrl, { base, own });
  app.post('/foreign/token', async (request, reply) => {
    const backend = apiUrl === OF_DOCUMENT ? chosenServer(servers, asText(request.headers[CHOICE]))?.href : apiUrl;
    const isNowhere = apiUrl !== undefined && backend === undefined;
    const token = isNowhere ? undefined : await tokenOf(security, asObject(request.body), backend);
    return token === undefined ? reply.code(401).send({ title: 'The client is not known' }) : { token };
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  const dist = join(root, 'dist');
  const foreign = {
    title,
    version: contract.model.version,
    open: security.open,
    ways: security.ways,
    ...(isChoice(servers) ? { servers } : {}),
  };
  await serveConsole(app, { dist, model: contract.folder }, { apiUrl: BACKEND, foreign });
  app.setNotFoundHandler((request, reply) => {
    if (isPage(request.method, request.url, request.headers.accept, roots) && sendPage(reply, dist)) return;
    void reply.code(404).send();
  });
  return { app, prepared, title, security, stop: () => closeHttp(app) };
}

async function mock(app: FastifyInstance, answers: Mock, { base, security }: { base: string; security: Security }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, parsed(String(text))));
  app.all<{ Querystring: Record<string, string | string[] | undefined> }>(`${BACKEND}/*`, (request, reply) => {
    const path = (request.url.split('?', 1)[0] ?? '').slice(BACKEND.length);
    const headers = { ...request.headers, cookie: cookieOf(request.headers) ?? request.headers.cookie };
    const signed = isSigned(security, { headers, query: { ...request.query, ...Object.fromEntries(kept(request.headers, QUERY)) } });
    const inside = base !== '' && path.startsWith(base) ? path.slice(base.length) : path;
    const {
      status,
      body,
      mediaType,
      headers: more,
    } = answers.answer({ method: request.method, path: inside, query: request.query, headers, body: request.body }, signed);
    void reply.headers(more ?? {});
    if (body === undefined) return reply.code(status).send();
    return reply
      .code(status)
      .type(mediaType ?? 'application/json')
      .send(JSON.stringify(body));
  });
}

type Upstream = { server: URL; path: string };

/** An address with a path stands for the contract's base; one without is what the base is below. */
async function passOn(app: FastifyInstance, apiUrl: string, { base, own }: Passing): Promise<void> {
  if (!URL.canParse(apiUrl)) throw new StartError(`API_URL=${apiUrl} is no address.`);
  const backend = new URL(apiUrl);
  const { pathname } = backend;
  await pass(app, ({ method }, asked) => {
    const [inside, isBelow] = below(base, asked);
    const elsewhere = own(method, pathOf(inside));
    // whoever names the backend means it for every host that the document names; where the call stands there is the document's to say
    if (elsewhere) return { server: backend, path: pathIn(ownServer(elsewhere, backend)) + inside };
    if (pathname === '/') return { server: backend, path: asked };
    return isBelow ? { server: backend, path: pathname.replace(/\/+$/, '') + inside } : undefined;
  });
}

/** The base of the contract is that of its first server: each server has its own. */
async function passToChosen(app: FastifyInstance, servers: readonly ServerEntry[], { base, own }: Passing): Promise<void> {
  await pass(app, ({ method, headers }, asked) => {
    const choice = asText(headers[CHOICE]);
    const chosen = chosenServer(servers, choice);
    const [inside] = below(base, asked);
    const elsewhere = chosen && own(method, pathOf(inside));
    const server = elsewhere ? ownServer(elsewhere, chosen, choice) : chosen;
    return server && { server, path: pathIn(server) + inside };
  });
}

type Passing = { base: string; own: OwnServers };

function below(base: string, asked: string): [inside: string, isBelow: boolean] {
  return asked.startsWith(base) ? [asked.slice(base.length), true] : [asked, false];
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? '';
}

function pathIn(server: URL | undefined): string {
  return server?.pathname.replace(/\/+$/, '') ?? '';
}

/** `upstream`: where a call goes that was asked for below `/backend`; undefined where there is no such place. */
async function pass(app: FastifyInstance, upstream: (request: FastifyRequest, asked: string) => Upstream | undefined): Promise<void> {
  await app.register(async (scope) => {
    // its own lines would hold the query, and so a key
    await scope.register(replyFrom, { disableRequestLogging: true });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.all(`${BACKEND}/*`, (request, reply) => {
      const found = upstream(request, request.url.slice(BACKEND.length));
      if (!found) return reply.code(400).type('application/problem+json').send({ title: 'There is no such server.', status: 400 });
      return reply.from(withQuery(found.path, kept(request.headers, QUERY)), {
        getUpstream: () => found.server.origin,
        rewriteRequestHeaders: (asking, { [CHOICE]: _choice, [COOKIE]: _cookie, [QUERY]: _query, ...headers }) => ({
          ...headers,
          origin: undefined,
          cookie: cookieOf(asking.headers),
        }),
      });
    });
  });
}

/** What the page keeps out of its addresses: names and values. */
function kept(headers: IncomingHttpHeaders, name: typeof COOKIE | typeof QUERY): URLSearchParams {
  return new URLSearchParams([headers[name]].flat()[0] ?? '');
}

/** Values as RFC 6265 lets them be: what a cookie cannot hold is escaped, as browsers' own pages do. */
function cookieOf(headers: IncomingHttpHeaders): string | undefined {
  const cookies = [...kept(headers, COOKIE)].map(
    ([name, value]) => `${name}=${value.replaceAll(/[^!#-+\--:<-[\]-~]/gu, encodeURIComponent)}`,
  );
  return cookies.length === 0 ? undefined : cookies.join('; ');
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
}

/** A token for a client, asked for here because a page may call nobody else; a contract without a backend takes any. */
async function tokenOf(security: Security, said: JsonObject, apiUrl: string | undefined): Promise<string | undefined> {
  const [name, id, secret] = [asText(said['name']), asText(said['id']), asText(said['secret'])];
  const scheme = security.ways.flat().find((each) => each.kind === 'client' && each.name === name);
  if (scheme?.kind !== 'client' || !id || !secret) return undefined;
  return apiUrl === undefined ? randomBytes(16).toString('base64url') : tokenFrom(apiUrl, scheme, { id, secret });
}

/** A body that is no JSON is what it says: the contract may want text, or a form. */
function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
