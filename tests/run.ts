import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, freemem, tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { ledgerRows, type TestedFile, unproven } from './spec/ledger.ts';
import { isText } from '../domain/json.ts';
import { findBrowser } from './support/browser.ts';
import { listOf, shaped, sure } from './support/shape.ts';

/**
 * npm test            every suite, and the rows of the ledger that they prove
 * npm test -- quick   the unit tests, and of the server what most changes break
 * npm run e2e         the browser suites
 * npm test -- NAME…   suites by name: unit, contract, server, server-postgres, e2e
 *
 * THOROUGH=1 makes more of what is tried at random, and at random indeed: for a run by night.
 */
type FileReport = {
  name: string;
  status: string;
  /** Milliseconds since 1970. */
  startTime: number;
  endTime: number;
  assertionResults: { status: string; fullName: string; ancestorTitles: string[]; title: string }[];
};
type Report = { testResults: FileReport[] };
const isTime = (value: unknown): value is number => typeof value === 'number';
const isTest = shaped({ status: isText, fullName: isText, ancestorTitles: listOf(isText), title: isText });
const isReport = shaped({
  testResults: listOf(shaped({ name: isText, status: isText, startTime: isTime, endTime: isTime, assertionResults: listOf(isTest) })),
});
type Outcome = { suites: readonly Suite[]; status: number; report: Report };

const all = ['unit', 'contract', 'server', 'server-postgres', 'e2e'] as const;
type Suite = (typeof all)[number];

/** Files of the server suite that most changes of the contract, the access or the generic server break. */
const quickFiles = ['access', 'crud', 'entities', 'platform', 'section6', 'sites', 'states', 'validation'].map(
  (name) => `tests/server/${name}.test.ts`,
);
/**
 * One more than there are processors: a server, a database or a browser and the test before it work one after another most of the
 * time, and leave a sixth of a processor to nobody.
 */
const workers = Math.min(availableParallelism(), 4) + 1;

/**
 * A busy machine now and then runs into a time limit: where a change is judged, what fails every time is a fault. What a
 * failed test leaves behind would decide about its second try, so a file begins once more as a whole, on a world of its
 * own, when the others are through. Elsewhere each failure shows.
 */
const secondTry = new Set<Suite>(process.env['CI'] ? ['server', 'server-postgres', 'e2e'] : []);
/** More than so many failed files are no accident. */
const MOST_ACCIDENTS = 4;

/** Linux: a folder in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** Several times what stands there at once. */
const ROOM = 6 * 2 ** 30;

const root = resolve(import.meta.dirname, '..');
// what is started hundreds of times is read and compiled once
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/wan-console');
// and what hundreds of servers write, for the time of a test, needs no disk
if (hasRoom(MEMORY_FOLDER)) process.env['TMPDIR'] ??= MEMORY_FOLDER;
const asked = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const quick = asked.includes('quick');
const suites = all.filter((name) => asked.length === 0 || asked.includes(name) || (quick && (name === 'unit' || name === 'server')));
/**
 * What runs at once, one after another: a suite by itself would leave the processors to its last long file. Those of the browser
 * come alone, for what somebody sees in time depends on what runs beside it; those of PostgreSQL have an environment of their own.
 */
const rounds: Suite[][] = quick ? [['unit'], ['server']] : [['unit', 'contract', 'server'], ['server-postgres'], ['e2e']];
execFileSync(process.execPath, ['codegen/commands/ready.ts'], { cwd: root, stdio: 'inherit' });
if (suites.includes('e2e')) process.env['CHROME_PATH'] = findBrowser();

const folder = mkdtempSync(join(tmpdir(), 'wan-console-'));
const total = { passed: 0, failed: 0, skipped: 0 };
/** What failed, said once more at the end: a log of an hour is read from there. */
const failures: string[] = [];
/** What failed and did not when its file ran once more. */
const unsteady: string[] = [];
const ran: TestedFile[] = [];
/** Where the time went: seconds of each file. */
const took: { name: string; seconds: number }[] = [];
/** So many of them are said. */
const SLOWEST = 25;
let broken = suites.length === 0;

for (const round of rounds) {
  const asked = round.filter((suite) => suites.includes(suite));
  if (asked.length > 0) count(await runRound(asked));
}
const missing = unproven(ledgerRows, ran, asked.length === 0);

rmSync(folder, { recursive: true, force: true });
if (!quick)
  for (const { name, seconds } of took.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
    console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`);
for (const failure of failures) console.log(`failed: ${failure}`);
for (const each of unsteady) console.log(`failed once, not twice: ${each}`);
for (const row of missing) console.log(`not proven: ${row}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = broken || total.failed > 0 || missing.length > 0 ? 1 : 0;

function count({ suites, status, report }: Outcome): void {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = failuresOf(suites, report);
  failures.push(...failed);
  total.passed += tests.filter((test) => test.status === 'passed').length;
  total.failed += failed.length;
  total.skipped += tests.filter((test) => test.status !== 'passed' && test.status !== 'failed').length;
  took.push(
    ...report.testResults.map(({ name, startTime, endTime }) => ({
      name: `${suiteOf(name, suites)} ${relative(root, name)}`,
      seconds: (endTime - startTime) / 1000,
    })),
  );
  ran.push(...report.testResults.map(({ name, assertionResults }) => ({ name: relative(root, name), assertionResults })));
  // a suite that cannot run here says so by what it skips
  broken ||= status !== 0 || suites.some((suite) => !report.testResults.some(({ name }) => suiteOf(name, suites) === suite));
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, freemem()) > ROOM;
}

/** To which of those that run at once a file belongs. */
function suiteOf(name: string, suites: readonly Suite[]): Suite {
  const [first = 'unit', second] = relative(root, name).split(sep);
  const folder = first === 'tests' ? second : first;
  return suites.find((suite) => suites.length === 1 || suite === folder) ?? 'unit';
}

function failuresOf(suites: readonly Suite[], { testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const file = `${suiteOf(name, suites)}: ${relative(root, name)}`;
    // A file that fails before its first test has no test to count; it is a failure all the same.
    if (status === 'failed' && failed.length === 0) return [file];
    return failed.map((test) => `${file} > ${test.fullName}`);
  });
}

async function runRound(suites: readonly Suite[]): Promise<Outcome> {
  console.log(`\n== ${suites.join(', ')}`);
  const first = runFiles(suites, quick && suites.includes('server') ? quickFiles : []);
  const failed = first.report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (failed.length === 0 || failed.length > MOST_ACCIDENTS || !failed.every((name) => secondTry.has(suiteOf(name, suites)))) return first;
  console.log(`\n== ${suites.join(', ')}, once more: ${failed.map((name) => relative(root, name)).join(', ')}`);
  const second = runFiles(suites, failed);
  const still = new Set(failuresOf(suites, second.report));
  unsteady.push(...failuresOf(suites, first.report).filter((each) => !still.has(each)));
  const others = first.report.testResults.filter(({ name }) => !failed.includes(name));
  return { suites, status: second.status, report: { testResults: [...others, ...second.report.testResults] } };
}

function runFiles(suites: readonly Suite[], files: readonly string[]): Outcome {
  const file = join(folder, `${suites.join()}.json`);
  rmSync(file, { force: true });
  const args = [
    'run',
    // those of the unit tests that need modules of their own are a project beside it
    ...suites.map((suite) => `--project=${suite === 'unit' ? 'unit*' : suite}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    `--maxWorkers=${workers}`,
    ...files,
  ];
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { cwd: root, stdio: 'inherit' });
  return { suites, status: status ?? 1, report: sure(JSON.parse(readFileSync(file, 'utf8')), isReport) };
}
