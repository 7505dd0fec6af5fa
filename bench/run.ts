import { keysOf } from '#domain/json.ts';
import { execFileSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { budgets, type Name } from '#bench/budgets.ts';
import { print, progress, table, timesTable, type Area } from '#bench/figure.ts';

/**
 * npm run bench                 every figure but those of `faults`, one JSON line each on stdout; progress, and all in one table, on stderr
 * npm run bench -- NAME…        areas (alarms, charts, codegen, dashboard, dev, faults, formats, forms, pages, scale, server, site, topology) or figures (list.js) by the start of their name
 */
const areas = {
  formats: { figures: ['formats'], load: async () => (await import('#bench/formats.ts')).measureFormats },
  codegen: { figures: ['codegen'], load: async () => (await import('#bench/codegen.ts')).measureCodegen },
  dev: { figures: ['dev'], load: async () => (await import('#bench/dev.ts')).measureDev },
  server: { figures: ['server'], load: async () => (await import('#bench/server.ts')).measureServer },
  scale: { figures: ['scale'], load: async () => (await import('#bench/scale.ts')).measureScale },
  // five minutes in which a server is killed, filled and frozen: when that is what changed
  faults: { byName: true, figures: ['faults'], load: async () => (await import('#bench/faults.ts')).measureFaults },
  pages: { figures: ['login', 'list', 'form.js'], load: async () => (await import('#bench/pages.ts')).measurePages },
  dashboard: { figures: ['dashboard'], load: async () => (await import('#bench/dashboard.ts')).measureDashboard },
  alarms: { figures: ['alarms'], load: async () => (await import('#bench/alarms.ts')).measureAlarms },
  site: { figures: ['site'], load: async () => (await import('#bench/site-form.ts')).measureSiteForm },
  charts: { figures: ['charts'], load: async () => (await import('#bench/charts.ts')).measureCharts },
  topology: { figures: ['topology'], load: async () => (await import('#bench/topology.ts')).measureTopology },
  forms: {
    figures: ['fields200', 'array200', 'addresses', 'table100000'],
    load: async () => (await import('#bench/forms.ts')).measureForms,
  },
} satisfies Record<string, { figures: string[]; byName?: true; load: () => Promise<Area> }>;

const root = resolve(import.meta.dirname, '..');
const asked = process.argv.slice(2);
const names = keysOf(budgets);
const wantedBy = (area: string, figures: string[]) => (name: Name) =>
  figures.some((figure) => name.startsWith(figure)) && (asked.length === 0 || asked.some((word) => word === area || name.startsWith(word)));

const unknown = asked.filter((word) => !(word in areas) && !names.some((name) => name.startsWith(word)));
if (unknown.length > 0) {
  progress(`There is no figure ${unknown.join(', ')}. Areas: ${Object.keys(areas).join(', ')}. Figures: ${names.join(', ')}.`);
  process.exit(1);
}

execFileSync(process.execPath, ['codegen/commands/ready.ts'], { cwd: root, stdio: ['ignore', 2, 2] });
progress(`${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}: figures of a busy machine are not its best`);
const seconds = new Map<string, number>();
for (const [area, { figures, load, ...rest }] of Object.entries(areas)) {
  const wanted = wantedBy(area, figures);
  if (asked.length === 0 && 'byName' in rest) continue;
  if (!names.some(wanted)) continue;
  progress(`${area} …`);
  const begun = performance.now();
  try {
    const measure = await load();
    await measure((name, value, detail) => wanted(name) && print(name, value, detail), wanted);
  } catch (error) {
    // the other areas are still worth their figures
    progress(`${area}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    process.exitCode = 1;
  }
  seconds.set(area, (performance.now() - begun) / 1000);
}
progress(`\n${table()}\n\n${timesTable(seconds)}`);
