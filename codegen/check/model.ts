import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { isFormat } from '#domain/formats/registry.ts';
import { labelPaths } from '#domain/label.ts';
import { joinPointer } from '#domain/pointer.ts';
import { rules } from '#domain/rules/registry.ts';
import type { Group } from '#domain/form-layout.ts';
import type { Resource } from '#domain/model.ts';
import type { Finding } from '../build-error.ts';
import type { Contract } from '../read/contract.ts';
import type { Built } from '../built.ts';
import { widgetFault } from './widgets.ts';
import { pascalCase } from '../names.ts';
import { allFields, pathsNowhere } from '../field-paths.ts';
import { unevenValues } from '../read/schema-labels.ts';
import { yamlFiles } from '../read/source.ts';

/** Query parameters by which an update is applied at a time, or on trial. */
const waysToApply = ['applyAt', 'confirmWithin'];
/** Says of a row how many sites it stands at beside those shown, or for how many companies it is. */
const OTHERS = { sites: 'otherSites', companies: 'otherCompanies' };

/** What only the whole model shows: columns, groups, references, rules, formats and operations that name nothing. */
export function checkModel(contract: Contract, built: Built): Finding[] {
  const locate = locator(contract.root);
  const names = new Set(built.resources.map((entry) => entry.resource.name));
  const findings: Finding[] = [];
  for (const { resource } of built.resources) {
    const say = (pointer: string[], message: string, remedy: string): void =>
      void findings.push({ ...locate(resource.name, pointer), pointer: joinPointer('', ...pointer), message, remedy });
    checkEntity(resource, say);
    for (const [property, counted] of Object.entries(resource.data?.counts ?? {})) {
      const unknown = counted.filter((name) => !names.has(name));
      const field = resource.schemas[resource.item]?.fields?.find((each) => each.name === property);
      if (unknown.length > 0 || field?.kind !== 'integer' || !field.readOnly)
        say(
          ['x-data', 'counts'],
          `${resource.name}: counts of ${property} need a read-only integer and resources${unknown.length > 0 ? `; unknown: ${unknown.join(', ')}` : ''}.`,
          `Name some of: ${[...names].join(', ')}.`,
        );
    }
    for (const path of keptAndShown(resource))
      say(
        ['properties', path.split('.')[0] ?? '', 'x-access', 'node'],
        `${resource.name}.${path} is shown with a permission only, and told by what everybody sees or sends.`,
        'Take it out of label, columns, sortable, unique, required and list filters, and out of arrays.',
      );
    for (const field of Object.values(resource.schemas).flatMap(allFields)) {
      if (field.ref !== undefined && 'resource' in field.ref && !names.has(field.ref.resource)) {
        say(
          ['properties', field.name, 'x-ui', 'ref'],
          `${resource.name}.${field.path} refers to ${field.ref.resource}, which is no resource.`,
          `Name one of: ${[...names].join(', ')}.`,
        );
      }
      const needed = widgetFault(field);
      if (needed !== undefined)
        say(
          ['properties', field.name, 'x-ui', 'widget'],
          `${resource.name}.${field.path} is of kind ${field.kind}: the widget ${field.widget} needs ${needed}.`,
          'Take another widget of schemas/vocabulary/x-ui.yaml, or none.',
        );
      if (field.format !== undefined && field.kind === 'text' && !isFormat(field.format)) {
        say(
          ['properties', field.name, 'format'],
          `${resource.name}.${field.path} has the unknown format ${field.format}.`,
          'Use a format of domain/formats/registry.ts, or add one there with its table of good and bad.',
        );
      }
    }
  }
  return [
    ...findings,
    ...checkReach(built, locate),
    ...checkRuleTraces(built, names),
    ...checkValues(contract, locate),
    ...checkParts(built),
    ...checkRows(built),
  ];
}

