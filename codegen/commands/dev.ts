import { spawn, type ChildProcess } from 'node:child_process';
import { createReadStream, existsSync, statSync, watch } from 'node:fs';
import { join, normalize, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { BuildError, describeFinding } from '../build-error.ts';
import { writeChanged, writeOutput, type Output } from '../emit/output.ts';
import { generate } from '../generate.ts';

/**
 * npm run dev: the console with hot reload on PORT (8080), the reference backend behind it on the next port.
 * A saved contract file is generated in this process and shown without a page load; the backend restarts beside it.
 */
const root = resolve(import.meta.dirname, '../..');
const port = Number(process.env['PORT'] ?? 8080);
const backendPort = port + 1;
const types: Record<string, string> = { json: 'application/json', js: 'text/javascript' };

let backend: ChildProcess | undefined;
await regenerate();
startBackend();
process.env['API_URL'] = `http://localhost:${backendPort}`;
const vite = await createServer({
  root,
  server: { port, strictPort: true, host: process.env['HOST'] ?? 'localhost' },
  plugins: [modelFiles()],
});
await vite.listen();
vite.printUrls();
watchContract(vite);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

/** /model/* straight from generated/, ahead of the proxy: what was just written is what the page gets. */
function modelFiles(): Plugin {
  return {
    name: 'generated-model',
    configureServer(server) {
      server.middlewares.use('/model', (request, response, next) => {
        const path = normalize(join(root, 'generated/model', (request.url ?? '/').split('?')[0]!));
        if (!path.startsWith(join(root, 'generated/model')) || !existsSync(path) || !statSync(path).isFile()) return next();
        response.setHeader('content-type', types[path.split('.').at(-1)!] ?? 'application/octet-stream');
        response.setHeader('cache-control', 'no-cache');
        createReadStream(path).pipe(response);
      });
    },
  };
}

function watchContract(server: ViteDevServer): void {
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void rebuild(server), 15);
  };
  for (const folder of ['openapi', 'schemas', 'locales/zh/entities']) {
    if (!existsSync(join(root, folder))) continue;
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !name.startsWith('ui-model')) changed();
    });
  }
}

async function rebuild(server: ViteDevServer): Promise<void> {
  const started = performance.now();
  const announce = (): void => server.ws.send({ type: 'custom', event: 'model:changed' });
  try {
    // what the page shows first, then what checks it
    const checks = await regenerate(async (model) => {
      writeChanged(join(root, 'generated'), model);
      announce();
      // this process answers the page's questions: the rest of its work would hold them up
      await pause(150);
    });
    if (checks > 0) announce();
  } catch (error) {
    const message = error instanceof BuildError ? error.findings.map(describeFinding).join('\n') : String(error);
    server.config.logger.error(message);
    server.ws.send({ type: 'error', err: { message, stack: '' } });
    return;
  }
  server.config.logger.info(`contract generated in ${Math.round(performance.now() - started)} ms`);
  startBackend();
}

/** Writes every output; how many of them changed since the early part. */
async function regenerate(early?: (model: Output) => Promise<void>): Promise<number> {
  const { output, uiModel } = await generate(root, join(root, 'openapi/openapi.yaml'), early);
  writeOutput(join(root, 'openapi/ui-model'), uiModel);
  return writeOutput(join(root, 'generated'), output);
}

function startBackend(): void {
  const previous = backend;
  const start = (): void => {
    backend = spawn(process.execPath, ['--watch-path=server', 'server/main.ts'], {
      cwd: root,
      stdio: 'inherit',
      env: { CAPTCHA: 'off', ...process.env, PORT: String(backendPort), API_URL: '' },
    });
  };
  if (previous === undefined || previous.exitCode !== null) return start();
  previous.once('exit', start);
  previous.kill('SIGTERM');
}

async function stop(): Promise<void> {
  backend?.kill('SIGTERM');
  await vite.close();
  process.exit(0);
}
