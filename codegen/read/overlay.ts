import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { query } from 'jsonpath-rfc9535';
import { parse } from 'yaml';
import { asArray, asObject, asText, isObject, type JsonObject } from '#domain/json.ts';
import { BuildError } from '../build-error.ts';

/** The places of a document that an overlay changes, as its actions name them. */
export type Overlay = { name: string; targets: { at: number; path: string }[] };

/** OpenAPI Overlay: actions that update or remove what a JSONPath finds. A mistake is told before anything is applied. */
export function readOverlay(file: string): Overlay {
  const name = basename(file);
  const fault = (message: string, remedy: string): never => {
    throw new BuildError([{ file, message, remedy }]);
  };
  const document = parsed(file, fault);
  if (!/^1\.\d+\.\d+$/.test(asText(document['overlay']) ?? ''))
    fault('This is no overlay.', 'Begin it with `overlay: 1.0.0`, `info` and `actions`.');
  const actions = asArray(document['actions']);
  if (actions.length === 0) fault('It holds no actions.', 'Give `actions`, each with a `target` and `update` or `remove: true`.');
  const targets = actions.map(asObject).map(({ target }, at) => {
    const path = asText(target) ?? fault(`Action ${at + 1} has no target.`, 'Say with a JSONPath what it changes, such as $.info.');
    try {
      query({}, path);
    } catch (error) {
      fault(
        `Action ${at + 1}: ${path} is no JSONPath: ${error instanceof Error ? error.message : String(error)}`,
        'Write it as RFC 9535 has it.',
      );
    }
    return { at: at + 1, path };
  });
  return { name, targets };
}

function parsed(file: string, fault: (message: string, remedy: string) => never): JsonObject {
  try {
    const document: unknown = parse(readFileSync(file, 'utf8'));
    return isObject(document)
      ? document
      : fault('This is no overlay.', 'Give a file whose root is an object with `overlay` and `actions`.');
  } catch (error) {
    if (error instanceof BuildError) throw error;
    return fault(`It cannot be read: ${error instanceof Error ? error.message : String(error)}`, 'Give a file of YAML or JSON.');
  }
}

/** Targets that are in none of the documents, before and after: whoever wrote them meant something else. */
export function unusedTargets(overlays: readonly Overlay[], documents: readonly JsonObject[]): string[] {
  return overlays.flatMap(({ name, targets }) =>
    targets
      .filter(({ path }) => documents.every((document) => query(document, path).length === 0))
      .map(({ at, path }) => `${name}: action ${at}: nothing is at ${path}`),
  );
}
