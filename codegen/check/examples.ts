import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isAlias, isMap, isNode, isScalar, LineCounter, parseDocument, visit, type Document, type YAMLMap } from 'yaml';
import { causesOf, type SchemaError } from '#domain/causes.ts';
import { asArray, asObject, asText, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { joinPointer, parsePointer } from '#domain/pointer.ts';
import type { Finding } from '../build-error.ts';
import { type CompiledAt, compiledIn, forAnswers, placeOf } from '../read/compiled.ts';
import type { Contract } from '../read/contract.ts';
import { ContractDocument } from '../read/document.ts';
import { methods } from '../read/operations.ts';
import { yamlFiles } from '../read/source.ts';

/** Where an example stands below its operation, and the schema that it is of. */
type Example = { at: string[]; schema: string[]; value: Json };
type Operation = { id: string; place: string[]; operation: JsonObject };

/** Of one example: the first causes say what the others follow from. */
const SHOWN = 3;

/**
 * Examples of requests, answers and parameters that their own schemas refuse, with the author's line. Mocks, documents and
 * tests are made of them; too slow for each save of a contract, so that it is a step of `npm run check`.
 */
export function checkExamples({ root, document }: Contract): Finding[] {
  const [sent, answered] = [compiledIn(document.root), compiledIn(forAnswers(document.root))];
  const lines = operationLines(root);
  return operationsIn(document.root).flatMap((each) => [
    ...refused(each, [...parameters(each, document), ...body(each, document)], sent, lines),
    ...refused(each, answers(each, document), answered, lines),
  ]);
}

function operationsIn(root: JsonObject): Operation[] {
  return Object.entries(asObject(root['paths'])).flatMap(([path, item]) =>
    Object.entries(asObject(item)).flatMap(([method, value]) => {
      const operation = asObject(value);
      return methods.some((each) => each === method)
        ? [{ id: asText(operation['operationId']) ?? `${method} ${path}`, place: ['paths', path, method], operation }]
        : [];
    }),
  );
}

function refused({ id, place }: Operation, examples: Example[], compiled: CompiledAt, lineOf: Lines): Finding[] {
  return examples.flatMap(({ at, schema, value }) => {
    const fits = compiled(...(schema[0] === 'components' ? schema : [...place, ...schema]));
    if (!fits || fits(value)) return [];
    const causes = causesOf(fits.errors ?? [], value).slice(0, SHOWN);
    return causes.map(({ pointer, error }) => ({
      ...lineOf(id, [...at, ...parsePointer(pointer)]),
      pointer: joinPointer('', ...at) + pointer,
      message: `${id}: its schema refuses the example: ${sentenceOf(error)}.`,
      remedy: 'Mend the example, or the schema where the example is right.',
    }));
  });
}

function sentenceOf({ message = 'is wrong', params }: SchemaError): string {
  const named = asText(params['additionalProperty'] ?? params['unevaluatedProperty']);
  return named === undefined ? message : `${message} (${named})`;
}

function parameters({ operation }: Operation, document: ContractDocument): Example[] {
  return asArray(operation['parameters']).flatMap((parameter, index) => {
    const at = ['parameters', String(index)];
    return examplesBelow(document.resolve(parameter), at, placeOf(parameter, at), document);
  });
}

function body({ operation }: Operation, document: ContractDocument): Example[] {
  return contents(operation['requestBody'], ['requestBody'], document);
}

function answers({ operation }: Operation, document: ContractDocument): Example[] {
  return Object.entries(asObject(operation['responses'])).flatMap(([status, answer]) => contents(answer, ['responses', status], document));
}

function contents(value: Json | undefined, at: string[], document: ContractDocument): Example[] {
  const place = placeOf(value, at);
  return Object.entries(asObject(document.resolve(value)['content'])).flatMap(([type, media]) =>
    type.includes('json') ? examplesBelow(asObject(media), [...at, 'content', type], [...place, 'content', type], document) : [],
  );
}

function examplesBelow(owner: JsonObject, at: string[], place: string[], document: ContractDocument): Example[] {
  const schema = [...place, 'schema'];
  const named = Object.entries(asObject(owner['examples'])).flatMap(([name, each]) => {
    const { value } = document.resolve(each);
    return value === undefined ? [] : [{ at: [...at, 'examples', name, 'value'], schema, value }];
  });
  return owner['example'] === undefined ? named : [{ at: [...at, 'example'], schema, value: owner['example'] }, ...named];
}

type Lines = (id: string, pointer: readonly string[]) => { file: string; line?: number };

/** File and line of a place below an operation: the deepest part of it that its file has. */
function operationLines(root: string): Lines {
  const parsed = new Map<string, { document: Document; counter: LineCounter }>();
  let texts: [string, string][] | undefined;
  return (id, pointer) => {
    texts ??= yamlFiles([join(root, 'openapi')]).map((file) => [file, readFileSync(file, 'utf8')]);
    const [file, text] = texts.find(([, each]) => each.includes(`operationId: ${id}\n`)) ?? [];
    if (file === undefined || text === undefined) return { file: `openapi (${id})` };
    const counter = new LineCounter();
    const known = parsed.get(file) ?? { document: parseDocument(text, { lineCounter: counter, merge: true }), counter };
    parsed.set(file, known);
    const line = lineBelow(known.document, id, pointer);
    return { file: relative(root, file), ...(line === undefined ? {} : { line: known.counter.linePos(line).line }) };
  };
}

function lineBelow(document: Document, id: string, pointer: readonly string[]): number | undefined {
  let node: unknown = operationNode(document, id);
  let offset = isNode(node) ? node.range?.[0] : undefined;
  for (const segment of pointer) {
    if (isAlias(node)) node = node.resolve(document);
    if (!isMap(node) && !(isNode(node) && 'items' in node)) break;
    node = 'getIn' in node ? node.getIn([/^\d+$/.test(segment) && !isMap(node) ? Number(segment) : segment], true) : undefined;
    if (!isNode(node)) break;
    offset = node.range?.[0] ?? offset;
  }
  return offset;
}

function operationNode(document: Document, id: string): YAMLMap | undefined {
  let found: YAMLMap | undefined;
  visit(document, {
    Map: (_, map) => {
      const own = map.get('operationId', true);
      if (!isScalar(own) || own.value !== id) return undefined;
      found = map;
      return visit.BREAK;
    },
  });
  return found;
}
