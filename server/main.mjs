import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// what Node made of the sources is kept: later starts are quicker, and nothing that strips types stays in memory, which is
// why this file has none. Threads take the place of the cache from the environment.
const cache = resolve(import.meta.dirname, '../node_modules/.cache/wan-console');
enableCompileCache(cache);
process.env.NODE_COMPILE_CACHE ??= cache;
await import('#server/start.ts');
