import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import type { NavigationEntry, NavigationGroup, PermissionNode, ProblemEntry } from '#domain/model.ts';
import { bundleContract } from './bundle.ts';
import { ContractDocument } from './document.ts';
import { asArray, asObject, type JsonObject } from '#domain/json.ts';
import { withoutSource } from './notes.ts';
import { takeLabels, type SchemaLabels } from './schema-labels.ts';
import { checkVocabulary, yamlFiles } from './source.ts';
import { checkWholeFiles } from './whole-files.ts';

/** Everything that codegen reads: the bundled document and, for our own contract, the files beside it. */
export type Contract = {
  root: string;
  file: string;
  /** Our own contract: annotations are checked, access is required, labels must exist. */
  own: boolean;
  document: ContractDocument;
  labels: SchemaLabels;
  base: string;
  warnings: string[];
  navigation?: { groups: NavigationGroup[]; routes: NavigationEntry[] };
  permissions: PermissionNode[];
  problems: Record<string, ProblemEntry>;
};

export async function readContract(root: string, file: string): Promise<Contract> {
  const own = file === join(root, 'openapi/openapi.yaml');
  if (own) checkVocabulary(root, yamlFiles([join(root, 'openapi'), join(root, 'schemas/entities'), join(root, 'schemas/values')]));
  if (own) checkWholeFiles(root);
  const { document, warnings } = await bundleContract(file, { strict: own });
  const beside = (name: string): unknown => {
    const path = join(root, 'openapi', name);
    return own && existsSync(path) ? parseYaml(readFileSync(path, 'utf8')) : undefined;
  };
  return {
    root,
    file,
    own,
    labels: takeLabels(document),
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
