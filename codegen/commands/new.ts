import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BuildError, describeFinding } from '../build-error.ts';
import { scaffold } from '../scaffold.ts';

/** npm run new -- circuitVendor [--group configuration] */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { group: { type: 'string', default: 'configuration' } } });
try {
  const written = scaffold(resolve(import.meta.dirname, '../..'), positionals[0] ?? '', values.group);
  console.log(`Written: ${written.join(', ')}.\nNext: fill in the properties, translate the labels, npm run generate.`);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(error.findings.map(describeFinding).join('\n'));
  process.exitCode = 1;
}
