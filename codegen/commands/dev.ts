import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer } from 'vite';
import { Backend } from '../dev/backend.ts';
import { Page } from '../dev/page.ts';
import { Stages } from '../dev/stages.ts';
import { watchFolders } from '../dev/watch.ts';
import { writeDiffering, writeOutput, type Output } from '../emit/output.ts';
import { generateServed } from '../generate.ts';
import { Memory } from '../remembered.ts';
import { sayFailure } from './failure.ts';

/**
 * npm run dev: the console with hot reload on PORT (8080), the reference backend behind it on the next port.
 * A saved contract file is generated in this process and shown without a page load; the backend restarts beside it.
 * STAGES=1 writes the time of each stage of a pass, as the bench reads it.
 */
const root = resolve(import.meta.dirname, '../..');
const port = Number(process.env['PORT'] ?? 8080);
const generated = join(root, 'generated');
/** As long as the page takes to ask for what it shows. */
const PAGE_FIRST_MS = 150;
/** Types and functions of calls take seconds: they are made once nobody has edited for so long. */
const FINISH_AFTER_MS = 5000;

const backend = new Backend({
  root,
  port: port + 1,
  onState: (failure) =>
    failure === undefined ? page.right('server') : page.wrong('server', `The reference server did not start.\n${failure}`),
});
const page = new Page(root, backend);
const memory = new Memory();
/** What stands in generated/, as this process wrote it. */
const written: Output = new Map();
let messages = messageTexts();
let passing = false;
let again = false;
let latest = 0;
/** Whether there was a pass that went well: the server starts with the first one. */
let begun = false;
/** What the server reads and has not read since. */
const changed = new Set<string>();

process.env['API_URL'] = `http://localhost:${port + 1}`;
try {
  const vite = await createServer({
    root,
    server: {
      port,
      strictPort: true,
      host: process.env['HOST'] ?? 'localhost',
      // packages may stand elsewhere, as they do for a second work tree
      fs: { allow: [root, realpathSync(join(root, 'node_modules'))] },
    },
    plugins: [page.plugin()],
  });
  await vite.listen();
  const unwatch = [
    watchFolders(root, ['openapi', 'schemas', 'locales'], () => void contractSaved(), ['openapi/ui-model', 'schemas/editor']),
    watchFolders(root, ['server', 'domain'], () => backend.restart()),
  ];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      for (const each of unwatch) each();
      void Promise.all([backend.stop(), vite.close()]).finally(() => process.exit(0));
    });
  }
  await contractSaved();
  vite.printUrls();
} catch (error) {
  sayFailure(error);
  process.exit(1);
}

/** One pass at a time; whatever is saved while it goes on is for one more. */
async function contractSaved(): Promise<void> {
  again = true;
  if (passing) return;
  passing = true;
  try {
    while (again) {
      again = false;
      showMessages();
      await pass();
    }
  } finally {
    passing = false;
  }
}

async function pass(): Promise<void> {
  const stages = new Stages();
  const number = ++latest;
  const isFirst = !begun;
  try {
    const served = await generateServed(root, join(root, 'openapi/openapi.yaml'), {
      memory,
      lap: (stage) => stages.lap(stage),
      early: async (model) => {
        // what the page shows first, then what checks it
        const differing = write(model);
        stages.lap('write');
        if (differing.length === 0) return;
        page.modelChanged();
        if (process.env['STAGES']) console.log(stages.line());
        // this process answers the page's questions: the rest of its work would hold them up
        await pause(PAGE_FIRST_MS);
      },
    });
    page.right('contract');
    if (write(served.output).some((path) => path.endsWith('.js'))) page.modelChanged();
    if (isFirst || changed.size > 0) backend.restart();
    begun = true;
    changed.clear();
    console.log(`contract generated in ${stages.total()} ms`);
    setTimeout(() => void finish(number, served), isFirst ? 0 : FINISH_AFTER_MS);
  } catch (error) {
    page.wrong('contract', error);
  }
}

/** What nobody waits for: types and functions of calls, what is committed, and what is no longer made. */
async function finish(number: number, { output, uiModel, calls }: Awaited<ReturnType<typeof generateServed>>): Promise<void> {
  if (number !== latest) return;
  try {
    const whole = new Map([...output, ...(await calls())]);
    if (number !== latest) return;
    writeOutput(generated, whole);
    writeOutput(join(root, 'openapi/ui-model'), uiModel);
    page.right('calls');
  } catch (error) {
    page.wrong('calls', error);
  }
}

function write(output: Output): string[] {
  const differing = writeDiffering(generated, output, written);
  for (const path of differing) if (isServed(path)) changed.add(path);
  return differing;
}

/** Types have no part in what runs. */
function isServed(path: string): boolean {
  return path.startsWith('model/') || path === 'openapi.json' || path === 'problems.ts';
}

/** Sentences of the console, of which the server says some too. */
function showMessages(): void {
  const before = messages;
  messages = messageTexts();
  const differing = [...messages].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  for (const path of differing) page.messagesChanged(path);
  if (differing.length > 0) backend.restart();
}

function messageTexts(): Map<string, string> {
  const paths = ['zh', 'en'].flatMap((language) => {
    const folder = `locales/${language}`;
    if (!existsSync(join(root, folder))) return [];
    return readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.json') ? [`${folder}/${name}`] : []));
  });
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
