import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { minifySync } from 'rolldown/experimental';
import { _ } from 'ajv/dist/compile/codegen/index.js';
import { isStandard } from '#domain/formats/standard.ts';
import { ajvFormats } from '#domain/formats/ajv.ts';
import { asObject, isObject, same, texts, type JsonObject } from '#domain/json.ts';
import { rewriteReferences } from '../read/bundle.ts';
import type { Contract } from '../read/contract.ts';
import type { ContractDocument } from '../read/document.ts';
import type { Built } from '../built.ts';
import type { RawOperation } from '../read/operations.ts';
import { banner, type Output } from './output.ts';
import type { Json } from '#domain/model.ts';

type Mode = 'create' | 'update';

/**
 * One ES module a resource with a function per request body, without `eval` and without Ajv: what the page's CSP allows.
 * readOnly properties are not part of a request; on updates a writeOnly property may be absent.
 */
export function emitValidators(contract: Contract, built: Built): { output: Output; guesses: string[] } {
  const guesses: string[] = [];
  const output: Output = new Map();
  const components = requestComponents(contract.document);
  const raw = new Map(built.operations.map((operation) => [operation.id, operation]));
  for (const { resource } of built.resources) {
    const operations = Object.values(resource.operations)
      .flat()
      .map((operation) => raw.get(operation.id)!)
      .filter((operation) => operation.body !== undefined);
    output.set(`model/${resource.file}.validators.js`, moduleOf(operations));
  }
  const lone = built.forms.map((form) => raw.get(form.operation.id)!).filter((operation) => operation.body !== undefined);
  output.set('model/forms.validators.js', moduleOf(lone));
  return { output, guesses };

  function moduleOf(operations: RawOperation[]): string {
    return compileModule(contract, components, operations, built, guesses);
  }
}

function compileModule(
  contract: Contract,
  components: Record<Mode, JsonObject>,
  operations: RawOperation[],
  built: Built,
  guesses: string[],
): string {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    validateSchema: false,
    logger: false,
    code: { source: true, esm: true, lines: true, formats: _`require("./runtime.js").formats` },
  });
  for (const [name, format] of Object.entries(ajvFormats)) ajv.addFormat(name, format);
  for (const [mode, schemas] of Object.entries(components)) ajv.addSchema({ $id: mode, components: { schemas } });
  const exported: Record<string, string> = {};
  const keys = new Map<string, string>();
  const aliases: [string, string][] = [];
  for (const operation of operations) {
    const mode: Mode = isUpdate(operation, built) ? 'update' : 'create';
    const schema = requestSchema(contract.document, operation.body!.schema, mode);
    rewriteReferences(schema, (reference) => (reference.startsWith('#/') ? `${mode}${reference}` : reference));
    const text = JSON.stringify([mode, schema]);
    const known = keys.get(text);
    if (known !== undefined) {
      aliases.push([operation.id, known]);
      continue;
    }
    try {
      ajv.addSchema(schema, `body ${operation.id}`);
      ajv.getSchema(`body ${operation.id}`);
    } catch (error) {
      guesses.push(
        `${operation.id}: its body cannot be checked before it is sent (${error instanceof Error ? error.message : String(error)})`,
      );
      ajv.removeSchema(`body ${operation.id}`);
      ajv.addSchema({}, `body ${operation.id}`);
    }
    keys.set(text, operation.id);
    exported[operation.id] = `body ${operation.id}`;
    aliases.push([operation.id, operation.id]);
  }
  if (aliases.length === 0) return `${banner('//')}export const bodies = {};\n`;
  return banner('//') + minifySync('validators.js', finish(standaloneCode.default(ajv, exported), aliases), { module: true }).code;
}

function isUpdate(operation: RawOperation, built: Built): boolean {
  // an operation that belongs to no resource has nothing stored that an absent secret would leave as it is
  if (built.forms.some((form) => form.operation.id === operation.id)) return false;
  if (operation.method === 'put' || operation.method === 'patch') return true;
  return built.resources.some(({ resource }) => resource.operations.update.some((update) => update.id === operation.id));
}

