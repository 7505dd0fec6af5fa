import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isHttpAddress } from '#domain/http-address.ts';
import { type Inferred, inferenceLines } from '#domain/inference-summary.ts';
import { asObject, texts } from '#domain/json.ts';
import { keepCompiled } from '../compile-cache.ts';
import { compareOutput, type Output, writeChanged, writeOutput } from '../emit/output.ts';
import { sentenceOf } from './failure.ts';

/**
 * npm run generate                                    our contract to generated/ and openapi/ui-model/
 * npm run generate -- --check                         compares instead of writing
 * npm run generate -- --contract FILE --out DIR       any contract, a file or an address, to DIR
 *                     --overlay FILE                  an OpenAPI Overlay that refines it; several are applied in their order
 */
const values = wanted();
const root = resolve(import.meta.dirname, '../..');
keepCompiled();
const { generate } = await import('../generate.ts');
const own = join(root, 'openapi/openapi.yaml');
const file = values.contract === undefined ? own : isHttpAddress(values.contract) ? values.contract : resolve(values.contract);
const folder = resolve(values.out ?? join(root, 'generated'));

if (file !== own && values.out === undefined) stop('Name the folder to write to: --out DIR. Only our own contract goes to generated/.');

try {
  const started = performance.now();
  const { output, uiModel, built } = await generate(root, file, { overlays: values.overlay?.map((each) => resolve(each)) });
  const docs = file === own ? await ownDocs() : new Map<string, string>();
  if (values.check === true) {
    const stale = [
      ...compareOutput(folder, output),
      ...(file === own ? compareOutput(join(root, 'openapi/ui-model'), uiModel).map((path) => `openapi/ui-model/${path}`) : []),
      ...[...docs]
        .filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
        .map(([path]) => path),
    ];
    if (stale.length > 0)
      stop(
        `Out of date: ${stale.slice(0, 10).join(', ')}${stale.length > 10 ? ` and ${stale.length - 10} more` : ''}. Run: npm run generate`,
      );
    console.log(`generated files are up to date (${output.size})`);
  } else {
    mkdirSync(folder, { recursive: true });
    const written = writeOutput(folder, output);
    if (file === own) writeOutput(join(root, 'openapi/ui-model'), uiModel);
    writeChanged(root, docs);
    console.log(
      `${built.operations.length} operations, ${built.resources.length} resources, ${built.forms.length} forms: ${written} of ${output.size} files changed in ${Math.round(performance.now() - started)} ms`,
    );
    if (file !== own) for (const line of inferenceLines(inferredIn(output), join(folder, 'report.json'))) console.log(line);
    else if (built.missingLabels.length > 0) console.log(`${built.missingLabels.length} labels have no Chinese, see report.json`);
  }
} catch (error) {
  stop(sentenceOf(error));
}

/** Validators and islands have a word in it too. */
function inferredIn(output: Output): Inferred {
  const { guesses, unmapped } = asObject(JSON.parse(output.get('report.json') ?? '{}'));
  return { guesses: texts(guesses), unmapped: texts(unmapped) };
}

/** What is written about our own contract, from the repository beside it, and what editors check it by. */
async function ownDocs(): Promise<Map<string, string>> {
  const [{ rulesDoc }, { readRulesSource }, { vocabularyDoc }, { vocabularyUses }, { editorSchemas }] = await Promise.all([
    import('../emit/rules-doc.ts'),
    import('../read/rules-source.ts'),
    import('../emit/vocabulary-doc.ts'),
    import('../read/vocabulary-uses.ts'),
    import('../emit/editor-schemas.ts'),
  ]);
  const rules = readRulesSource(root);
  return new Map(
    rules ? [['docs/rules.md', rulesDoc(rules)], ['docs/vocabulary.md', vocabularyDoc(vocabularyUses(root))], ...editorSchemas(root)] : [],
  );
}

function wanted(): { check?: boolean; contract?: string; out?: string; overlay?: string[] } {
  try {
    return parseArgs({
      options: {
        check: { type: 'boolean' },
        contract: { type: 'string' },
        out: { type: 'string' },
        overlay: { type: 'string', multiple: true },
      },
    }).values;
  } catch (error) {
    return stop(sentenceOf(error));
  }
}

function stop(message: string): never {
  writeFileSync(process.stderr.fd, `${message}\n`);
  process.exit(1);
}
