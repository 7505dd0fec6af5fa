import { asObject, asText, compact, type JsonObject } from '#domain/json.ts';
import { labelPaths } from '#domain/label.ts';
import type { Field, Operation, OperationForm, OperationKind, Resource } from '#domain/model.ts';
import type { Words } from './annotate/annotate.ts';
import { buildField } from './fields.ts';
import { buildLabels, withHolders, type LabelFiles } from './label/labels.ts';
import { actionWords, formWords, groupNames, parameterWords } from './label/words.ts';
import type { BuiltResource } from './built.ts';
import type { Subject } from './infer/envelope.ts';
import { byColumns, filtersOf } from './infer/filters.ts';
import { findColumns, findLabel, withReferences } from './infer/identity.ts';
import { findId, findKey, itemIn, itemPath, parentsOf, propertyOf, type Where } from './infer/key.ts';
import type { Parents } from './infer/parents.ts';
import type { Draft } from './infer/resources.ts';
import { isOfShape } from './infer/shape-flags.ts';
import type { Islands } from './island/convert.ts';
import { humanise, kebabCase, singular } from './names.ts';
import { buildOperation } from './operation.ts';
import type { ContractDocument } from './read/document.ts';
import { entityNotes, isAnnotated } from './read/notes.ts';
import type { RawOperation } from './read/operations.ts';
import { SchemaSet } from './schema-set.ts';
import { withoutAnswered } from './shape/permitted.ts';

/** What the resources of a document share while they are built. */
export type Shared = {
  document: ContractDocument;
  /** Our own contract: references are said, labels are missed. */
  own: boolean;
  files: LabelFiles;
  guesses: string[];
  missingLabels: string[];
  /** Names of all resources. */
  names: ReadonlySet<string>;
  operations: RawOperation[];
  /** What parameters of paths refer to; nothing of our own contract, which says it. */
  parents: Parents;
  /** By the file of the model beside which they stand. */
  islands: Map<string, Islands>;
};

/** One resource: what its schemas say, their fields, what these let infer, and their words. */
export function buildResource(shared: Shared, draft: Draft): BuiltResource {
  const { document } = shared;
  const { name } = draft;
  const sources = sourcesOf(draft);
  const entity = entitySchema(document, sources.item, name);
  const notes = entityNotes(entity);

  const schemas = new SchemaSet(document, shared.guesses, name);
  const item = schemas.add(sources.item, name);
  const row = sources.row === undefined ? item : schemas.add(sources.row, `${name}Row`);
  const operations = groupOperations(shared, draft, schemas, {
    name,
    item: sources.item,
    holders: draft.operations.flatMap(({ at }) => at ?? []),
  });
  keepIslands(shared, schemas, kebabCase(name), Object.values(operations).flat());
  const keys = { item: item.key, row: row.key, operations, descriptions: schemas.words };
  const fields = completed(shared, name, schemas.fields, keys);

  const path = itemPath(draft);
  const id = notes.id ?? findId(row.field, { path, resource: name }) ?? 'id';
  if (!shared.own) takeOwnProperties(row.field, { id, name, operations });
  const label = notes.label ?? findLabel(row.field, id, name, parentsOf(path));
  const columns = notes.columns ?? findColumns(fields[row.key] ?? row.field, id, label);
  const resource = compact<Resource>({
    name,
    file: kebabCase(name),
    tag: draft.operations[0]!.operation.tag,
    path: draft.paths.toSorted((a, b) => a.length - b.length)[0]!,
    route: `/r/${kebabCase(name)}`,
    id,
    key: shared.own || notes.id !== undefined ? undefined : keyOf(draft, row.field, { path, resource: name }, id),
    label,
    schemas: fields,
    item: item.key,
    row: row.key,
    columns,
    sort: notes.sort,
    filters: byColumns(
      filtersOf(operations.list, (field) => !shared.own && isOfShape(field, fields[row.key])),
      columns,
      notes.data?.owner,
    ),
    operations,
    rules: notes.rules,
    review: notes.review,
    formPage: notes.formPage,
    data: notes.data,
    reach: notes.reach,
    revision: findRevision(item.field),
    measured: measuredOf(shared.operations, operations.get),
    settings: draft.settings || undefined,
    ruleTrace: ruleTraceOf(shared.operations, name),
  });

  const isOne = draft.settings || isListOfOne(draft);
  const words = buildLabels(
    {
      file: resource.file,
      title: titleOf(shared, entity) ?? humanise(draft.settings ? settingsTitle(name) : isOne ? name : singular(name)),
      single: isOne,
      words: new Map([...schemas.words, ...parameterWords(draft, resource, schemas.words)]),
      groups: groupNames(fields),
      ...actionWords(draft, operations),
    },
    shared.files,
    shared.own ? shared.missingLabels : undefined,
  );
  const inside = shared.own ? [] : columns.filter((path) => path.includes('.') && !labelPaths(label).includes(path));
  return { resource, labels: { zh: withHolders(words.zh, inside), en: withHolders(words.en, inside) }, draft };
}

