import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findBrowser } from './support/browser.ts';

/**
 * npm test            every suite
 * npm run e2e         the browser suites
 * npm test -- NAME…   suites by name: unit, server, contract, e2e
 */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

const root = resolve(import.meta.dirname, '..');
const suites = process.argv.slice(2).filter((name) => !name.startsWith('-'));
execFileSync(process.execPath, ['codegen/commands/ready.ts'], { cwd: root, stdio: 'inherit' });
if (suites.length === 0 || suites.includes('e2e')) process.env['CHROME_PATH'] = findBrowser();

const folder = mkdtempSync(join(tmpdir(), 'wan-console-'));
const report = join(folder, 'report.json');
const projects = suites.flatMap((name) => ['--project', name]);
const run = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...projects],
  {
    cwd: root,
    stdio: 'inherit',
    env: process.env,
  },
);
const result = JSON.parse(readFileSync(report, 'utf8')) as Report;
rmSync(folder, { recursive: true, force: true });
// A file that fails before its first test has no test to count; it is a failure all the same.
const brokenFiles = result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
console.log(`${result.numPassedTests} passed, ${result.numFailedTests + brokenFiles} failed, ${result.numPendingTests} skipped`);
process.exitCode = run.status === 0 && result.numPassedTests > 0 ? 0 : 1;
