import { existsSync } from 'node:fs';
import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

import { type CallRoots, isCall } from '#server/kernel/http/headers.ts';
import { ModelFiles } from '#server/kernel/http/model-files.ts';

/** What is no page either: files, and the socket. */
const FILES: CallRoots = new Set(['/model', '/assets', '/socket.io']);
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * The built console: hashed assets and the model under the name of its version for ever, pages fresh every time. `/config.json` names
 * the version, so that a page that was here before asks for nothing it has; `more` is what it says beside.
 */
export async function serveConsole(app: FastifyInstance, folders: { dist: string; model: string }, more: object = {}): Promise<void> {
  const model = new ModelFiles(folders.model, join(folders.dist, 'model'));
  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({ modelUrl: `/model/${await model.version()}`, ...more }),
  );
  app.get<{ Params: { '*': string } }>('/model/*', async (request, reply) => {
    const [, asked, name = ''] = /^(?:([0-9a-f]{16})\/)?(.*)$/.exec(request.params['*']) ?? [];
    const sent = await model.send(name, request.headers['accept-encoding'] ?? '');
    if (!sent) return reply.callNotFound();
    // a page from before a change of the contract asks under the old name, and gets what there is now
    const kept = asked !== undefined && asked === (await model.version());
    void reply
      .header('cache-control', kept ? FOR_EVER : 'no-cache')
      .header('etag', sent.etag)
      .header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === sent.etag) return reply.code(304).send();
    if (sent.encoding) void reply.header('content-encoding', sent.encoding);
    return reply.type(sent.type).send(sent.bytes);
  });
  if (!existsSync(join(folders.dist, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: folders.dist,
    prefix: '/',
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      void reply.header('cache-control', hashed ? FOR_EVER : 'no-cache');
    },
  });
}

/** Paths of the console are answered by its one page; a file or a call that is not there stays not found. */
export function isPage(method: string, url: string, accept: string | undefined, calls: CallRoots): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (isCall(url, calls) || isCall(url, FILES)) return false;
  return accept === undefined || accept.includes('text/html') || accept.includes('*/*');
}

export function sendPage(reply: FastifyReply, dist: string): FastifyReply | undefined {
  return existsSync(join(dist, 'index.html'))
    ? reply.code(200).header('cache-control', 'no-cache').sendFile('index.html', dist)
    : undefined;
}
