import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { findBrowser } from './support/browser.ts';

/**
 * npm test            every suite
 * npm run e2e         the browser suites
 * npm test -- NAME…   suites by name: unit, contract, server, server-postgres, e2e
 */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
};

const all = ['unit', 'contract', 'server', 'server-postgres', 'e2e'] as const;
/** Suites that start servers and browsers run one file at a time: two at once would only wait for each other. */
const serial = new Set<string>(['contract', 'server', 'server-postgres', 'e2e']);

const root = resolve(import.meta.dirname, '..');
const asked = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const suites = all.filter((name) => asked.length === 0 || asked.includes(name));
execFileSync(process.execPath, ['codegen/commands/ready.ts'], { cwd: root, stdio: 'inherit' });
if (suites.includes('e2e')) process.env['CHROME_PATH'] = findBrowser();

const folder = mkdtempSync(join(tmpdir(), 'wan-console-'));
const total = { passed: 0, failed: 0, skipped: 0 };
/** What failed, said once more at the end: a log of an hour is read from there. */
const failures: string[] = [];
let broken = suites.length === 0;
for (const suite of suites) {
  console.log(`\n== ${suite}`);
  const { status, report } = runSuite(suite);
  total.passed += report.numPassedTests;
  // A file that fails before its first test has no test to count; it is a failure all the same.
  const unread = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  total.failed += report.numFailedTests + unread.length;
  for (const { name, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    failures.push(...failed.map((test) => `${suite}: ${relative(root, name)} > ${test.fullName}`));
  }
  failures.push(...unread.map((file) => `${suite}: ${relative(root, file.name)}`));
  total.skipped += report.numPendingTests;
  // a suite that cannot run here says so by what it skips
  broken ||= status !== 0 || report.numPassedTests + report.numPendingTests === 0;
}
rmSync(folder, { recursive: true, force: true });
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = broken || total.failed > 0 ? 1 : 0;

function runSuite(suite: string): { status: number | null; report: Report } {
  const file = join(folder, `${suite}.json`);
  const args = ['run', '--project', suite, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  if (serial.has(suite)) args.push('--no-file-parallelism');
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: process.env,
  });
  return { status, report: JSON.parse(readFileSync(file, 'utf8')) as Report };
}
