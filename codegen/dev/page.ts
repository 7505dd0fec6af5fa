import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join, normalize, relative } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { BuildError } from '../build-error.ts';
import { parseJson } from '../read/files.ts';
import type { Backend } from './backend.ts';
import { mistakeOf, type Mistake } from './mistake.ts';

const types: Record<string, string> = { json: 'application/json', js: 'text/javascript' };
/** A module of ours in the page; Vite draws what is wrong, and takes it away only with a change of a module. */
const LIVE = '/@contract-live';
const live = `import.meta.hot.on('contract:right', () => document.querySelectorAll('vite-error-overlay').forEach((each) => each.close()));`;

/** What the page is told of, and what it gets while it is being made. */
export class Page {
  readonly #root: string;
  readonly #backend: Backend;
  /** By what it is about: one is mended while another is still there. */
  readonly #wrong = new Map<string, Mistake>();
  #server: ViteDevServer | undefined;

  constructor(root: string, backend: Backend) {
    this.#root = root;
    this.#backend = backend;
  }

  plugin(): Plugin {
    return {
      name: 'contract',
      configureServer: (server) => {
        this.#server = server;
        server.ws.on('connection', () => this.#showWrong());
        this.#serveModel(server);
        this.#holdCalls(server);
      },
      resolveId: (id) => (id === LIVE ? id : undefined),
      load: (id) => (id === LIVE ? live : undefined),
      // Vite ends the process by itself once it is closed: not before the server is
      closeBundle: () => this.#backend.stop(),
      transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: LIVE }, injectTo: 'head' }],
      // the page takes these up by itself, and keeps what is being written in it
      hotUpdate: ({ file }) => (this.#isOurs(relative(this.#root, file)) ? [] : undefined),
    };
  }

  /** What is generated was written: the page asks for what it shows. */
  modelChanged(): void {
    this.#send('model:changed');
  }

  /** Sentences of one language, as they stand in a file now. */
  messagesChanged(file: string): void {
    const [, language = '', namespace = ''] = /^locales\/(\w+)\/([\w-]+)\.json$/.exec(file) ?? [];
    try {
      const messages = parseJson(readFileSync(join(this.#root, file), 'utf8'), file);
      this.#send('messages:changed', { language, namespace, messages });
      this.right(file);
    } catch (error) {
      this.wrong(file, error);
    }
  }

  wrong(about: string, error: unknown): void {
    const mistake = mistakeOf(this.#root, error);
    this.#server?.config.logger.error(
      `\n${mistake.message}${error instanceof BuildError || !(error instanceof Error) ? '' : `\n${error.stack ?? ''}`}\n`,
    );
    this.#wrong.set(about, mistake);
    this.#showWrong();
  }

  right(about: string): void {
    if (!this.#wrong.delete(about)) return;
    this.#server?.config.logger.info('mended');
    this.#send('contract:right');
    this.#showWrong();
  }

  #showWrong(): void {
    for (const err of this.#wrong.values()) this.#server?.ws.send({ type: 'error', err });
  }

  #send(event: string, data: unknown = {}): void {
    this.#server?.ws.send({ type: 'custom', event, data });
  }

  #isOurs(path: string): boolean {
    return /^(generated|openapi|schemas)\/|^locales\/.*\.json$/.test(path);
  }

  /** /model/* straight from generated/, ahead of the proxy: what was just written is what the page gets. */
  #serveModel({ middlewares }: ViteDevServer): void {
    const folder = join(this.#root, 'generated/model');
    middlewares.use('/model', (request, response, next) => {
      const path = normalize(join(folder, (request.url ?? '/').split('?')[0] ?? ''));
      if (!path.startsWith(folder) || !existsSync(path) || !statSync(path).isFile()) return next();
      response.setHeader('content-type', types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
      response.setHeader('cache-control', 'no-cache');
      createReadStream(path).pipe(response);
    });
  }

  /** A call that comes while the reference server starts anew waits for it. */
  #holdCalls({ middlewares }: ViteDevServer): void {
    middlewares.use('/api', (_request, response, next) => {
      void this.#orNone(response, next);
    });
  }

  /** Goes on once there is a server; says so where there is none and none is coming. */
  async #orNone(response: ServerResponse, goOn: () => void): Promise<void> {
    if (await this.#backend.isUp()) return goOn();
    response.statusCode = 503;
    response.setHeader('content-type', 'application/problem+json');
    response.end(JSON.stringify({ status: 503, title: 'The reference server did not start. The terminal says why.' }));
  }
}
