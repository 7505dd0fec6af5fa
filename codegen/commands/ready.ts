import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { consoleInputs, contractInputs, digest, whenChanged } from './inputs.ts';

/** Brings generated/ and dist/ up to date before anything reads them; does nothing where the inputs are unchanged. */
const root = resolve(import.meta.dirname, '../..');
const run = (...command: string[]): void => void execFileSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
const stamp = (name: string): string => join(root, 'node_modules/.cache/wan-console', name);
const only = process.argv[2];

if (!existsSync(join(root, 'generated/openapi.json'))) run('codegen/commands/generate.ts');
await whenChanged(stamp('contract'), digest(root, contractInputs), () => run('codegen/commands/generate.ts'));
if (only !== 'generated') {
  const inputs = existsSync(join(root, 'dist/index.html')) ? digest(root, consoleInputs) : 'none';
  await whenChanged(stamp('console'), inputs, () => run('codegen/commands/build.ts'));
}