/** Calls for the rows of some accounts tell them by properties of the rows. */
function checkRows({ resources }: Built): Finding[] {
  return resources.flatMap(({ resource: { name, schemas, row, operations } }) => {
    const known = new Set((schemas[row] ? allFields(schemas[row]) : []).map(({ path }) => path));
    return Object.values(operations)
      .flat()
      .flatMap(({ id, rows: { own = [], notOwn = [] } = {} }) =>
        [own, notOwn]
          .flat()
          .filter((path) => !known.has(path))
          .map((path) => ({
            file: 'openapi/paths',
            message: `${id}: x-access.rows names ${path}, which is no property of ${name}.`,
            remedy: 'Name a property that holds the name of an account.',
          })),
      );
  });
}

/** A part is played once. */
function checkParts({ operations }: Built): Finding[] {
  return [...Map.groupBy(operations, ({ notes }) => notes.platform)].flatMap(([part, players]) =>
    part === undefined || players.length === 1
      ? []
      : [
          {
            file: 'openapi/paths',
            message: `x-platform: ${part} stands on ${players.map(({ id }) => id).join(' and ')}.`,
            remedy: 'Leave it on the one that every page asks.',
          },
        ],
  );
}

/** An enumeration has words for each of its values and for nothing else. */
function checkValues({ labels, document }: Contract, locate: ReturnType<typeof locator>): Finding[] {
  return [...labels].flatMap(([component, { zh }]) => {
    const { bare, stray } = unevenValues(document.resolve({ $ref: `#/components/schemas/${component}` }), zh);
    const place = (value?: string): { file: string; line?: number } =>
      locate(component, ['x-labels', 'values', ...(value === undefined ? [] : [value])]);
    return [
      ...bare.map((value) => ({
        ...place(),
        message: `${component}: ${value} has no words.`,
        remedy: `Add \`${value}: { en: …, zh: … }\` to the values of x-labels.`,
      })),
      ...stray.map((value) => ({
        ...place(value),
        message: `${component}: there are words for ${value}, which is no value.`,
        remedy: 'Remove them, or add the value to the enumeration.',
      })),
    ];
  });
}

/** Properties with a permission of their own that lists would tell all the same, or that nobody else could save without. */
function keptAndShown({ schemas, item, label, columns, data, operations }: Resource): string[] {
  const shown = new Set([
    ...labelPaths(label),
    ...columns,
    ...(data?.sortable ?? []),
    ...(data?.unique.flat() ?? []),
    ...operations.list.flatMap(({ query }) => query.map(({ name }) => name)),
  ]);
  return (schemas[item] ? allFields(schemas[item]) : []).flatMap(({ path, node, required }) =>
    node !== undefined && (required || path.includes('[]') || shown.has(path)) ? [path] : [],
  );
}