/** Imports in place of Ajv's `require`s, and one table of functions by operation. */
function finish(code: string, aliases: [string, string][]): string {
  const imports = new Set<string>();
  let standard = false;
  let text = code.replaceAll(
    /require\("\.\/runtime\.js"\)\.formats(?=(?:\.(\w+)|\["([^"]+)"\]))/g,
    (_match, word?: string, quoted?: string) => {
      if (!isStandard(word ?? quoted ?? '')) return (imports.add('formats'), 'formats');
      standard = true;
      return 'standardChecks';
    },
  );
  text = text.replaceAll(/require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g, (_match, name: string) => (imports.add(name), name));
  text = text.replaceAll(/^"use strict";/g, '').replaceAll(/^export const (\w+) = (\w+);$/gm, '');
  const table = aliases.map(([id, of]) => `  ${JSON.stringify(id)}: ${exportName(code, of)},`).join('\n');
  const head = imports.size === 0 ? '' : `import { ${[...imports].toSorted().join(', ')} } from './runtime.js';\n`;
  const beside = standard ? `import { standardChecks } from './standard-formats.js';\n` : '';
  return `${head}${beside}${text.trim()}\nexport const bodies = {\n${table}\n};\n`;
}

function exportName(code: string, id: string): string {
  const match = code.match(new RegExp(`export const ${id} = (\\w+);`));
  if (match === null) throw new Error(`Ajv made no function for ${id}.`);
  return match[1]!;
}

/**
 * Components as requests see them. An update differs from a create only in components that hold a required writeOnly
 * property, or reach one: the others stand once, so that their functions are compiled once.
 */
function requestComponents(document: ContractDocument): Record<Mode, JsonObject> {
  const create = requestSchemas(document, 'create');
  const update = requestSchemas(document, 'update');
  const differs = new Set(Object.keys(update).filter((name) => !same(create[name], update[name])));
  const reaches = (schema: Json | undefined): boolean =>
    [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"/]+)/g)].some((match) => differs.has(match[1]!));
  for (let size = -1; size !== differs.size;) {
    size = differs.size;
    for (const name of Object.keys(update)) if (reaches(update[name])) differs.add(name);
  }
  for (const name of Object.keys(update)) if (!differs.has(name)) update[name] = { $ref: `create#/components/schemas/${name}` };
  return { create, update };
}

function requestSchemas(document: ContractDocument, mode: Mode): JsonObject {
  return Object.fromEntries(Object.entries(document.schemas).map(([name, schema]) => [name, requestSchema(document, schema, mode)]));
}

const dropped = new Set([
  'example',
  'examples',
  'discriminator',
  'xml',
  'externalDocs',
  'title',
  'description',
  'deprecated',
  'default',
  'readOnly',
  'writeOnly',
  '$id',
  '$schema',
  '$comment',
]);
const maps = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

/** The schema without annotations, without readOnly properties and, on updates, without the need for writeOnly ones. */
function requestSchema(document: ContractDocument, schema: unknown, mode: Mode): JsonObject {
  if (!isObject(schema)) return {};
  const result: JsonObject = {};
  const properties = asObject(schema['properties']);
  const isGone = (name: string): boolean => document.resolve(properties[name])['readOnly'] === true;
  const isKept = (name: string): boolean => mode === 'update' && document.resolve(properties[name])['writeOnly'] === true;
  for (const [key, entry] of Object.entries(schema)) {
    if (dropped.has(key) || key.startsWith('x-')) continue;
    if (key === 'const' || key === 'enum') result[key] = entry;
    else if (key === 'required') result[key] = texts(entry).filter((name) => !isGone(name) && !isKept(name));
    else if (maps.has(key)) {
      const kept = Object.entries(asObject(entry)).filter(([name]) => key !== 'properties' || !isGone(name));
      result[key] = Object.fromEntries(kept.map(([name, child]) => [name, strip(document, child, mode)]));
    } else result[key] = strip(document, entry, mode);
  }
  return result;
}

function strip(document: ContractDocument, value: Json, mode: Mode): Json {
  if (Array.isArray(value)) return value.map((entry) => strip(document, entry, mode));
  return isObject(value) ? requestSchema(document, value, mode) : value;
}
