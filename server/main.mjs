import { readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// what Node made of the sources is kept: later starts are quicker, and nothing that strips types stays in memory, which is
// why this file has none. Threads take the place of the cache from the environment.
const root = resolve(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/wan-console');
enableCompileCache(cache);
process.env.NODE_COMPILE_CACHE ??= cache;
const bundle = join(cache, 'server');
await import(isOfToday(join(bundle, 'made-of.json')) ? pathToFileURL(join(bundle, 'start.js')).href : '#server/start.ts');

/** Whether the few files that `ready.ts` made of the sources (`codegen/server-bundle.ts`) are still what the sources say. */
function isOfToday(list) {
  try {
    return JSON.parse(readFileSync(list, 'utf8')).every(([file, mtimeMs, size]) => {
      const found = statSync(join(root, file));
      return found.mtimeMs === mtimeMs && found.size === size;
    });
  } catch {
    return false;
  }
}
