import type { Model, NavigationEntry, NavigationGroup, PermissionNode } from '#domain/model.ts';
import type { Finding } from './build-error.ts';
import type { Contract } from './read/contract.ts';
import type { Built, BuiltResource } from './built.ts';
import { compact } from '#domain/json.ts';
import { parentOf } from './infer/parents.ts';
import { humanise, kebabCase } from './names.ts';

export type Pages = {
  groups: NavigationGroup[];
  routes: NavigationEntry[];
  permissions: PermissionNode[];
  /** Where resources stand that have no page of their own. */
  pathOf: ReadonlyMap<string, string>;
  findings: Finding[];
};

/** Pages of the console: every declared row, then one for each resource that no row names. */
export function buildPages(contract: Pick<Contract, 'navigation' | 'permissions'>, built: Built): Pages {
  return contract.navigation === undefined ? inferredPages(built) : declaredPages(contract, built, contract.navigation);
}

function declaredPages(contract: Pick<Contract, 'permissions'>, built: Built, navigation: NonNullable<Contract['navigation']>): Pages {
  const findings: Finding[] = [];
  const byName = new Map(built.resources.map((entry) => [entry.resource.name, entry]));
  const pathOf = new Map<string, string>();
  const routes = navigation.routes.map((row) => {
    const entry: NavigationEntry = { ...row };
    const known = (row.tabs ?? []).filter((name) => byName.has(name));
    for (const name of row.tabs ?? []) {
      if (!byName.has(name))
        findings.push({
          file: 'openapi/navigation.yaml',
          message: `${row.path} shows ${name}, which is no resource.`,
          remedy: `Name one of: ${[...byName.keys()].join(', ')}.`,
        });
    }
    for (const name of known) pathOf.set(name, row.path);
    if (
      row.path !== '/login' &&
      row.path !== '/404' &&
      row.tabs === undefined &&
      row.screen === undefined &&
      row.form === undefined &&
      row.panels === undefined
    )
      entry.missing = true;
    return entry;
  });
  const permissions = structuredClone(contract.permissions);
  const usedNodes = new Set(routes.map((route) => route.node));
  const groups = [...navigation.groups];
  for (const entry of built.resources) {
    const access = entry.resource.operations.list[0]?.access ?? entry.resource.operations.get[0]?.access;
    const isNamed = routes.some((route) => route.tabs?.includes(entry.resource.name));
    if (isNamed || access === undefined || typeof access === 'string' || usedNodes.has(access.node)) continue;
    const group = groups.find((candidate) => candidate.name === entry.resource.tag)?.name ?? access.node.split('/')[0]!;
    addNode(permissions, access.node, entry);
    routes.push(
      compact<NavigationEntry>({
        path: entry.resource.route,
        group,
        modes: modesOf(entry, built.context),
        node: access.node,
        tabs: [entry.resource.name],
        title: titles(entry),
      }),
    );
  }
  findings.push(...unknownNodes(built, permissions));
  return { groups, routes, permissions, pathOf, findings };
}

/** A page that needs a company is shown in company mode; one that does not, in global mode. */
function modesOf(entry: BuiltResource, context: Model['context']): NavigationEntry['modes'] {
  const needsContext = entry.resource.operations.list.map((operation) => operation.pathParams.some((field) => field.name in context));
  const modes: NavigationEntry['modes'] = [];
  if (needsContext.includes(false)) modes.push('global');
  if (needsContext.includes(true)) modes.push('company');
  return modes.length === 0 ? ['global', 'company'] : modes;
}

function titles(entry: BuiltResource): NavigationEntry['title'] {
  return { zh: entry.labels.zh.title, en: entry.labels.en.title };
}

function addNode(permissions: PermissionNode[], path: string, entry: BuiltResource): void {
  let level = permissions;
  let parent: PermissionNode | undefined;
  for (const name of path.split('/')) {
    let node = level.find((candidate) => candidate.name === name);
    if (node === undefined) {
      node = { name, id: nextId(level, parent), label: titles(entry) };
      level.push(node);
    }
    node.children ??= [];
    level = node.children;
    parent = node;
  }
  if (parent === undefined || level.length > 0) return;
  level.push(
    { name: 'readOnly', id: `${parent.id}-0`, label: { zh: '只读', en: 'Read only' } },
    { name: 'edit', id: `${parent.id}-1`, label: { zh: '编辑', en: 'Edit' } },
  );
}

