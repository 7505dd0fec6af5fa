import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { scaffold } from '../scaffold.ts';
import { sayFailure } from './failure.ts';

/** npm run new -- circuitVendor [--group configuration]: its files, and what is generated of them. `npm run check` passes at once. */
const root = resolve(import.meta.dirname, '../..');
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { group: { type: 'string', default: 'configuration' } } });
  const [name] = positionals;
  if (name === undefined) throw new Error('Name the entity, in camelCase: npm run new -- circuitVendor');
  const written = scaffold(root, name, values.group);
  console.log(`Written: ${written.join(', ')}.`);
  process.exitCode = spawnSync(process.execPath, [join(root, 'codegen/commands/generate.ts')], { stdio: 'inherit' }).status ?? 1;
  console.log('Next: fill in the properties, translate the labels, npm run generate.');
} catch (error) {
  sayFailure(error);
  process.exitCode = 1;
}
