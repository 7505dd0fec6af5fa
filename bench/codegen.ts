import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { syntheticContract } from '#bench/codegen/synthetic.ts';
import { median, progress, spreadOf, timed, type Area } from '#bench/figure.ts';
import { OPERATIONS, typesOf } from '#bench/pace.ts';
import { keptIn } from '#codegen/emit/kept.ts';
import { generate } from '#codegen/generate.ts';

const RUNS = 3;
const root = resolve(import.meta.dirname, '..');

/** Full codegen of a contract of our size: every output written by a fresh process, the pass alone in a warm one, its types alone; and what a change of our own does on screen. */
export const measureCodegen: Area = async (report, wanted) => {
  const { folder, operations } = syntheticContract(root, OPERATIONS);
  const file = join(folder, 'openapi/openapi.yaml');
  progress(`  ${operations} operations; their times are told for ${OPERATIONS}`);
  const share = OPERATIONS / operations;
  try {
    const { times: types, pace } = await typesOf(folder, file, operations);
    if (wanted('codegen.full')) {
      const times = await timed(RUNS, () => {
        // nothing is written yet, and nothing of what slow tools make is kept from an earlier run
        for (const each of [join(folder, 'generated'), keptIn]) rmSync(each, { recursive: true, force: true });
        execFileSync(process.execPath, [join(import.meta.dirname, 'codegen/once.ts'), folder, join(folder, 'generated')]);
      });
      report('codegen.full', (median(times) / 1000) * share, { spread: seconds(times.map((time) => time * share)), pace });
    }
    if (wanted('codegen.warm')) {
      await generate(folder, file);
      const times = await timed(RUNS, () => generate(folder, file));
      report('codegen.warm', (median(times) / 1000) * share, { spread: seconds(times.map((time) => time * share)), pace });
    }
    if (wanted('codegen.diff')) {
      const diff = join(root, 'codegen/commands/contract-diff.ts');
      // what it ends with says whether something breaks
      const times = await timed(RUNS, () => spawnSync(process.execPath, [diff, 'HEAD'], { cwd: root, stdio: 'ignore' }));
      report('codegen.diff', median(times) / 1000, { spread: seconds(times), pace });
    }
    if (wanted('codegen.types')) report('codegen.types', median(types) / 1000, { spread: seconds(types) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

function seconds(times: number[]): [number, number] {
  const [low, high] = spreadOf(times);
  return [low / 1000, high / 1000];
}
