import { existsSync } from 'node:fs';
import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import { type FastifyInstance, type FastifyReply } from 'fastify';

const YEAR_S = 31_536_000;

/** The built console: hashed assets for ever, the run-time model and pages fresh every time. */
export async function serveConsole(app: FastifyInstance, folders: { dist: string; model: string }): Promise<void> {
  app.get('/config.json', (_request, reply) => reply.header('cache-control', 'no-cache').send({}));
  await app.register(fastifyStatic, {
    root: folders.model,
    prefix: '/model/',
    wildcard: true,
    cacheControl: false,
    etag: true,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  if (!existsSync(join(folders.dist, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: folders.dist,
    prefix: '/',
    wildcard: true,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      void reply.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
    },
  });
}

/** Paths of the console are answered by its one page; a file or a call that is not there stays not found. */
export function isPage(method: string, url: string, accept: string | undefined): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (/^\/(api|model|assets|socket\.io)(\/|$)/.test(path)) return false;
  return accept === undefined || accept.includes('text/html') || accept.includes('*/*');
}

export function sendPage(reply: FastifyReply, dist: string): FastifyReply | undefined {
  return existsSync(join(dist, 'index.html'))
    ? reply.code(200).header('cache-control', 'no-cache').sendFile('index.html', dist)
    : undefined;
}
