import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';

import { build, type Plugin } from 'rolldown';

import type { MadeOf } from '#codegen/commands/inputs.ts';

/** Packages that a server loads whatever it is started for; their own are in the bundle with them. Any other is loaded as it is. */
const loadedAlways = new Set([
  '@fastify/compress',
  '@fastify/static',
  'ajv',
  'ajv-formats',
  'bowser',
  'fastify',
  'ipaddr.js',
  'kysely',
  'lru-cache',
  'otpauth',
  'rate-limiter-flexible',
  're2js',
  'semver',
  'socket.io',
  'yaml',
]);
/** Not even where one of these asks for them: what starts threads of its own files, and what may be missing. */
const apart = new Set(['pino', 'bufferutil', 'utf-8-validate']);

const PACKAGES = '/node_modules/';

/**
 * The server's sources, and the packages that it always loads, as few files: a thousand modules take half of the processor of a start
 * and keep 20 MB. `server/main.mjs` takes them as long as every source is what it was, and every package of the same version.
 * Threads start from the sources.
 */
export async function bundleServer(root: string, folder: string): Promise<void> {
  const made = `${folder}.${process.pid}`;
  // another bundler makes another bundle
  const seen = new Map([[import.meta.filename, asItIs(root, import.meta.filename)]]);
  try {
    await build({
      input: { start: join(root, 'server/start.ts') },
      platform: 'node',
      logLevel: 'warn',
      external: isApart,
      plugins: [inItsPlace(root, made, seen), inOneByte],
      // a thread is asked for a function by its name
      output: {
        keepNames: true,
        dir: made,
        format: 'esm',
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        comments: false,
      },
    });
    writeFileSync(join(made, 'made-of.json'), JSON.stringify([...seen.values()]));
    rmSync(folder, { recursive: true, force: true });
    renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Whether something is loaded from where it lies: `from` is the file that asks for it. */
function isApart(id: string, from?: string): boolean {
  if (/^[./#]/.test(id)) return false;
  const name = nameOf(id);
  if (isBuiltin(id) || apart.has(name)) return true;
  return !(from !== undefined && isOfPackage(from)) && !loadedAlways.has(name);
}

function isOfPackage(file: string): boolean {
  return file.includes(PACKAGES);
}

/** Name of the package of which a file, or something in it, is asked for: `@fastify/static` of `@fastify/static/index.js`. */
function nameOf(id: string): string {
  return id.split('/', id.startsWith('@') ? 2 : 1).join('/');
}

function asItIs(root: string, file: string): MadeOf[number] {
  const { mtimeMs, size } = statSync(file);
  return [relative(root, file), mtimeMs, size];
}

/** What a module says of where it stands stays true: what lies beside it is still found there, threads too. */
function inItsPlace(root: string, folder: string, seen: Map<string, MadeOf[number]>): Plugin {
  return {
    name: 'in-its-place',
    transform(code, id) {
      // what the bundler adds of its own is no file
      if (id.startsWith('\0')) return null;
      // of a package one file says which one it is
      const from = id.lastIndexOf(PACKAGES) + PACKAGES.length;
      const source = isOfPackage(id) ? join(id.slice(0, from), nameOf(id.slice(from)), 'package.json') : id;
      if (!seen.has(source)) seen.set(source, asItIs(root, source));
      if (!code.includes('import.meta.')) return null;
      const here = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url)`;
      const filename = `process.getBuiltinModule('node:url').fileURLToPath(${here})`;
      const dirname = `process.getBuiltinModule('node:path').dirname(${filename})`;
      return code.replaceAll(/import\.meta\.(dirname|filename|url)\b/g, (_, name: string) =>
        name === 'url' ? `${here}.href` : name === 'dirname' ? dirname : filename,
      );
    },
  };
}

/** A text with one letter beyond Latin-1 takes two bytes for each of its letters, and the engine keeps what it compiles. */
const inOneByte: Plugin = {
  name: 'in-one-byte',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      if (/String\.raw`[^`]*[^\0-\x7F]/.test(chunk.code)) throw new Error('What is taken as it is written (String.raw) stays in ASCII');
      chunk.code = chunk.code.replaceAll(/[^\0-\x7F]/g, (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'));
    }
  },
};
