import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { digest, whenChanged } from '#codegen/commands/inputs.ts';

const root = resolve(import.meta.dirname, '..');

/** The large network, of which several figures are. */
export const large = { sites: 10_000, logs: 1_000_000 };
export const largeNetwork = (): string => preparedWorld('large', large);

/** The data directory of a network that is measured: made once, and again when what makes it has changed. */
export function preparedWorld(name: string, size: { sites: number; logs?: number }): string {
  const made = join(root, 'node_modules/.cache/wan-console', name);
  const data = join(made, 'data');
  const options = Object.entries(size).flatMap(([option, count]) => [`--${option}`, String(count)]);
  const inputs = digest(root, ['server/simulator', 'server/seed', 'server/store', 'generated/model', 'bench/world.ts']);
  whenChanged(`${made}.stamp`, data, `${inputs} ${options.join(' ')}`, () => {
    rmSync(made, { recursive: true, force: true });
    mkdirSync(data, { recursive: true });
    execFileSync(process.execPath, ['server/simulator/seed-command.ts', ...options], {
      cwd: root,
      env: { ...process.env, DATA_DIR: data },
      stdio: ['ignore', 2, 2],
    });
  });
  return data;
}