/** Of rows that no call is about. */
function keyOf({ operations, settings }: Draft, row: Field, where: Where, id: string): string[] | undefined {
  if (settings || operations.some(({ kind }) => kind !== 'list')) return undefined;
  const key = findKey(row, where);
  return key?.length === 1 && key[0] === id ? undefined : key;
}

/** As the schema is titled; somebody else's title may say how much of it is answered, or be a sentence about it. */
function titleOf({ own }: Shared, entity: JsonObject): string | undefined {
  const title = asText(entity['title']);
  if (own || title === undefined) return title;
  const named = title.replace(/\s*\((?:full|mini|base|standard|compact)\)$/i, '').trim();
  return named === '' || named.split(/\s+/).length > 5 ? undefined : named;
}

/** Among settings nobody calls each of them a setting. */
function settingsTitle(name: string): string {
  return name.replace(/^Settings?(?=[A-Z])/, '');
}

/** One path reads, makes, changes and removes it: there is one or none. */
function isListOfOne({ operations }: Draft): boolean {
  const list = operations.find(({ kind }) => kind === 'list');
  if (operations.some(({ kind, operation }) => kind === 'get' && operation.path !== list?.operation.path)) return false;
  return operations.some(({ kind, operation }) => (kind === 'update' || kind === 'delete') && operation.path === list?.operation.path);
}

/** An operation that belongs to no resource. `shown`: a page draws what it answers, so that its words are complete. */
export function buildForm(shared: Shared, raw: RawOperation, shown: boolean): OperationForm {
  const schemas = new SchemaSet(shared.document, shared.guesses, raw.id);
  const operation = buildOperation(shared, { operation: raw, kind: 'none', item: raw.answer?.schema }, schemas);
  keepIslands(shared, schemas, `forms/${raw.id}`, [operation]);
  const title = raw.summary === '' ? humanise(raw.id) : raw.summary;
  const labels = buildLabels(
    {
      file: kebabCase(raw.id),
      title,
      single: true,
      words: formWords(raw, schemas.words, (schema) => {
        const words = new Map<string, Words>();
        buildField({ document: shared.document, words, guesses: [] }, schema, raw.id);
        // of several values each is called as one is
        const [own, item] = [words.get(''), words.get('[]')];
        return own?.values === undefined && item?.values !== undefined ? item : own;
      }),
      groups: groupNames(schemas.fields),
      actions: new Map([[raw.id, title]]),
    },
    shared.files,
    shown && shared.own ? shared.missingLabels : undefined,
  );
  const { fields } = schemas;
  return { operation, schemas: shown ? withColumns(shared.document, raw.answer?.schema, fields, operation.answer) : fields, labels };
}

/** Rows of an answer that are items of a resource have its columns. */
function withColumns(
  document: ContractDocument,
  schema: unknown,
  fields: OperationForm['schemas'],
  name: string | undefined,
): OperationForm['schemas'] {
  const root = fields[name ?? ''];
  if (name === undefined || root?.fields === undefined) return fields;
  const properties = asObject(document.resolve(schema)['properties']);
  const columnsOf = (property: string): string[] => {
    const items = asObject(document.resolve(properties[property]))['items'];
    return entityNotes(document.resolve(items)).columns ?? [];
  };
  const known = root.fields.map((field) => {
    const columns = field.items === undefined ? [] : columnsOf(field.name);
    return field.items === undefined || columns.length === 0 ? field : { ...field, items: { ...field.items, columns } };
  });
  return { ...fields, [name]: { ...root, fields: known } };
}

