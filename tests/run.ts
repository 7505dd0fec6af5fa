import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { ledgerRows, type TestedFile, unproven } from './spec/ledger.ts';
import { findBrowser } from './support/browser.ts';

/**
 * npm test            every suite, and the rows of the ledger that they prove
 * npm test -- quick   the unit tests, and of the server what most changes break
 * npm run e2e         the browser suites
 * npm test -- NAME…   suites by name: unit, contract, server, server-postgres, e2e
 *
 * THOROUGH=1 makes more of what is tried at random, and at random indeed: for a run by night.
 */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string; ancestorTitles: string[]; title: string }[];
  }[];
};

const all = ['unit', 'contract', 'server', 'server-postgres', 'e2e'] as const;
type Suite = (typeof all)[number];

/** Files of the server suite that most changes of the contract, the access or the generic server break. */
const quickFiles = ['access', 'crud', 'entities', 'platform', 'section6', 'sites', 'states', 'validation'].map(
  (name) => `tests/server/${name}.test.ts`,
);
/** A file of these is a server, or a server and a browser: more than there are processors would only wait for each other. */
const workers = Math.min(availableParallelism(), 4);

const root = resolve(import.meta.dirname, '..');
const asked = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const quick = asked.includes('quick');
const suites = all.filter((name) => asked.length === 0 || asked.includes(name) || (quick && (name === 'unit' || name === 'server')));
execFileSync(process.execPath, ['codegen/commands/ready.ts'], { cwd: root, stdio: 'inherit' });
if (suites.includes('e2e')) process.env['CHROME_PATH'] = findBrowser();

const folder = mkdtempSync(join(tmpdir(), 'wan-console-'));
const total = { passed: 0, failed: 0, skipped: 0 };
/** What failed, said once more at the end: a log of an hour is read from there. */
const failures: string[] = [];
const ran: TestedFile[] = [];
let broken = suites.length === 0;

for (const suite of suites) count(suite, runSuite(suite));
const missing = unproven(ledgerRows, ran, asked.length === 0);

rmSync(folder, { recursive: true, force: true });
for (const failure of failures) console.log(`failed: ${failure}`);
for (const row of missing) console.log(`not proven: ${row}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = broken || total.failed > 0 || missing.length > 0 ? 1 : 0;

function count(suite: Suite, { status, report }: { status: number; report: Report }): void {
  total.passed += report.numPassedTests;
  // A file that fails before its first test has no test to count; it is a failure all the same.
  const unread = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  total.failed += report.numFailedTests + unread.length;
  ran.push(...report.testResults.map(({ name, assertionResults }) => ({ name: relative(root, name), assertionResults })));
  for (const { name, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    failures.push(...failed.map((test) => `${suite}: ${relative(root, name)} > ${test.fullName}`));
  }
  failures.push(...unread.map((file) => `${suite}: ${relative(root, file.name)}`));
  total.skipped += report.numPendingTests;
  // a suite that cannot run here says so by what it skips
  broken ||= status !== 0 || report.numPassedTests + report.numPendingTests === 0;
}

function runSuite(suite: Suite): { status: number; report: Report } {
  const file = join(folder, `${suite}.json`);
  const args = ['run', '--project', suite, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  if (suite !== 'unit') args.push(`--maxWorkers=${workers}`);
  if (quick && suite === 'server') args.push(...quickFiles);
  console.log(`\n== ${suite}`);
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { cwd: root, stdio: 'inherit' });
  return { status: status ?? 1, report: JSON.parse(readFileSync(file, 'utf8')) as Report };
}
