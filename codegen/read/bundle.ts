import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type BaseResolver, bundle, createConfig } from '@redocly/openapi-core';
import { LineCounter, parseDocument } from 'yaml';
import { BuildError } from '../build-error.ts';
import { isHttpAddress } from '#domain/http-address.ts';
import { asObject, isObject, type JsonObject } from '#domain/json.ts';
import { pascalCase } from '../names.ts';
import type { Json } from '#domain/model.ts';
import { withoutContradictions } from './contradictions.ts';
import { describedByExamples } from './examples.ts';
import { asUnions } from './inherited.ts';
import { readOverlay, unusedTargets } from './overlay.ts';
import { Fetched, ForeignResolver } from './remote.ts';
import { upgrade } from './upgrade.ts';

export type Bundle = { document: JsonObject; warnings: string[] };

/**
 * Reads a contract of one or many files into one document in which every `$ref` points to a component.
 * Our own contract must bundle without a single problem; a foreign one is taken as far as it can be read.
 */
export async function bundleContract(
  file: string,
  options: { strict: boolean; resolver?: BaseResolver; overlays?: readonly string[] },
): Promise<Bundle> {
  const { document, problems } = await readBundle(file, options);
  if (options.strict && problems.length > 0) {
    throw new BuildError(problems.map((message) => ({ file, message, remedy: 'Mend the reference or the name.' })));
  }
  if (options.strict) nameComponents(document, file);
  upgrade(document);
  if (!options.strict) asUnions(document);
  return {
    document,
    warnings: options.strict ? problems : [...problems, ...withoutContradictions(document), ...describedByExamples(document)],
  };
}

let config: ReturnType<typeof createConfig> | undefined;

type Reading = { resolver?: BaseResolver; overlays?: readonly string[]; fetched?: Fetched };

/** `overlays` (OpenAPI Overlay) are laid over the document one after the other. */
async function readBundle(
  file: string,
  { resolver, overlays = [], fetched = new Fetched(file) }: Reading,
): Promise<{ document: JsonObject; problems: string[] }> {
  const before = overlays.length > 0 ? await readBundle(file, { fetched }) : undefined;
  const targets = overlays.map(readOverlay);
  try {
    config ??= createConfig({});
    const result = await bundle({
      ref: file,
      config: await config,
      externalRefResolver: resolver ?? new ForeignResolver(file, fetched, overlays),
      overlays: [...overlays],
    });
    const problems = result.problems.map((problem) => {
      const place = problem.location[0];
      return `${place?.source.absoluteRef.split('/').slice(-2).join('/') ?? basename(file)} ${place?.pointer ?? ''}: ${problem.message}`;
    });
    // A plain copy: YAML anchors leave shared objects, and later steps change what they are given.
    const document = asObject(JSON.parse(JSON.stringify(result.bundle.parsed)));
    refuseOthers(document, file);
    const found = before ? unusedTargets(targets, [before.document, document]) : [];
    return { document, problems: [...unfetched(fetched, problems), ...found] };
  } catch (error) {
    if (error instanceof NotOurs) throw error;
    // Redocly refuses documents that hold no usable definition; what is valid YAML can still be read in part.
    const text = isHttpAddress(file) ? await fetched.text(file) : readFileSync(file, 'utf8');
    const document = asObject(JSON.parse(JSON.stringify(readAlone(text, file))));
    refuseOthers(document, file);
    return { document, problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/** A document that this console cannot serve; the message says why, and what to do, in one sentence. */
class NotOurs extends Error {}

function refuseOthers(document: JsonObject, file: string): void {
  if (String(document['swagger'] ?? '').startsWith('2'))
    throw new NotOurs(`${file} is Swagger 2.0. Convert it first: npx swagger2openapi ${file} -o openapi.json`);
  if (document['openapi'] === undefined && !isObject(document['paths']))
    throw new NotOurs(`${file}: This is no OpenAPI document. Give a file whose root is an object with \`openapi\` and \`paths\`.`);
}

function readAlone(text: string, file: string): unknown {
  const counter = new LineCounter();
  const read = parseDocument(text, { lineCounter: counter });
  const [broken] = read.errors;
  if (broken)
    throw new NotOurs(`${file}:${broken.linePos?.[0].line ?? 1}: This is neither YAML nor JSON: ${broken.message.split(' at line')[0]}.`);
  return read.toJS();
}

/** What could not be fetched is said once, however many references are left open by it. */
function unfetched({ failures }: Fetched, problems: readonly string[]): string[] {
  const others = problems.filter((problem) => ![...failures.values()].some((reason) => problem.includes(reason)));
  const unread = [...failures.values()].map((reason) => {
    const count = problems.filter((problem) => problem.includes(reason)).length;
    return `not fetched: ${reason}; ${count === 1 ? '1 reference is' : `${count} references are`} left open`;
  });
  return [...unread, ...others];
}

/** Components get PascalCase names after their files; two files of one name would hide each other, so they fail. */
function nameComponents(document: JsonObject, file: string): void {
  const components = asObject(document['components']);
  const renamed = new Map<string, string>();
  for (const section of ['schemas', 'parameters', 'responses', 'requestBodies', 'headers', 'examples']) {
    const entries = asObject(components[section]);
    const next: JsonObject = {};
    for (const [name, value] of Object.entries(entries)) {
      const pascal = pascalCase(name);
      if (/-\d+$/.test(name) || next[pascal] !== undefined) {
        throw new BuildError([
          {
            file,
            message: `Two ${section} are both named ${pascal.replace(/\d+$/, '')}.`,
            remedy: 'Rename one of the two files: a component is named after its file.',
          },
        ]);
      }
      next[pascal] = value;
      renamed.set(`#/components/${section}/${name}`, `#/components/${section}/${pascal}`);
    }
    if (components[section] !== undefined) components[section] = next;
  }
  rewriteReferences(document, (reference) => renamed.get(reference) ?? reference);
}

export function rewriteReferences(value: Json | undefined, rewrite: (reference: string) => string): void {
  if (Array.isArray(value)) for (const entry of value) rewriteReferences(entry, rewrite);
  else if (isObject(value)) {
    for (const [key, entry] of Object.entries(value)) {
      if (key === '$ref' && typeof entry === 'string') value[key] = rewrite(entry);
      else rewriteReferences(entry, rewrite);
    }
  }
}
