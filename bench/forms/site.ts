import { portOf } from '#tests/support/answers.ts';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { benchContract } from '#bench/forms/contract.ts';
import { writeOutput } from '#codegen/emit/output.ts';
import { generate } from '#codegen/generate.ts';

const root = resolve(import.meta.dirname, '../..');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };
const user = { username: 'bench', accountType: 'superAdmin', role: 'superAdmin', scopes: [], extra: { accountType: 'superAdmin' } };

/** The harness page, built as the console is, over a model generated from the benchmarks' contract; served on loopback. */
export async function harnessSite(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-bench-'));
  const contract = join(folder, 'contract.json');
  writeFileSync(contract, JSON.stringify(benchContract()));
  const { output } = await generate(root, contract);
  mkdirSync(join(folder, 'generated'), { recursive: true });
  writeOutput(join(folder, 'generated'), output);
  await build({
    configFile: false,
    root: join(root, 'tests/harness'),
    logLevel: 'error',
    plugins: [react()],
    resolve: { dedupe: ['react', 'react-dom', 'antd'] },
    build: { outDir: join(folder, 'dist'), emptyOutDir: true, target: 'es2023' },
  });
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path.startsWith('/model/') ? join(folder, 'generated', path) : join(folder, 'dist', path === '/' ? 'index.html' : path);
    if (path.startsWith('/api/')) response.setHeader('content-type', 'application/json').end(JSON.stringify(user));
    else if (path === '/config.json') response.setHeader('content-type', 'application/json').end('{}');
    else if (!existsSync(file)) response.writeHead(404).end();
    else {
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
      createReadStream(file).pipe(response);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
