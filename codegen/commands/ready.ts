import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { MADE_OF } from '../emit/output.ts';
import { consoleInputs, contractInputs, digest, isMadeOf, whenChanged } from './inputs.ts';

/** Brings generated/, dist/ and the server's bundle up to date before anything reads them; does nothing where the inputs are unchanged. */
const root = resolve(import.meta.dirname, '../..');
const run = (...command: string[]): void => void execFileSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
const stamp = (name: string): string => join(root, 'node_modules/.cache/wan-console', name);

// in its folder: `npm run dev` writes there too, of a contract that may be taken back once it has ended
whenChanged(join(root, 'generated', MADE_OF), join(root, 'generated/openapi.json'), digest(root, contractInputs), () =>
  run('codegen/commands/generate.ts'),
);
if (process.argv[2] !== 'generated') {
  whenChanged(stamp('console'), join(root, 'dist/index.html'), digest(root, consoleInputs), () =>
    run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'),
  );
  const bundle = stamp('server');
  if (!isMadeOf(root, join(bundle, 'made-of.json'))) await (await import('../server-bundle.ts')).bundleServer(root, bundle);
}
