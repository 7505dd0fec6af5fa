import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { build, type Plugin } from 'rolldown';

import type { MadeOf } from '#codegen/commands/inputs.ts';

/**
 * The server's sources as few files: hundreds of modules take long to load and keep some megabytes. `server/main.mjs` takes them
 * as long as every source is what it was. Packages are not in them, and threads start from the sources.
 */
export async function bundleServer(root: string, folder: string): Promise<void> {
  const made = `${folder}.${process.pid}`;
  const seen: MadeOf = [];
  try {
    await build({
      input: { start: join(root, 'server/start.ts') },
      platform: 'node',
      logLevel: 'warn',
      external: (id) => !/^[./#]/.test(id),
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
    writeFileSync(join(made, 'made-of.json'), JSON.stringify(seen));
    rmSync(folder, { recursive: true, force: true });
    renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** What a module says of where it stands stays true: what lies beside it is still found there, threads too. */
function inItsPlace(root: string, folder: string, seen: MadeOf): Plugin {
  return {
    name: 'in-its-place',
    transform(code, id) {
      // what the bundler adds of its own is no file
      if (id.startsWith('\0')) return null;
      const { mtimeMs, size } = statSync(id);
      seen.push([relative(root, id), mtimeMs, size]);
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
