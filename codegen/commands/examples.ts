import { join, resolve } from 'node:path';
import { BuildError } from '../build-error.ts';
import { checkExamples } from '../check/examples.ts';
import { readContract } from '../read/contract.ts';
import { sayFailure } from './failure.ts';

/** A step of `npm run check`: every example of our contract fits its own schema. */
const root = resolve(import.meta.dirname, '../..');
try {
  const findings = checkExamples(await readContract(root, join(root, 'openapi/openapi.yaml')));
  if (findings.length > 0) throw new BuildError(findings);
  console.log('every example fits its schema');
} catch (error) {
  sayFailure(error);
  process.exitCode = 1;
}