/** Stored rows that name a site say whether they stand there, by paths that are there. */
function checkReach({ resources }: Built, locate: ReturnType<typeof locator>): Finding[] {
  const places = new Set(
    resources.filter(({ resource }) => resource.reach && 'city' in resource.reach).map(({ resource }) => resource.name),
  );
  // whose ids the owners of everything else are
  const tenants = new Set(
    resources.flatMap(({ resource: { data, schemas, item, name } }) => {
      const ref = schemas[item]?.fields?.find((field) => field.name === data?.owner)?.ref;
      return data?.owner !== undefined && ref && 'resource' in ref && ref.resource !== name ? [ref.resource] : [];
    }),
  );
  return resources.flatMap(({ resource }) => {
    const { reach, data, name, item, row } = resource;
    if (!data) return [];
    const kind = reach && 'companies' in reach ? 'companies' : 'sites';
    const say = (message: string, remedy: string): Finding[] => [{ ...locate(name, ['x-access', 'reach']), message, remedy }];
    const pathsIn = (schema: string): Set<string> =>
      new Set(
        (resource.schemas[schema] ? allFields(resource.schemas[schema]) : []).map(({ kind, path }) =>
          kind === 'array' ? `${path}[]` : path,
        ),
      );
    const known = pathsIn(item);
    const paths = reach === undefined ? [] : 'city' in reach ? [reach.city] : 'sites' in reach ? reach.sites : reach.companies;
    const unknown = paths.filter((path) => !known.has(path));
    if (unknown.length > 0)
      return say(`${name}: x-access names ${unknown.join(', ')}, which is no property.`, `Name a path such as siteId or siteIds[].`);
    const named = allFields(resource.schemas[item]!).find(({ ref }) => ref && 'resource' in ref && places.has(ref.resource));
    if (reach === undefined && named)
      return say(
        `${name}: its rows name a site (${named.path}), and nothing says whether they stand there.`,
        `Add \`x-access: { reach: { sites: ['${named.path}'], none: everywhere } }\`, or nowhere.`,
      );
    const owned = allFields(resource.schemas[item]!).find(
      ({ ref, readOnly }) => !readOnly && ref && 'resource' in ref && tenants.has(ref.resource),
    );
    if (data.owner === undefined && kind !== 'companies' && owned)
      return say(
        `${name}: its rows name a company (${owned.path}) and belong to none: every account would see and change them.`,
        `Say \`owner: ${owned.path}\` in x-data, or for a list \`x-access: { reach: { companies: ['${owned.path}[]'], none: everywhere } }\`.`,
      );
    const several = paths.some((path) => path.includes('[]'));
    if (several && [item, row].some((schema) => !pathsIn(schema).has(OTHERS[kind])))
      return say(
        `${name}: its rows stand at several ${kind}, and nothing says how many are not shown.`,
        `Add the property ${OTHERS[kind]}: { $ref: '../values/other-${kind}.yaml' } to the entity and its row.`,
      );
    return widening(resource).flatMap((path) =>
      say(
        `${name}: without its last ${path} a row is for all there are, and deleting that takes it away.`,
        `Say \`onDelete: { ${path}: shrink }\` for a list, \`keep\` for what was done already, else restrict or cascade.`,
      ),
    );
  });
}

/** References of which none means all: a deletion that empties them would make a row of one a row of everything. */
function widening({ reach, data, schemas, item }: Resource): string[] {
  const standing =
    reach && 'none' in reach && reach.none === 'everywhere' ? ('sites' in reach ? reach.sites : reach.companies).slice(0, 1) : [];
  return (schemas[item] ? allFields(schemas[item]) : []).flatMap(({ path, kind, ref, empty }) => {
    const list = kind === 'array' ? `${path}[]` : path;
    if (!ref || 'in' in ref || path === data?.owner || (empty !== 'all' && !standing.includes(list))) return [];
    const then = data?.onDelete[path] ?? data?.onDelete[list] ?? data?.onDelete[list.replaceAll('[]', '')] ?? 'restrict';
    return then === 'clear' || (then === 'shrink' && !list.endsWith('[]')) ? [path] : [];
  });
}

/** What a rule trace tries are resources, and it can be told which. */
function checkRuleTraces({ operations }: Built, names: ReadonlySet<string>): Finding[] {
  return operations.flatMap(({ id, notes: { ruleTrace }, params, body }) => {
    if (ruleTrace === undefined) return [];
    const { choice, rows } = ruleTrace;
    const unknown = Object.values(rows).filter((name) => !names.has(name));
    const shown = body === undefined ? params.some(({ name }) => name === choice) : true;
    if (unknown.length === 0 && shown) return [];
    const message =
      unknown.length > 0
        ? `${id} traces the rules of ${unknown.join(', ')}, which is no resource.`
        : `${id} has no parameter ${choice} for the tables it knows.`;
    return [{ file: 'openapi/paths', message, remedy: `Name resources and a query parameter: ${[...names].join(', ')}.` }];
  });
}

type Say = (pointer: string[], message: string, remedy: string) => void;

function checkEntity(resource: Resource, say: Say): void {
  const { fields = [] } = resource.schemas[resource.item]!;
  const names = fields.map(({ name }) => name);
  checkList(resource, say);
  checkFormPage(resource, say);
  checkGroups(resource, names, say);
  checkRules(resource, names, say);
  for (const name of [...(resource.data?.sortable ?? []), ...(resource.data?.unique.flat() ?? [])]) {
    if (!names.includes(name)) say(['x-data'], `${resource.name}: x-data names ${name}, which is no property.`, listed(names));
  }
}