/** After the highest sibling, so that an added node never takes the id that roles already store. */
function nextId(siblings: PermissionNode[], parent: PermissionNode | undefined): string {
  const last = Math.max(-1, ...siblings.map((node) => Number(node.id.split('-').at(-1))));
  return parent === undefined ? String(last + 1) : `${parent.id}-${last + 1}`;
}

function unknownNodes(built: Built, permissions: PermissionNode[]): Finding[] {
  const known = new Set<string>();
  const walk = (nodes: PermissionNode[], prefix: string): void => {
    for (const node of nodes) {
      known.add(prefix + node.name);
      walk(node.children ?? [], `${prefix}${node.name}/`);
    }
  };
  walk(permissions, '');
  const findings: Finding[] = [];
  for (const { id, notes } of built.operations) {
    if (notes.access === undefined) {
      findings.push({
        file: 'openapi/paths',
        message: `${id} does not say who may call it.`,
        remedy: 'Add x-access: public, session, or {node, level, tenant}.',
      });
      continue;
    }
    const needed = [typeof notes.access === 'string' ? undefined : notes.access.node, notes.rows?.or?.node];
    for (const node of needed)
      if (node !== undefined && !known.has(node))
        findings.push({
          file: 'openapi/permissions.yaml',
          message: `${id} needs the node ${node}, which is not in the tree.`,
          remedy: 'Add the node with its leaves readOnly and edit, or name an existing one.',
        });
  }
  return findings;
}

function inferredPages(built: Built): Pages {
  const tags = [
    ...new Set([...built.resources.map((entry) => entry.resource.tag), ...built.forms.map((form) => form.operation.tag ?? 'api')]),
  ];
  const lone = loneSettings(built);
  const groups = tags
    .filter((tag) => !lone.has(tag))
    .map((tag) => ({ name: kebabCase(tag) || 'api', title: { zh: humanise(tag), en: humanise(tag) } }));
  if (lone.size > 0 && !groups.some(({ name }) => name === 'settings'))
    groups.push({ name: 'settings', title: { zh: '设置', en: 'Settings' } });
  const modes: NavigationEntry['modes'] = ['global', 'channel', 'company'];
  const pathOf = new Map<string, string>();
  const routes: NavigationEntry[] = pagesOf(built).map(({ top, tabs }) => {
    for (const { resource } of tabs) pathOf.set(resource.name, top.resource.route);
    return {
      path: top.resource.route,
      group: lone.has(top.resource.tag) ? 'settings' : kebabCase(top.resource.tag) || 'api',
      modes,
      tabs: tabs.map(({ resource }) => resource.name),
      title: top.resource.settings ? titles(top) : { zh: top.labels.zh.plural, en: top.labels.en.plural },
    };
  });
  for (const form of built.forms) {
    routes.push({
      path: `/form/${form.operation.id}`,
      group: kebabCase(form.operation.tag ?? 'api') || 'api',
      modes,
      form: form.operation.id,
      title: { zh: form.labels.zh.title, en: form.labels.en.title },
    });
  }
  return { groups, routes, permissions: [], pathOf, findings: [] };
}

/** Settings that are chapters of their own, where there are several: a person looks for them in one place. */
function loneSettings({ resources, forms }: Built): ReadonlySet<string> {
  const pages = Map.groupBy(resources, ({ resource }) => resource.tag);
  const found = [...pages].flatMap(([tag, [first, ...others]]) =>
    first?.resource.settings === true && others.length === 0 && !forms.some(({ operation }) => operation.tag === tag) ? [tag] : [],
  );
  return new Set(found.length < 3 ? [] : found);
}

/** What stands below the rows of another stands beside it, as a tab of its page. */
function pagesOf({ resources, parents }: Built): { top: BuiltResource; tabs: BuiltResource[] }[] {
  const byName = new Map(resources.map((entry) => [entry.resource.name, entry]));
  const aboveOf = ({ draft }: BuiltResource): BuiltResource | undefined => byName.get(parentOf(draft, parents) ?? '');
  const topOf = (entry: BuiltResource): BuiltResource => {
    const seen = [entry];
    for (let above = aboveOf(entry); above !== undefined; above = aboveOf(above)) {
      // of what stands below each other each is a page
      if (seen.includes(above)) return entry;
      seen.push(above);
    }
    return seen.at(-1) ?? entry;
  };
  const tops = new Map(resources.map((entry) => [entry, topOf(entry)]));
  return resources
    .filter((entry) => tops.get(entry) === entry)
    .map((top) => ({ top, tabs: [top, ...resources.filter((entry) => entry !== top && tops.get(entry) === top)] }));
}
