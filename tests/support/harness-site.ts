import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { writeOutput } from '#codegen/emit/output.ts';
import { generate } from '#codegen/generate.ts';
import type { Json } from '#domain/model.ts';
import { portOf } from '#tests/support/answers.ts';

export type HarnessSite = { url: string; guesses: string[]; close: () => Promise<void> };

const root = resolve(import.meta.dirname, '../..');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };
const user = { username: 'reader', accountType: 'superAdmin', role: 'superAdmin', scopes: [], extra: { accountType: 'superAdmin' } };

/** Who looks at the forms: what the contract of a harness has at a path of its own. */
export const whoAmI: Json = {
  get: {
    operationId: 'whoami',
    'x-platform': 'user',
    'x-ui': { op: 'none' },
    parameters: [{ name: 'username', in: 'path', required: true, schema: { type: 'string' } }],
    responses: { 200: { description: 'One', content: { 'application/json': { schema: { type: 'object' } } } } },
  },
};

/** A page of `tests/harness`, built as the console is, over a model generated from this contract, where it needs one; served on loopback. */
export async function harnessSite(contract: unknown, page = 'index.html', headers: OutgoingHttpHeaders = {}): Promise<HarnessSite> {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-harness-'));
  const guesses = contract === undefined ? [] : await modelOf(contract, folder);
  await build({
    configFile: false,
    root: join(root, 'tests/harness'),
    logLevel: 'error',
    plugins: [react()],
    worker: { format: 'es' },
    resolve: { dedupe: ['react', 'react-dom', 'antd'] },
    build: {
      outDir: join(folder, 'dist'),
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: join(root, 'tests/harness', page) },
    },
  });
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const asked = path.startsWith('/model/') ? join(folder, 'generated', path) : join(folder, 'dist', path === '/' ? page : path);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value ?? '');
    if (path.startsWith('/api/')) response.setHeader('content-type', 'application/json').end(JSON.stringify(user));
    else if (path === '/config.json') response.setHeader('content-type', 'application/json').end('{}');
    else if (!existsSync(asked)) response.writeHead(404).end();
    else {
      response.setHeader('content-type', types[extname(asked)] ?? 'application/octet-stream');
      createReadStream(asked).pipe(response);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    guesses,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes the model of a contract into the folder; what was guessed on the way. */
async function modelOf(contract: unknown, folder: string): Promise<string[]> {
  const file = join(folder, 'contract.json');
  writeFileSync(file, JSON.stringify(contract));
  const { output } = await generate(root, file);
  const { guesses } = JSON.parse(output.get('report.json') ?? '{}') as { guesses: string[] };
  mkdirSync(join(folder, 'generated'), { recursive: true });
  writeOutput(join(folder, 'generated'), output);
  return guesses;
}
