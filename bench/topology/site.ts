import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';
import { build } from 'vite';
import { portOf } from '#tests/support/answers.ts';

const root = resolve(import.meta.dirname, '../..');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** The page on which networks are drawn, built as the console is and served on loopback. */
export async function pictureSite(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-bench-'));
  await build({
    configFile: false,
    root: join(root, 'tests/harness'),
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', rolldownOptions: { input: join(root, 'tests/harness/network.html') } },
  });
  const server = createServer((request, response) => {
    const file = join(folder, normalize(new URL(request.url ?? '/', 'http://localhost').pathname));
    if (!existsSync(file)) response.writeHead(404).end();
    else {
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
      createReadStream(file).pipe(response);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${portOf(server)}/network.html`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
