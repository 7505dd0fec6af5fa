import { join } from 'node:path';
import { writeOutput } from '#codegen/emit/output.ts';
import { generate } from '#codegen/generate.ts';

/** One pass over a contract folder in a process of its own: every output, written. Prints how many operations it read. */
const [folder = '', out = ''] = process.argv.slice(2);
const { output, uiModel, built } = await generate(folder, join(folder, 'openapi/openapi.yaml'));
writeOutput(out, output);
writeOutput(join(folder, 'openapi/ui-model'), uiModel);
process.stdout.write(String(built.operations.length));
