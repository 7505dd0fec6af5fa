import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store)[\\/]/,
              priority: 3,
            },
            // what log-in and shell share: one file instead of a dozen small ones
            { name: 'base', test: /src[\\/](api[\\/]|ui[\\/](?!antd|drawer)|app[\\/](theme-switch|language-switch|mark))/, priority: 2 },
            // one file of sentences per language; what log-in needs stands alone
            { name: 'zh', test: /locales[\\/]zh[\\/](?!shell|errors)/, priority: 2 },
            { name: 'en', test: /locales[\\/]en[\\/](?!shell|errors)/, priority: 2 },
            { name: 'zh-shell', test: /locales[\\/]zh[\\/](shell|errors)/, priority: 2 },
            { name: 'en-shell', test: /locales[\\/]en[\\/](shell|errors)/, priority: 2 },
          ],
        },
      },
    },
  },
});

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
    writeBundle() {
      for (const file of globSync(join(out, 'assets/*.{js,css}'))) {
        const content = readFileSync(file);
        if (content.length < 1024) continue;
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
      }
    },
  };
}
