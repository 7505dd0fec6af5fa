import { readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// what only the beginning of a process can say is said by beginning it again in its place: see `frugal`
if (process.execve && !process.connected && frugal().some(([name]) => !(name in process.env)))
  process.execve(process.execPath, [process.execPath, '--max-semi-space-size=4', ...process.execArgv, ...process.argv.slice(1)], {
    ...Object.fromEntries(frugal()),
    ...process.env,
  });

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

/**
 * What saves 60 MB under load. A small young generation collects what requests leave behind as fast. The C library keeps what was
 * freed, in a heap of its own for every thread, and from the first log-in on (whose 32 MB show it what a large piece is) gives
 * nothing back: two heaps are enough, and a piece of 8 kB and more (what the compilers work with, 25 MB while requests come first) is
 * the system's again as soon as it is free. Tried and left: without the middle compiler (`--no-maglev`) it is 20 to 50 MB less and a
 * fifth fewer requests; with V8's own modes for small memory 50 less and a third fewer; half the young generation, no difference.
 */
function frugal() {
  return [
    ['MALLOC_ARENA_MAX', '2'],
    ['MALLOC_MMAP_THRESHOLD_', '8192'],
    ['MALLOC_TRIM_THRESHOLD_', '131072'],
  ];
}
