import { join } from 'node:path';
import { keepCompiled } from '#codegen/compile-cache.ts';
import { writeOutput } from '#codegen/emit/output.ts';

/** One pass over a contract folder in a process of its own, as `npm run generate` makes it: every output, written. Prints how many operations it read. */
keepCompiled();
const { generate } = await import('#codegen/generate.ts');
const [folder = '', out = ''] = process.argv.slice(2);
const { output, uiModel, built } = await generate(folder, join(folder, 'openapi/openapi.yaml'));
writeOutput(out, output);
writeOutput(join(folder, 'openapi/ui-model'), uiModel);
process.stdout.write(String(built.operations.length));
