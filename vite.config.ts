import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { AHEAD, firstLoad, firstMessages, PANELS, SELECT } from './bench/first-load.ts';
import { packed, WORTH_BYTES } from './codegen/packed.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const backend = process.env['API_URL'] ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [react(), modelFiles(), compressed()],
  define: {
    __VERSION__: JSON.stringify(version),
    __BUILD_DATE__: JSON.stringify(new Date().toISOString().slice(0, 10)),
  },
  resolve: { dedupe: ['react', 'react-dom', 'antd'] },
  server: {
    proxy: {
      '/api': backend,
      '/model': backend,
      '/socket.io': { target: backend, ws: true },
    },
  },
  // a worker loads what only some files need
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // an inlined picture or font would be refused by the page's CSP
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // forms and charts write times alike, and neither waits for the other
            { name: 'date-time', test: /domain[\\/]units[\\/]date-time/, priority: 6 },
            { name: of('login', firstLoad.login), priority: 5 },
            { name: of('list', firstLoad.list), priority: 4 },
            { name: of('form', firstLoad.form), priority: 3 },
            // what asks ahead waits for nothing that it asks for
            { name: of('warm-panels', AHEAD), priority: 2 },
            { name: shared, priority: 2 },
            { name: panels, priority: 1 },
            { name: of('select', SELECT), priority: 0 },
            { name: 'live', test: /[\\/]node_modules[\\/](socket|engine)\.io|[\\/]live-socket/, priority: 2 },
            // messages of one language: what log-in needs, what pages need, what forms need
            ...Object.entries(firstMessages).flatMap(([name, files]) =>
              ['zh', 'en'].map((language) => ({
                name: `${language}-${name}`,
                test: new RegExp(String.raw`locales[\\/]${language}[\\/](${files.join('|')})\.json`),
                priority: 2,
              })),
            ),
          ],
        },
      },
    },
  },
});

type Graph = { getModuleInfo: (id: string) => { importedIds: string[]; importers: string[] } | null };

/** What is imported by name from there would bring all of it along. */
const WHOLE_LIBRARY = 'node_modules/antd/es/index.js';

const closures = new Map<string, Set<string>>();

/** One file of all that the entries import, as far as no group before it has it. */
function of(name: string, entries: readonly string[]): (id: string, graph: Graph) => string | null {
  return (id, graph) => (closureOf(name, entries, graph).has(id) ? name : null);
}

/** What forms have too stays with them, or comes on its own: neither waits for the other. */
function panels(id: string, graph: Graph): string | null {
  return closureOf('panels', PANELS, graph).has(id) && !closureOf('form', firstLoad.form, graph).has(id) ? 'panels' : null;
}

/** What shows measurements and what opens over a list both need: whoever opens that does not wait for charts. */
function shared(id: string, graph: Graph): string | null {
  const isOfPanels = (importer: string): boolean => closureOf('panels', PANELS, graph).has(importer) || importer.includes('/src/panels/');
  return panels(id, graph) !== null && graph.getModuleInfo(id)?.importers.every(isOfPanels) === false ? 'shared' : null;
}

/** All that the entries import statically, whatever folder it stands in. */
function closureOf(name: string, entries: readonly string[], graph: Graph): Set<string> {
  let known = closures.get(name);
  if (known) return known;
  known = new Set();
  const open = entries.map((entry) => join(import.meta.dirname, entry));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (known.has(id) || id.endsWith(WHOLE_LIBRARY)) continue;
    known.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  closures.set(name, known);
  return known;
}

/** A `dist/` on any web server is whole: it brings the model it was built with. Our own server serves the newest one instead. */
function modelFiles(): Plugin {
  let out = 'dist';
  return {
    name: 'model-files',
    apply: 'build',
    configResolved(config) {
      out = config.build.outDir;
    },
    closeBundle() {
      if (existsSync('generated/model')) cpSync('generated/model', join(out, 'model'), { recursive: true });
    },
  };
}

/** Beside every text file its gzip and brotli form, for servers that hand them out as they are. */
function compressed(): Plugin {
  let out = 'dist';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      out = config.build.outDir;
    },
    async closeBundle() {
      const pack = async (file: string): Promise<void> => {
        const content = readFileSync(file);
        if (content.length < WORTH_BYTES) return;
        for (const [end, form] of Object.entries(packed)) writeFileSync(`${file}.${end}`, await form(content));
      };
      await Promise.all(globSync(join(out, '{assets,model}/**/*.{js,css,json}')).map(pack));
    },
  };
}
