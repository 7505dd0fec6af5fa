import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
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
type Outcome = { status: number; report: Report };
/** With how many workers, and whether nothing runs beside it. */
type How = { workers: number; alone: boolean };

const all = ['unit', 'contract', 'server', 'server-postgres', 'e2e'] as const;
type Suite = (typeof all)[number];

/** Files of the server suite that most changes of the contract, the access or the generic server break. */
const quickFiles = ['access', 'crud', 'entities', 'platform', 'section6', 'sites', 'states', 'validation'].map(
  (name) => `tests/server/${name}.test.ts`,
);
/** Five whole passes of codegen, a third of what the unit tests cost: left to the run of everything. */
const leftOut = 'codegen/scaffold.test.ts';
/** More than there are processors would only wait for each other; unasked it would be one fewer. */
const workers = Math.min(availableParallelism(), 4);

/**
 * A busy machine now and then runs into a time limit: where a change is judged, what fails every time is a fault. What a
 * failed test leaves behind would decide about its second try, so a file begins once more as a whole, on a world of its
 * own, when the others are through. Elsewhere each failure shows.
 */
const secondTry = new Set<Suite>(process.env['CI'] ? ['server', 'server-postgres', 'e2e'] : []);
/** More than so many failed files are no accident. */
const MOST_ACCIDENTS = 4;

const root = resolve(import.meta.dirname, '..');
// what is started hundreds of times is read and compiled once
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/wan-console');
const asked = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const quick = asked.includes('quick');
const suites = all.filter((name) => asked.length === 0 || asked.includes(name) || (quick && (name === 'unit' || name === 'server')));
/**
 * Suites one after another, beside others: one that has one long file left would leave a processor to nobody. Those of the
 * browser come alone, for what somebody sees in time depends on what runs beside it.
 */
const lanes: Suite[][][] = quick
  ? [[['unit']], [['server']]]
  : [
      [
        ['unit', 'contract'],
        ['server', 'server-postgres'],
      ],
      [['e2e']],
    ];
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

for (const beside of lanes) {
  const asked = beside.map((lane) => lane.filter((suite) => suites.includes(suite))).filter((lane) => lane.length > 0);
  const share = Math.max(1, Math.floor(workers / asked.length));
  // a server, a database or a browser and the test before it work one after another most of the time: a file leaves a sixth of its
  // processor to nobody
  const more = (lane: readonly Suite[]): number => (!quick && lane.some((suite) => suite === 'e2e' || suite === 'server') ? 1 : 0);
  await Promise.all(asked.map((lane) => runLane(lane, { workers: share + more(lane), alone: asked.length === 1 })));
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

async function runLane(lane: readonly Suite[], how: How): Promise<void> {
  for (const suite of lane) {
    if (how.alone) console.log(`\n== ${suite}`);
    count(suite, await runSuite(suite, how));
  }
}

function count(suite: Suite, { status, report }: Outcome): void {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter((test) => test.status === 'passed').length;
  const told = failuresOf(suite, report);
  failures.push(...told);
  total.passed += passed;
  total.failed += told.length;
  total.skipped += tests.filter((test) => test.status !== 'passed' && test.status !== 'failed').length;
  took.push(
    ...report.testResults.map(({ name, startTime, endTime }) => ({
      name: `${suite} ${relative(root, name)}`,
      seconds: (endTime - startTime) / 1000,
    })),
  );
  ran.push(...report.testResults.map(({ name, assertionResults }) => ({ name: relative(root, name), assertionResults })));
  // a suite that cannot run here says so by what it skips
  broken ||= status !== 0 || tests.length === 0;
}

function failuresOf(suite: Suite, { testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that fails before its first test has no test to count; it is a failure all the same.
    if (status === 'failed' && failed.length === 0) return [`${suite}: ${relative(root, name)}`];
    return failed.map((test) => `${suite}: ${relative(root, name)} > ${test.fullName}`);
  });
}

async function runSuite(suite: Suite, how: How): Promise<Outcome> {
  const first = await runFiles(suite, how, quick && suite === 'server' ? quickFiles : []);
  const failed = first.report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (failed.length === 0 || failed.length > MOST_ACCIDENTS || !secondTry.has(suite)) return first;
  console.log(`\n== ${suite}, once more: ${failed.map((name) => relative(root, name)).join(', ')}`);
  const second = await runFiles(suite, how, failed);
  const still = new Set(failuresOf(suite, second.report));
  unsteady.push(...failuresOf(suite, first.report).filter((each) => !still.has(each)));
  const others = first.report.testResults.filter(({ name }) => !failed.includes(name));
  return { status: second.status, report: { testResults: [...others, ...second.report.testResults] } };
}

async function runFiles(suite: Suite, { workers: share, alone }: How, files: string[]): Promise<Outcome> {
  const file = join(folder, `${suite}.json`);
  rmSync(file, { force: true });
  // those of the unit tests that need modules of their own are a project beside it
  const args = [
    'run',
    '--project',
    suite === 'unit' ? 'unit*' : suite,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    `--maxWorkers=${share}`,
    ...files,
  ];
  if (suite === 'unit' && quick) args.push(`--exclude=${leftOut}`);
  const status = await runVitest(suite, args, alone);
  return { status, report: sure(JSON.parse(readFileSync(file, 'utf8')), isReport) };
}

/** What suites say that run beside each other is told when they have said it. */
function runVitest(suite: Suite, args: readonly string[], alone: boolean): Promise<number> {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: root,
    stdio: alone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => {
      if (!alone) process.stdout.write(`\n== ${suite}\n${Buffer.concat(said).toString()}`);
      done(status ?? 1);
    });
  });
}
