import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/**
 * npm run check               what a change must pass before it is proposed; every step runs, so that one run tells all
 * npm run check -- --no-tests the same without the unit tests, where npm test follows
 */
const root = resolve(import.meta.dirname, '../..');
const bin = (name: string): string => `node_modules/.bin/${name}`;
const steps: [string, string, string[]][] = [
  ['generated files', process.execPath, ['codegen/commands/generate.ts', '--check']],
  ['examples of the contract', process.execPath, ['codegen/commands/examples.ts']],
  ['types', process.execPath, ['node_modules/typescript7/bin/tsc', '--noEmit', '-p', 'tsconfig.json']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['format', bin('oxfmt'), ['--check', '.']],
  ['unused code', bin('knip'), []],
  ['sizes of the first load', process.execPath, ['bench/sizes.ts']],
  ['unit tests', process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--reporter=dot']],
];

spawnSync(process.execPath, ['codegen/commands/ready.ts', 'generated'], { cwd: root, stdio: 'inherit' });
const untested = process.argv.includes('--no-tests');
const failed = steps.filter(([name, command, args]) => {
  if (untested && name === 'unit tests') return false;
  console.log(`\n== ${name}`);
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status !== 0;
});
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.map(([name]) => name).join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
