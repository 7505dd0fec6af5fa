import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { FIRST_DATA, weighData } from '#bench/first-data.ts';
import { ENGINE, firstLoad, type firstMessages, later, overList, PANELS } from '#bench/first-load.ts';

/**
 * node bench/sizes.ts           weighs what the browser loads first, against the budgets of design section 7; exact, so it is a check
 * node bench/sizes.ts --write   keeps today's make-up in first-load.json, with which a budget that is passed is explained
 */
type Chunk = Rolldown.OutputChunk;
type Load = { budget: number; kilobytes: number; scripts: number; parts: Record<string, number> };

const root = resolve(import.meta.dirname, '..');
const record = join(import.meta.dirname, 'first-load.json');
/** kB of JavaScript as gzip sends it; those of a form, the first chart and the topology are beyond the list. */
const budgets = { login: 110, list: 220, form: 70, chart: 210, topology: 70 };
/** Before the first row, the one that stands in the page included. */
const SCRIPTS = 12;
const languages = ['zh', 'en'];
/** Shown of what grew. */
const MOST = 8;

const importers = new Map<string, readonly string[]>();
const output = await build({
  root,
  logLevel: 'error',
  build: { write: false },
  plugins: [
    {
      name: 'importers',
      generateBundle() {
        for (const id of this.getModuleIds()) importers.set(id, this.getModuleInfo(id)?.importers ?? []);
      },
    },
  ],
});
const built = (Array.isArray(output) ? output : [output]).flatMap((each) => ('output' in each ? each.output : []));
const chunks = new Map(built.filter((each): each is Chunk => each.type === 'chunk').map((each) => [each.fileName, each]));

const login = reached([...firstLoad.login], ['login']);
const list = reached([...firstLoad.login, ...firstLoad.list], ['login', 'list']);
const form = reached([...firstLoad.form], ['form']).filter((chunk) => !list.includes(chunk));
const after = (entries: readonly string[]): Chunk[] => reached([...entries], []).filter((chunk) => !list.includes(chunk));
const loads = {
  login: weigh(login, budgets.login),
  list: weigh(list, budgets.list),
  form: withValidators(weigh(form, budgets.form)),
  chart: weigh(after(later.chart), budgets.chart),
  topology: weigh(after(later.topology), budgets.topology),
};

const data = await weighData(root);

if (process.argv.includes('--write')) {
  const parts = { ...Object.fromEntries(Object.entries(loads).map(([name, load]) => [name, load.parts])), data: data.parts };
  writeFileSync(record, `${JSON.stringify(parts, undefined, 2)}\n`);
}
const known = JSON.parse(readFileSync(record, 'utf8')) as Record<string, Record<string, number>>;
for (const [name, load] of Object.entries(loads)) {
  const { kilobytes, scripts, budget } = load;
  const line = `${name}: ${kilobytes.toFixed(1)} kB of JavaScript in ${scripts} scripts, budget ${budget} kB`;
  report(line, kilobytes <= budget, load.parts, known[name] ?? {});
}
reportData();
reportScripts();
reportCharts();

/** Charts come with the first of them, and what they are drawn on with the first that is drawn. */
function reportCharts(): void {
  const over = Object.fromEntries(overList.map((entry) => [entry, reached([entry], [])]));
  for (const module of [ENGINE, ...PANELS]) {
    const charts = holder(join(root, module));
    const early = Object.entries({ login, list, form, ...over }).filter(([, files]) => files.includes(charts));
    if (early.length === 0) continue;
    process.exitCode = 1;
    console.log(`${module} comes before the first chart, with ${early.map(([name]) => name).join(', ')}`);
  }
}

function reportData(): void {
  const { budget, calls } = FIRST_DATA;
  const line = `data: ${data.kilobytes.toFixed(1)} kB of model and labels at most (${data.page}) and ${calls} kB for calls, budget ${budget} kB`;
  report(line, data.kilobytes + calls <= budget, data.parts, known['data'] ?? {});
}

