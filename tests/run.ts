import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
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
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string; ancestorTitles: string[]; title: string }[];
  }[];
};

const all = ['unit', 'contract', 'server', 'server-postgres', 'e2e'] as const;
type Suite = (typeof all)[number];

/** Suites that start servers and browsers run one file at a time: two at once would only wait for each other. */
const serial = new Set<Suite>(['contract', 'server', 'server-postgres', 'e2e']);
/** Each of these keeps one processor busy; the browser suites, like the unit tests, all there are. */
const single = new Set<Suite>(['contract', 'server', 'server-postgres']);

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

await run(suites.filter((suite) => suite === 'unit'));
// two at once, the longest first; one by one where a slow machine must not run into a time limit
await run(suites.filter((suite) => single.has(suite)).toReversed(), process.env['CI'] ? 1 : 2);
await run(suites.filter((suite) => suite === 'e2e'));

rmSync(folder, { recursive: true, force: true });
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = broken || total.failed > 0 ? 1 : 0;

async function run(chosen: Suite[], atOnce = 1): Promise<void> {
  const together = atOnce > 1 && chosen.length > 1;
  const work = async (): Promise<void> => {
    for (let suite = chosen.shift(); suite !== undefined; suite = chosen.shift()) count(suite, await runSuite(suite, together));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function count(suite: Suite, { status, report }: { status: number; report: Report }): void {
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

/** What a suite says beside another one is kept together, and printed once it is done. */
async function runSuite(suite: Suite, apart: boolean): Promise<{ status: number; report: Report }> {
  const file = join(folder, `${suite}.json`);
  const args = ['run', '--project', suite, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  if (serial.has(suite)) args.push('--no-file-parallelism');
  if (!apart) console.log(`\n== ${suite}`);
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: root,
    stdio: apart ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: process.env,
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part));
  const [status] = (await once(child, 'close')) as [number | null];
  if (apart) console.log(`\n== ${suite}\n${Buffer.concat(said).toString()}`);
  return { status: status ?? 1, report: JSON.parse(readFileSync(file, 'utf8')) as Report };
}
