import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

/** The static console: hashed assets, the run-time model beside them, and each text in gzip and Brotli for servers that pass them on. */
const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');

await build({ root, logLevel: 'warn' });
cpSync(join(root, 'generated/model'), join(dist, 'model'), { recursive: true });
writeFileSync(join(dist, 'config.json'), '{}\n');
for (const name of readdirSync(dist, { recursive: true }).map(String)) {
  if (!/\.(js|css|html|svg|json|mjs)$/.test(name) || name === 'config.json' || name.startsWith('model')) continue;
  const bytes = readFileSync(join(dist, name));
  if (bytes.length < 1024) continue;
  writeFileSync(join(dist, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  writeFileSync(join(dist, `${name}.br`), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}