function listed(names: readonly string[]): string {
  return `Properties: ${names.join(', ')}.`;
}

/** Columns are properties of a row, and the list opens in an order that it can have. */
function checkList({ name, row: rowName, schemas, columns, sort, data }: Resource, say: Say): void {
  const row = schemas[rowName]!;
  const paths = new Set(allFields(row).map(({ path }) => path));
  for (const column of row.kind === 'object' && row.fields !== undefined ? columns : []) {
    if (!paths.has(column))
      say(
        ['x-ui', 'columns'],
        `${name}: column ${column} is no property of a list row.`,
        `Row properties: ${[...paths].slice(0, 30).join(', ')}.`,
      );
  }
  const opening = sort?.replace(/^-/, '');
  if (opening !== undefined && data && (!data.sortable.includes(opening) || data.order !== undefined))
    say(
      ['x-ui', 'sort'],
      `${name}: the list cannot open sorted by ${opening}${data.order === undefined ? '' : `; its rows are ordered by ${data.order}`}.`,
      `Sortable properties: ${data.sortable.join(', ')}.`,
    );
}

function checkFormPage({ name, item, schemas, formPage: { start, apply } = {}, operations }: Resource, say: Say): void {
  if (start !== undefined && !schemas[item]?.fields?.some((field) => field.name === start && field.values !== undefined))
    say(['x-ui', 'form'], `${name}: a new one is chosen by ${start}, which has no values.`, 'Name a property with an enumeration.');
  if (apply === undefined || operations.update.every(({ query }) => waysToApply.every((way) => query.some((field) => field.name === way))))
    return;
  say(
    ['x-ui', 'form'],
    `${name}: its changes may be applied later, but its update takes no ${waysToApply.join(' and ')}.`,
    'Give the update both query parameters, or leave `apply` out.',
  );
}

function checkGroups({ name, item, schemas }: Resource, names: readonly string[], say: Say): void {
  const walk = (groups: Group[] = []): void => {
    for (const group of groups) {
      for (const field of group.fields ?? []) {
        if (!names.includes(field))
          say(['x-ui', 'groups'], `${name}: group ${group.name} names ${field}, which is no property.`, listed(names));
      }
      walk(group.groups);
    }
  };
  walk(schemas[item]?.groups);
}

function checkRules(resource: Resource, names: readonly string[], say: Say): void {
  const { name } = resource;
  for (const rule of resource.rules) {
    if (!(rule.use in rules)) say(['x-ui', 'rules'], `${name}: there is no rule ${rule.use}.`, `Rules: ${Object.keys(rules).join(', ')}.`);
    for (const path of pathsNowhere(resource, rule))
      say(['x-ui', 'rules'], `${name}: the rule ${rule.use} names ${path}, which is no property.`, listed(names));
  }
}

/** File and line of a pointer in the schema file of a component; the deepest part of the pointer that exists. */
function locator(root: string): (component: string, pointer: string[]) => { file: string; line?: number } {
  let files: Map<string, string> | undefined;
  return (component, pointer) => {
    files ??= new Map(
      yamlFiles([`${root}/schemas/entities`, `${root}/schemas/values`]).map((file) => [
        pascalCase(basename(file).replace(/\.ya?ml$/, '')),
        file,
      ]),
    );
    const file = files.get(component);
    if (file === undefined) return { file: `schemas/entities (${component})` };
    const counter = new LineCounter();
    const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: counter });
    for (let length = pointer.length; length > 0; length--) {
      const node: unknown = document.getIn(pointer.slice(0, length), true);
      if (isNode(node) && node.range) return { file: relative(root, file), line: counter.linePos(node.range[0]).line };
    }
    return { file: relative(root, file) };
  };
}
