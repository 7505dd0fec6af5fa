import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NavigationEntry, NavigationGroup, PermissionNode } from '#domain/model.ts';
import type { ProblemEntry } from '#domain/problems.ts';
import { Memory } from '../remembered.ts';
import { bundleAgain } from './bundle-again.ts';
import { bundleContract } from './bundle.ts';
import { ContractDocument } from './document.ts';
import { asArray, asObject, type JsonObject } from '#domain/json.ts';
import { Files } from './files.ts';
import { withoutSource } from './notes.ts';
import { withoutLabels, type SchemaLabels } from './schema-labels.ts';
import { dropBadPatterns } from './patterns.ts';
import { keepRegisteredFormats } from './registered-formats.ts';
import { SHARED } from './shared-fields.ts';
import { checkVocabulary, yamlFiles } from './source.ts';
import { checkWholeFiles } from './whole-files.ts';

/** Everything that codegen reads: the bundled document and, for our own contract, the files beside it. */
export type Contract = {
  root: string;
  file: string;
  /** Our own contract: annotations are checked, access is required, labels must exist. */
  own: boolean;
  document: ContractDocument;
  files: Files;
  memory: Memory;
  labels: SchemaLabels;
  base: string;
  warnings: string[];
  navigation?: { groups: NavigationGroup[]; routes: NavigationEntry[] };
  permissions: PermissionNode[];
  problems: Record<string, ProblemEntry>;
};

type Reading = {
  /** What earlier passes over this contract have left. */
  memory?: Memory;
  /** OpenAPI Overlays that refine a contract that is not ours. */
  overlays?: readonly string[];
};

export async function readContract(root: string, file: string, { memory = new Memory(), overlays = [] }: Reading = {}): Promise<Contract> {
  const own = file === join(root, 'openapi/openapi.yaml');
  const files = new Files(root, memory);
  if (own) {
    const folders = ['openapi', 'schemas/entities', SHARED, 'schemas/values'].map((folder) => join(root, folder));
    checkVocabulary(root, yamlFiles(folders.filter((folder) => existsSync(folder))), files);
    checkWholeFiles(root, files);
  }
  const { document: whole, warnings }: { document: JsonObject; warnings: string[] } = own
    ? { document: await bundleAgain(file, files), warnings: [] }
    : await bundleContract(file, { strict: false, overlays });
  if (!own) {
    keepRegisteredFormats(whole);
    warnings.push(...dropBadPatterns(whole));
  }
  const { document, labels } = withoutLabels(whole, memory);
  const beside = (name: string): unknown => {
    const path = join(root, 'openapi', name);
    return own && existsSync(path) ? files.yaml(path) : undefined;
  };
  return {
    root,
    file,
    own,
    memory,
    files,
    labels,
    document: new ContractDocument(document),
    base: basePath(document),
    warnings,
    navigation: beside('navigation.yaml') as Contract['navigation'],
    permissions: (beside('permissions.yaml') as PermissionNode[] | undefined) ?? [],
    problems: Object.fromEntries(
      ['problems.yaml', 'service-codes.yaml'].flatMap((name) =>
        Object.entries(asObject(beside(name))).map(([code, entry]) => [code, withoutSource(entry) as unknown as ProblemEntry]),
      ),
    ),
  };
}

/** Path of the first server, its variables at their defaults. */
function basePath(document: JsonObject): string {
  const server = asObject(asArray(document['servers'])[0]);
  const variables = asObject(server['variables']);
  const url = String(server['url'] ?? '/').replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    String(asObject(variables[name])['default'] ?? name),
  );
  const path = url.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/\/+$/, '');
  return path.startsWith('/') || path === '' ? path : `/${path}`;
}