function keepIslands({ islands }: Shared, schemas: SchemaSet, file: string, operations: readonly Operation[]): void {
  const found = schemas.islands(operations);
  if (found !== undefined) islands.set(file, found);
}

/** The schemas of an item and of a row of the list. */
function sourcesOf({ operations }: Draft): { item: unknown; row: unknown } {
  const answered = (kind: OperationKind): unknown => operations.find((member) => member.kind === kind && member.item !== undefined)?.item;
  const sent = operations.find(({ kind, operation }) => (kind === 'create' || kind === 'update') && operation.body)?.operation.body?.schema;
  const row = answered('list');
  return { item: answered('get') ?? answered('create') ?? answered('update') ?? row ?? sent, row };
}

/** Annotations stand on the component named like the resource, whatever the answer's own schema is. */
function entitySchema(document: ContractDocument, item: unknown, name: string): JsonObject {
  const named = document.schema(name);
  return isAnnotated(named) ? named : document.resolve(item);
}

const groups: Readonly<Record<OperationKind, keyof Resource['operations']>> = {
  list: 'list',
  get: 'get',
  create: 'create',
  update: 'update',
  delete: 'delete',
  bulkCreate: 'bulk',
  bulkUpdate: 'bulk',
  bulkDelete: 'bulk',
  import: 'bulk',
  export: 'bulk',
  action: 'actions',
  none: 'actions',
};

function groupOperations(shared: Shared, draft: Draft, schemas: SchemaSet, subject: Subject): Resource['operations'] {
  const grouped: Resource['operations'] = { list: [], get: [], create: [], update: [], delete: [], bulk: [], actions: [] };
  for (const member of draft.operations) grouped[groups[member.kind]].push(buildOperation(shared, member, schemas, subject));
  // what deletes several stands behind the button that deletes, where there is one
  for (const operation of grouped.bulk)
    if (operation.ids && (operation.kind !== 'bulkDelete' || grouped.delete.length === 0)) operation.bulk = true;
  return grouped;
}

type Keys = { item: string; row: string; operations: Resource['operations']; descriptions: ReadonlyMap<string, Words> };

/** The fields with what only several schemas together say: what a body leaves out, and what refers to another resource. */
function completed(
  shared: Shared,
  name: string,
  fields: Record<string, Field>,
  { item, row, operations, descriptions }: Keys,
): Record<string, Field> {
  const sent = new Set([...operations.create, ...operations.update].map(({ body }: Operation) => body?.schema));
  const answered = fields[item];
  const entries = Object.entries(fields).map(([key, field]): [string, Field] => {
    const own = answered && sent.has(key) && key !== item && key !== row ? withoutAnswered(field, answered) : field;
    return [key, shared.own ? own : withReferences(own, { own: name, names: shared.names, guesses: shared.guesses, descriptions })];
  });
  return Object.fromEntries(entries);
}

/** Calls on an item do not all know it by the same: one asks for its `{slug}`, another for its `{id}`. */
function takeOwnProperties(row: Field, { id, name, operations }: Pick<Resource, 'id' | 'name' | 'operations'>): void {
  for (const { path, pathParams } of [...operations.get, ...operations.update, ...operations.delete, ...operations.actions]) {
    const property = propertyOf(row, { path: itemIn(path), resource: name });
    const own = pathParams.at(-1);
    if (own !== undefined && property !== undefined && property !== id) own.from = property;
  }
}

function findRevision(item: Field): string | undefined {
  return item.fields?.find((field) => field.name === 'revision' && field.kind === 'integer' && field.readOnly === true)?.name;
}

/** The call below an item that says what was measured around it. */
function measuredOf(operations: RawOperation[], get: Operation[]): string | undefined {
  const below = new Set(get.map(({ path }) => `${path}/measurements`));
  return operations.find(({ method, path, notes }) => method === 'get' && notes.op === 'none' && below.has(path))?.id;
}

/** The calls that trace the rules of this resource: with a body which row decides, else which rows never do. */
function ruleTraceOf(operations: RawOperation[], name: string): Resource['ruleTrace'] {
  const found = operations.flatMap(({ id, body, notes: { ruleTrace } }) => {
    if (ruleTrace === undefined) return [];
    const { choice, rows } = ruleTrace;
    const value = Object.keys(rows).find((key) => rows[key] === name);
    return value === undefined ? [] : [[body ? 'trace' : 'findings', { operation: id, choice, value, rows }] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
