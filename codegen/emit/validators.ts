import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { minify } from 'rolldown/experimental';
import { _ } from 'ajv/dist/compile/codegen/index.js';
import { ajvFormats } from '#domain/formats/ajv.ts';
import { asObject, isObject, isText, same, texts, type JsonObject } from '#domain/json.ts';
import { rewriteReferences } from '../read/bundle.ts';
import type { Contract } from '../read/contract.ts';
import type { ContractDocument } from '../read/document.ts';
import type { Built } from '../built.ts';
import type { RawOperation } from '../read/operations.ts';
import { Remembered } from '../remembered.ts';
import { withImports } from './imports.ts';
import { banner, type Output } from './output.ts';
import type { Json } from '#domain/model.ts';

type Mode = 'create' | 'update';

/**
 * One ES module a resource with a function per request body, without `eval` and without Ajv: what the page's CSP allows.
 * readOnly properties are not part of a request; on updates a writeOnly property may be absent.
 */
export async function emitValidators(contract: Contract, built: Built): Promise<{ output: Output; guesses: string[] }> {
  const guesses: string[] = [];
  const output: Output = new Map();
  const components = requestComponents(contract);
  const raw = new Map(built.operations.map((operation) => [operation.id, operation]));
  const sent = (ids: readonly string[]): RawOperation[] => ids.flatMap((id) => raw.get(id) ?? []).filter(({ body }) => body !== undefined);
  const making = built.resources.map(({ resource }) => ({
    path: `model/${resource.file}.validators.js`,
    made: moduleOf(
      resource.file,
      Object.values(resource.operations).flatMap((own) => own.map(({ id }) => id)),
    ),
  }));
  making.push({
    path: 'model/forms.validators.js',
    made: moduleOf(
      '',
      built.forms.map(({ operation }) => operation.id),
    ),
  });
  for (const { path, made } of making) {
    const { code, unchecked } = await made;
    output.set(path, code);
    guesses.push(...unchecked);
  }
  return { output, guesses };

  function moduleOf(name: string, ids: readonly string[]): Promise<Compiled> {
    const checked = bodiesOf(contract, sent(ids), built);
    const schemas = reachedFrom(
      checked.map(({ schema }) => schema),
      components,
    );
    // what was compiled is told by what it was compiled of: titles and words of a schema are not among that
    return modules.of(contract.memory, name, [JSON.stringify([checked, schemas])], () => compileModule(schemas, checked));
  }
}

type Checked = { id: string; mode: Mode; schema: JsonObject };
type Compiled = { code: string; unchecked: string[] };
const modules = new Remembered<Promise<Compiled>>();

/** The bodies of operations as they are sent. */
function bodiesOf({ document }: Contract, operations: readonly RawOperation[], built: Built): Checked[] {
  return operations.map((operation) => {
    const mode: Mode = isUpdate(operation, built) ? 'update' : 'create';
    const schema = requestSchema(document, operation.body?.schema, mode);
    rewriteReferences(schema, (reference) => (reference.startsWith('#/') ? `${mode}${reference}` : reference));
    return { id: operation.id, mode, schema };
  });
}

/** The compiler's own tidying is left to the minifier, which does it beside this thread. */
async function compileModule(components: Record<Mode, JsonObject>, bodies: readonly Checked[]): Promise<Compiled> {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    validateSchema: false,
    logger: false,
    code: { source: true, esm: true, lines: true, optimize: false, formats: _`require("./runtime.js").formats` },
  });
  for (const [name, format] of Object.entries(ajvFormats)) ajv.addFormat(name, format);
  for (const [mode, schemas] of Object.entries(components)) ajv.addSchema({ $id: mode, components: { schemas } });
  const exported: Record<string, string> = {};
  const keys = new Map<string, string>();
  const aliases: [string, string][] = [];
  const unchecked: string[] = [];
  for (const { id, mode, schema } of bodies) {
    const text = JSON.stringify([mode, schema]);
    const known = keys.get(text);
    if (known !== undefined) {
      aliases.push([id, known]);
      continue;
    }
    try {
      ajv.addSchema(schema, `body ${id}`);
      ajv.getSchema(`body ${id}`);
    } catch (error) {
      unchecked.push(`${id}: its body cannot be checked before it is sent (${error instanceof Error ? error.message : String(error)})`);
      ajv.removeSchema(`body ${id}`);
      ajv.addSchema({}, `body ${id}`);
    }
    keys.set(text, id);
    exported[id] = `body ${id}`;
    aliases.push([id, id]);
  }
  if (aliases.length === 0) return { code: `${banner('//')}export const bodies = {};\n`, unchecked };
  const code = finish(standaloneCode.default(ajv, exported), aliases);
  const { code: text } = await minify('validators.js', code, { module: true });
  return { code: banner('//') + text, unchecked };
}

function isUpdate(operation: RawOperation, built: Built): boolean {
  // an operation that belongs to no resource has nothing stored that an absent secret would leave as it is
  if (built.forms.some((form) => form.operation.id === operation.id)) return false;
  if (operation.method === 'put' || operation.method === 'patch') return true;
  return built.resources.some(({ resource }) => resource.operations.update.some((update) => update.id === operation.id));
}

/** One table of functions by operation. */
function finish(code: string, aliases: [string, string][]): string {
  const { head, text, nameOf } = withImports(code);
  const table = aliases.map(([id, of]) => `  ${JSON.stringify(id)}: ${nameOf(of)},`).join('\n');
  return `${head}${text}\nexport const bodies = {\n${table}\n};\n`;
}

/**
 * Components as requests see them. An update differs from a create only in components that hold a required writeOnly
 * property, or reach one: the others stand once, so that their functions are compiled once.
 */
function requestComponents(contract: Contract): Record<Mode, JsonObject> {
  const create = requestSchemas(contract, 'create');
  const update = requestSchemas(contract, 'update');
  const differs = new Set(Object.keys(update).filter((name) => !same(create[name], update[name])));
  const named = new Map(Object.entries(update).map(([name, schema]) => [name, namesIn(schema)]));
  const reaches = (name: string): boolean => named.get(name)?.some((other) => differs.has(other)) ?? false;
  for (let size = -1; size !== differs.size;) {
    size = differs.size;
    for (const name of Object.keys(update)) if (reaches(name)) differs.add(name);
  }
  for (const name of Object.keys(update)) if (!differs.has(name)) update[name] = { $ref: `create#/components/schemas/${name}` };
  return { create, update };
}

/** The components that schemas come to: Ajv goes through every schema that it is given, needed or not. */
function reachedFrom(schemas: readonly unknown[], { create, update }: Record<Mode, JsonObject>): Record<Mode, JsonObject> {
  const found = new Set<string>();
  const open = schemas.flatMap(namesIn);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...namesIn(create[name]), ...namesIn(update[name]));
  }
  const only = (all: JsonObject): JsonObject => Object.fromEntries(Object.entries(all).filter(([name]) => found.has(name)));
  return { create: only(create), update: only(update) };
}

function namesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, each]) =>
    key === '$ref' && isText(each) ? (/^(?:create|update)?#\/components\/schemas\/([^/]+)/.exec(each)?.slice(1) ?? []) : namesIn(each),
  );
}

function requestSchemas({ document, memory }: Contract, mode: Mode): JsonObject {
  const schemas = Object.entries(document.schemas).map(([name, schema]): [string, JsonObject] => {
    const make = (): JsonObject => requestSchema(document, schema, mode);
    return [name, requests.of(memory, `${mode} ${name}`, [schema], make, document.lookups)];
  });
  return Object.fromEntries(schemas);
}

const requests = new Remembered<JsonObject>();

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
