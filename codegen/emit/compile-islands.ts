import { _ } from 'ajv/dist/compile/codegen/index.js';
import nextVocabulary from 'ajv/dist/vocabularies/next.js';
import unevaluatedVocabulary from 'ajv/dist/vocabularies/unevaluated/index.js';
import { minifySync } from 'rolldown/experimental';
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators';
import { ajvFormats } from '#domain/formats/ajv.ts';
import { asObject } from '#domain/json.ts';
import { withImports } from './imports.ts';
import type { Islands } from '../island/convert.ts';

/** The schema that holds all definitions of a module; what refers into it has this name before the pointer. */
const ROOT = 'islands';

/**
 * A module of islands: their schemas, and a validator for each alternative and condition in them, by its mark. Code that
 * was made at build time: the page's CSP lets no other run.
 */
export function compileIslands({ roots, definitions, marks }: Islands, folder: string): string {
  const code = compileSchemaValidatorsCode(
    // what it says beyond the types of draft 7 is for the compiler, which is told the dialect
    { $id: ROOT, ...asObject({ definitions }) },
    {
      ajvFormatOptions: false,
      ajvOptionsOverrides: {
        allErrors: true,
        verbose: false,
        validateSchema: false,
        inlineRefs: false,
        logger: false,
        next: true,
        unevaluated: true,
        code: { esm: true, lines: true, formats: _`require("./runtime.js").formats` },
      },
      extenderFn: (ajv) => {
        // newer keywords of the specification, beside those of the dialect
        ajv.addVocabulary('default' in nextVocabulary ? nextVocabulary.default : nextVocabulary);
        ajv.addVocabulary('default' in unevaluatedVocabulary ? unevaluatedVocabulary.default : unevaluatedVocabulary);
        for (const [name, format] of Object.entries(ajvFormats)) ajv.addFormat(name, format);
        // a format of the library's own, which no contract means by these names
        for (const name of ['color', 'data-url']) delete ajv.formats[name];
        for (const [mark, pointer] of Object.entries(marks)) ajv.addSchema({ $id: mark, $ref: `${ROOT}#/definitions${uriOf(pointer)}` });
        return ajv;
      },
    },
  );
  const names = [ROOT, ...Object.keys(marks)];
  const { head, text, nameOf } = withImports(code, folder);
  const table = names.map((name) => `${JSON.stringify(name)}: ${nameOf(name)}`).join(',\n');
  const data = `export const roots = ${JSON.stringify(roots)};\nexport const definitions = ${JSON.stringify(definitions)};`;
  return minifySync('islands.js', `${head}${text}\n${data}\nexport const validators = {\n${table}\n};\n`, { module: true }).code;
}

/** Names of definitions may hold what no fragment of an address may. */
function uriOf(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/');
}
