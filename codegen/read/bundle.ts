import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { BaseResolver, bundle, createConfig, type Document, type Source } from '@redocly/openapi-core';
import { parse } from 'yaml';
import { BuildError } from '../build-error.ts';
import { asObject, isObject, type JsonObject } from '#domain/json.ts';
import { pascalCase } from '../names.ts';
import type { Json } from '#domain/model.ts';
import { withoutContradictions } from './contradictions.ts';
import { describedByExamples } from './examples.ts';
import { asUnions } from './inherited.ts';
import { readOverlay, unusedTargets } from './overlay.ts';
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

type Reading = { resolver?: BaseResolver; overlays?: readonly string[] };

/** `overlays` (OpenAPI Overlay) are laid over the document one after the other. */
async function readBundle(file: string, { resolver, overlays = [] }: Reading): Promise<{ document: JsonObject; problems: string[] }> {
  const before = overlays.length > 0 ? await readBundle(file, {}) : undefined;
  const targets = overlays.map(readOverlay);
  try {
    config ??= createConfig({});
    const result = await bundle({
      ref: file,
      config: await config,
      externalRefResolver: resolver ?? new LenientResolver(),
      overlays: [...overlays],
    });
    const problems = result.problems.map((problem) => {
      const place = problem.location[0];
      return `${place?.source.absoluteRef.split('/').slice(-2).join('/') ?? basename(file)} ${place?.pointer ?? ''}: ${problem.message}`;
    });
    // A plain copy: YAML anchors leave shared objects, and later steps change what they are given.
    const document = asObject(JSON.parse(JSON.stringify(result.bundle.parsed)));
    return { document, problems: [...problems, ...(before ? unusedTargets(targets, [before.document, document]) : [])] };
  } catch (error) {
    // Redocly refuses documents that hold no usable definition; what is valid YAML can still be read in part.
    const text = readFileSync(file, 'utf8');
    const parsed: unknown = parse(text);
    if (!isObject(parsed))
      throw new BuildError([
        { file, message: 'This is no OpenAPI document.', remedy: 'Give a file whose root is an object with `openapi` and `paths`.' },
      ]);
    return {
      document: asObject(JSON.parse(JSON.stringify(parsed))),
      problems: [error instanceof Error ? error.message : String(error)],
    };
  }
}

/** What Redocly's parser refuses and YAML 1.2 allows (a sequence that closes where its key begins) is read all the same. */
class LenientResolver extends BaseResolver {
  override parseDocument(source: Source, isRoot?: boolean): Document {
    try {
      return super.parseDocument(source, isRoot);
    } catch (error) {
      const parsed: unknown = parse(source.body);
      if (!isObject(parsed)) throw error;
      return { source, parsed };
    }
  }
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
