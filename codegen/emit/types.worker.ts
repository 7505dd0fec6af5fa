import { parentPort, workerData } from 'node:worker_threads';
import type { GlobalContext, OpenAPI3 } from 'openapi-typescript';
import { keepCompiled } from '../compile-cache.ts';

/*
 * The document as TypeScript, beside the main thread. It was read, checked and bundled before: openapi-typescript is asked for its
 * last step alone, which takes less than half of what the whole of it does, and prints the same (types.test.ts).
 */
keepCompiled();
const { astToString, resolveRef, scanDiscriminators, transformSchema } = await import('openapi-typescript');
const document: OpenAPI3 = JSON.parse(String(workerData));
const silent = true;
const context: Omit<GlobalContext, 'redoc'> = {
  additionalProperties: false,
  alphabetize: false,
  arrayLength: false,
  conditionalEnums: false,
  dedupeEnums: false,
  defaultNonNullable: true,
  discriminators: scanDiscriminators(document, { silent }),
  emptyObjectsUnknown: false,
  enum: false,
  enumValues: false,
  excludeDeprecated: false,
  exportType: false,
  generatePathParams: false,
  immutable: false,
  injectFooter: [],
  makePathsEnum: false,
  pathParamsAsTypes: false,
  postTransform: undefined,
  propertiesRequiredByDefault: false,
  readWriteMarkers: false,
  resolve: (reference) => resolveRef(document, reference, { silent }),
  rootTypes: false,
  rootTypesKeepCasing: false,
  rootTypesNoSchemaPrefix: false,
  silent,
  transform: undefined,
  transformProperty: undefined,
};
if (isWhole(context)) parentPort?.postMessage(astToString(transformSchema(document, context)));

/** How it reads documents is part of the type; nothing that prints asks for it. */
function isWhole(given: Omit<GlobalContext, 'redoc'>): given is GlobalContext {
  return given.silent;
}