function reportScripts(): void {
  const count = list.length + 1;
  const line = `scripts before the first row: ${count}, budget ${SCRIPTS}`;
  if (count <= SCRIPTS) return console.log(line);
  process.exitCode = 1;
  console.log(
    `${line}: too many. ${list.map(({ fileName }) => fileName).join(', ')}: the groups of vite.config.ts leave out what they share`,
  );
}

/** What the entries import statically, as files, with the larger language's messages. */
function reached(entries: string[], messages: (keyof typeof firstMessages)[]): Chunk[] {
  const found = new Set<Chunk>();
  const open = entries.map((entry) => holder(join(root, entry)));
  const weights = languages.map((language) => messages.map((name) => named(`${language}-${name}`)));
  open.push(...(weights.toSorted((a, b) => sum(b) - sum(a))[0] ?? []));
  for (let chunk = open.pop(); chunk !== undefined; chunk = open.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    open.push(...chunk.imports.map((file) => chunks.get(file)).filter((each) => each !== undefined));
  }
  return [...found];
}

function sum(files: Chunk[]): number {
  return files.reduce((total, chunk) => total + gzipSync(chunk.code).length, 0);
}

function holder(module: string): Chunk {
  const found = [...chunks.values()].find((chunk) => module in chunk.modules);
  if (!found) throw new Error(`${relative(root, module)} is in no file of the build: bench/first-load.ts names it`);
  return found;
}

function named(name: string): Chunk {
  const found = [...chunks.values()].find((chunk) => chunk.name === name);
  if (!found) throw new Error(`The build has no file called ${name}`);
  return found;
}

function weigh(files: Chunk[], budget: number): Load {
  const parts: Record<string, number> = {};
  for (const chunk of files)
    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
      const part = partOf(id);
      if (renderedLength > 0) parts[part] = (parts[part] ?? 0) + renderedLength;
    }
  return {
    budget,
    kilobytes: sum(files) / 1000,
    scripts: files.length,
    parts: Object.fromEntries(Object.entries(parts).toSorted(([a], [b]) => a.localeCompare(b))),
  };
}

/** A form also loads the model's validators: what they share, and those of the resource; here the resource in the middle. */
function withValidators(load: Load): Load {
  const model = join(root, 'generated/model');
  const sizes = globSync(join(model, '*.validators.js')).map((file) => gzipSync(readFileSync(file)).length);
  const own = sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0;
  const shared = gzipSync(readFileSync(join(model, 'runtime.js'))).length;
  return {
    ...load,
    kilobytes: load.kilobytes + (own + shared) / 1000,
    scripts: load.scripts + 2,
    parts: { ...load.parts, 'validators of the model': own + shared },
  };
}

/** A package, or a file of ours. */
function partOf(id: string): string {
  const path = relative(root, id.replace(/\?.*$/, '')).replaceAll('\0', '');
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
}

function report(line: string, fits: boolean, parts: Record<string, number>, before: Record<string, number>): void {
  if (fits) return console.log(line);
  process.exitCode = 1;
  console.log(`${line}: too much. What grew since first-load.json was written (bytes before compression), and who imports it:`);
  const grown = Object.entries(parts).map(([part, size]) => ({ part, by: size - (before[part] ?? 0) }));
  for (const { part, by } of grown
    .filter((each) => each.by > 0)
    .toSorted((x, y) => y.by - x.by)
    .slice(0, MOST))
    console.log(`  +${by} ${part}${chainOf(part)}`);
}

/** The shortest way from a module that the console itself names to the part: `<- who imports it <- who imports that`. */
function chainOf(part: string): string {
  let ids = [...importers.keys()].filter((id) => partOf(id) === part);
  const chain: string[] = [];
  const seen = new Set(ids);
  while (chain.length < 4) {
    const next = ids.flatMap((id) => importers.get(id) ?? []).filter((id) => !seen.has(id) && partOf(id) !== part);
    const best = next.find((id) => !id.includes('node_modules')) ?? next[0];
    if (best === undefined) break;
    chain.push(partOf(best));
    seen.add(best);
    ids = [best];
  }
  return chain.length === 0 ? '' : ` <- ${chain.join(' <- ')}`;
}
