import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import { BuildError, type Finding } from '../build-error.ts';
import { asArray, asObject } from '#domain/json.ts';
import { joinPointer } from '#domain/pointer.ts';
import { Remembered } from '../remembered.ts';
import type { Files } from './files.ts';

type KeywordUse = { file: string; pointer: string[]; line: number; value: unknown; siblings: Set<string> };

/** Data, not schema: what stands below is no keyword of ours. */
export const inert = new Set(['examples', 'example', 'default']);

export const keywords = ['x-ui', 'x-data', 'x-access', 'x-labels', 'x-platform'];

/** Every YAML file below the folders, sorted: the inputs of the contract in a fixed order. */
export function yamlFiles(folders: string[]): string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted(byName)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (/\.ya?ml$/.test(entry.name)) found.push(path);
    }
  };
  for (const folder of folders) walk(folder);
  return found;
}

function byName({ name }: { name: string }, { name: other }: { name: string }): number {
  return name < other ? -1 : 1;
}

/**
 * Checks our keywords in our own files against the closed vocabularies, in the file as it was written,
 * so that a mistake is reported with the author's line and not with a place in the bundle.
 */
export function checkVocabulary(root: string, paths: string[], files: Files): void {
  const vocabularies = keywords.map((keyword) => files.yaml(join(root, 'schemas/vocabulary', `${keyword}.yaml`)));
  const check = checks.of(files.memory, '', vocabularies, () => vocabularyChecks(vocabularies));
  const findings: Finding[] = [];
  for (const file of paths) {
    const text = files.text(file);
    const name = files.named(file);
    if (right.of(files.memory, name, [text, check], () => isRight(files, file, name, check))) continue;
    const counter = new LineCounter();
    const document = parseDocument(text, { lineCounter: counter, merge: true });
    for (const error of document.errors) {
      findings.push({
        file: name,
        line: error.linePos?.[0].line,
        message: `This is not YAML: ${error.message.split('\n')[0]}`,
        remedy: 'Mend the syntax; quote texts that hold a colon, comma or bracket.',
      });
    }
    walk(document.contents, [], { document, counter, file: name, visit: (place) => findings.push(...check(place)) });
  }
  if (findings.length > 0) throw new BuildError(findings);
}

type Check = (place: KeywordUse) => Finding[];
const checks = new Remembered<Check>();
const right = new Remembered<boolean>();

/** Whether a file is right, by the quick parser: only a file with a mistake is parsed again for the places in it. */
function isRight(files: Files, path: string, file: string, check: Check): boolean {
  const seen = new Set<unknown>();
  const walkValue = (value: unknown, pointer: string[]): boolean => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return true;
    seen.add(value);
    if (inert.has(pointer.at(-1) ?? '')) return true;
    const siblings = new Set(Object.keys(value));
    return Object.entries(value).every(([key, entry]) =>
      keywords.includes(key)
        ? check({ file, pointer: [...pointer, key], line: 0, value: entry, siblings }).length === 0
        : walkValue(entry, [...pointer, key]),
    );
  };
  try {
    return walkValue(files.yaml(path), []);
  } catch {
    return false;
  }
}

function vocabularyChecks(vocabularies: readonly unknown[]): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: true, verbose: true });
  for (const [index, keyword] of keywords.entries()) ajv.addSchema(asObject(vocabularies[index]), keyword);
  const validate = (keyword: string, kind: string): ValidateFunction | undefined => ajv.getSchema(`${keyword}#/$defs/${kind}`);
  return (place) => {
    const keyword = place.pointer.at(-1)!;
    const kind = kindOf(keyword, place);
    const check = validate(keyword, kind);
    if (check === undefined) {
      return [
        {
          file: place.file,
          line: place.line,
          message: `${keyword} does not belong on a ${kind}.`,
          remedy: keyword === 'x-labels' ? 'Move it to the root of the schema file.' : 'Move it to the entity schema, or remove it.',
        },
      ];
    }
    if (check(place.value)) return [];
    const errors = (check.errors ?? []).filter((error) => error.keyword !== 'anyOf' && error.keyword !== 'if');
    return errors.slice(0, 3).map((error) => ({
      file: place.file,
      line: place.line,
      pointer: joinPointer('', ...place.pointer) + error.instancePath,
      ...faultOf(keyword, kind, error),
    }));
  };
}

export function faultOf(keyword: string, kind: string, error: ErrorObject): Pick<Finding, 'message' | 'remedy'> {
  const { instancePath, params, data, parentSchema } = error;
  const extra: unknown = params['additionalProperty'];
  if (typeof extra === 'string')
    return {
      message: `${keyword} has no key "${extra}"${instancePath === '' ? '' : ` at ${instancePath}`}.`,
      remedy: nearest(extra, Object.keys(asObject(parentSchema?.['properties']))),
    };
  if (error.keyword === 'enum')
    return {
      message: `${keyword}${instancePath} cannot be ${JSON.stringify(data)}.`,
      remedy: nearest(String(data), asArray(error.schema).map(String)),
    };
  if (error.keyword === 'discriminator') {
    const named = asArray(parentSchema?.['oneOf']).map((each) => String(asObject(asObject(asObject(each)['properties'])['name'])['const']));
    return {
      message: `${keyword}${instancePath} has options, which ${JSON.stringify(params['tagValue'])} takes none of.`,
      remedy: nearest(String(params['tagValue']), named),
    };
  }
  return {
    message: `${keyword}${instancePath} ${error.message ?? 'is wrong'}.`,
    remedy: `See schemas/vocabulary/${keyword}.yaml, "${kind}".`,
  };
}

function nearest(word: string, known: string[]): string {
  const best = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  const list = `Known: ${known.join(', ')}.`;
  return best !== undefined && best.distance <= 2 ? `Did you mean "${best.candidate}"? ${list}` : list;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[right.length]!;
}

/** What the keyword stands on, told from its siblings: an operation, a parameter, an entity's schema, a property, the document. */
export function kindOf(keyword: string, place: KeywordUse): string {
  const { siblings } = place;
  if (keyword === 'x-labels') return place.pointer.length === 1 && place.file.includes('schemas/') ? 'schema' : 'property';
  if (keyword === 'x-data') return siblings.has('operationId') ? 'operation' : 'schema';
  if (siblings.has('openapi')) return 'document';
  if (siblings.has('responses') || siblings.has('operationId')) return 'operation';
  if (siblings.has('in') && siblings.has('name')) return 'parameter';
  return isEntity(place) ? 'schema' : 'property';
}

function isEntity({ pointer, siblings, file }: KeywordUse): boolean {
  return pointer.length === 1 && siblings.has('properties') && file.includes('entities');
}

type Walk = { document: Document; counter: LineCounter; file: string; visit: (place: KeywordUse) => void };

function walk(node: unknown, pointer: string[], context: Walk): void {
  if (isSeq(node)) {
    node.items.forEach((item, index) => walk(item, [...pointer, String(index)], context));
    return;
  }
  if (!isMap(node) || inert.has(pointer.at(-1) ?? '')) return;
  const keys = node.items.map((pair) => (isScalar(pair.key) ? String(pair.key.value) : ''));
  node.items.forEach((pair, index) => {
    const key = keys[index]!;
    if (!keywords.includes(key)) return walk(pair.value, [...pointer, key], context);
    const value: unknown = isNode(pair.value) ? pair.value.toJS(context.document) : null;
    const line = isScalar(pair.key) && pair.key.range ? context.counter.linePos(pair.key.range[0]).line : 1;
    context.visit({ file: context.file, pointer: [...pointer, key], line, value, siblings: new Set(keys) });
  });
}
