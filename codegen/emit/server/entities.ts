import type { Resource } from '#domain/model.ts';
import type { ContractDocument } from '#codegen/read/document.ts';
import type { Built } from '#codegen/built.ts';
import { moduleText, type Components } from './components.ts';
import { objectText, typeText, type TypeNode } from './type-node.ts';

type Entity = { resource: Resource; item: string; node: TypeNode; stamps: string[] };

export function entitiesFile(document: ContractDocument, built: Built, stored: Components): string {
  const entities = built.resources.flatMap(({ resource }): Entity[] => {
    const item = [resource.name, resource.item].find((name) => resource.schemas[name] && document.schemas[name]);
    if (item === undefined) return [];
    const node = stored.of(item);
    const stamps = stampsOf(resource).filter((name) => node.kind === 'object' && node.properties.has(name));
    stored.always(item, [resource.id, ...stamps, ...givenByPath(resource), resource.data?.states?.property ?? '']);
    return [{ resource, item, node, stamps }];
  });
  const table = (name: string, about: string, value: (entity: Entity) => string): string =>
    `/** ${about} */\nexport type ${name} = ${objectText(
      entities.map((entity) => [entity.resource.name, value(entity)]),
      '  ',
    )};\n`;
  const parts = [
    table('Entities', 'The items of every resource as they are stored and shown.', ({ item }) => `stored.${item}`),
    'export type EntityName = keyof Entities;\n',
    table('EntityId', 'The property by which an item is told from others.', ({ resource }) => literals([resource.id])),
    table('EntityOwner', 'The property that holds the tenant.', ({ resource }) =>
      literals(resource.data?.owner ? [resource.data.owner] : []),
    ),
    table('EntityStamps', 'What the store itself sets on every write.', ({ stamps }) => literals(stamps)),
    table('EntityPaths', 'Single values in an item by their path: what lists are narrowed and sorted by.', ({ node }) =>
      objectText([...pathsOf(node, stored)], '    '),
    ),
  ];
  return moduleText(['stored'], parts.join('\n'));
}

/** What the path of every create says: the server writes it into the item. */
function givenByPath({ operations: { create } }: Resource): string[] {
  const [first, ...others] = create.map(({ pathParams }) => pathParams.map(({ name }) => name));
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}

function stampsOf(resource: Resource): string[] {
  return ['createdAt', 'updatedAt', ...(resource.revision === undefined ? [] : [resource.revision])];
}

function literals(texts: readonly string[]): string {
  return texts.length === 0 ? 'never' : texts.map((text) => JSON.stringify(text)).join(' | ');
}

/** `siteTag[]`, `wan[].ip`: arrays are opened, maps and what contains itself are not. */
function pathsOf(root: TypeNode, stored: Components): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (node: TypeNode, path: string, stack: readonly string[]): void => {
    if (node.kind === 'name') {
      const named = stored.of(node.name);
      if (named.kind === 'text' || named.kind === 'union') found.set(path, typeText(node, 'stored.'));
      else if (!stack.includes(node.name)) visit(named, path, [...stack, node.name]);
    } else if (node.kind === 'object')
      for (const [name, { type }] of node.properties) visit(type, path === '' ? name : `${path}.${name}`, stack);
    else if (node.kind === 'array') visit(node.items, `${path}[]`, stack);
    else if (node.kind !== 'map') found.set(path, typeText(node, 'stored.'));
  };
  visit(root, '', []);
  return found;
}
