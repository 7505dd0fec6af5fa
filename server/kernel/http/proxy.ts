import { join, resolve } from 'node:path';

import httpProxy from '@fastify/http-proxy';
import Fastify, { type FastifyInstance, LogController } from 'fastify';

import { asObject } from '#domain/json.ts';
import { readJson } from '#server/kernel/contract.ts';
import { closeHttp } from '#server/kernel/http/close.ts';
import { isPage, sendPage, serveConsole } from '#server/kernel/http/console.ts';
import { callRoots, headersOf } from '#server/kernel/http/headers.ts';
import { isOwnOrigin } from '#server/kernel/http/origin.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The console before another backend of the same contract: pages from here, calls and sockets passed on. */
export async function proxy(upstream: string): Promise<{ app: FastifyInstance; stop: () => Promise<void> }> {
  const app = Fastify({
    logger: { level: process.env.LOG_LEVEL ?? 'warn' },
    logController: new LogController({ disableRequestLogging: true }),
  });
  const dist = join(root, 'dist');
  const contract = asObject(readJson(join(root, 'generated/openapi.json')));
  const roots = callRoots(Object.keys(asObject(contract.paths)));
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headersOf(request.url, roots));
    done();
  });
  for (const prefix of roots) await app.register(httpProxy, { upstream, prefix, rewritePrefix: prefix, websocket: false });
  await app.register(httpProxy, {
    upstream,
    prefix: '/socket.io',
    rewritePrefix: '/socket.io',
    websocket: true,
    preValidation: (request, reply, done) => {
      if (isOwnOrigin(request.headers)) done();
      else void reply.code(403).send();
    },
    // it was looked at here, where the page comes from; the backend has another name
    replyOptions: { rewriteRequestHeaders: (_request, headers) => ({ ...headers, origin: undefined }) },
  });
  await serveConsole(app, { dist, model: join(root, 'generated/model') });
  app.setNotFoundHandler((request, reply) => {
    if (isPage(request.method, request.url, request.headers.accept, roots) && sendPage(reply, dist)) return;
    void reply.code(404).send();
  });
  return { app, stop: () => closeHttp(app) };
}
