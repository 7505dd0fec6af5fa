import type { Data, Field, Labels, Language, Model, Operation, OperationForm, Resource, RuleUse } from '#domain/model.ts';
import type { Contract } from './read/contract.ts';
import { addContractNames } from './annotate/contract-names.ts';
import { componentName } from './read/document.ts';
import { reference } from './annotate/annotate.ts';
import { byColumns, filtersOf, notFilters } from './infer/filters.ts';
import type { Words } from './annotate/annotate.ts';
import { buildField, type FieldContext } from './fields.ts';
import { findPaging } from './infer/answer.ts';
import { findColumns, findId, findLabel, guessReference } from './infer/identity.ts';
import { findResources, type Draft, type Placed } from './infer/resources.ts';
import { asArray, asNumber, asObject, asText, compact, isObject, texts, withoutSource, type JsonObject } from '#domain/json.ts';
import { buildLabels, LabelFiles } from './annotate/labels.ts';
import { humanise, kebabCase, pascalCase, singular } from './names.ts';
import { markAnswered } from './shape/permitted.ts';
import { parameterNames, readOperations, type RawOperation, type RawParameter } from './read/operations.ts';

export type BuiltResource = { resource: Resource; labels: Record<Language, Labels>; draft: Draft };

export type Built = {
  resources: BuiltResource[];
  forms: OperationForm[];
  operations: RawOperation[];
  context: Model['context'];
  guesses: string[];
  unmapped: string[];
  missingLabels: string[];
  /** The console's name in Chinese, from `locales/zh/entities/common.json`. */
  title?: string;
};

/** The whole document as resources and lone operations. */
export function buildResources(contract: Contract): Built {
  const { document } = contract;
  const operations = readOperations(document, '');
  const { drafts, others } = findResources(document, operations);
  const files = new LabelFiles(contract.own ? contract.root : undefined, contract.labels);
  const guesses: string[] = [];
  const missingLabels: string[] = [];
  const names = new Set(drafts.map((draft) => draft.name));
  const context = contextOf(document.root);
  const shared: Shared = { contract, files, guesses, missingLabels, names, context, operations };
  const resources = drafts.map((draft) => buildResource(shared, draft));
  const forms = others.map((operation) => buildForm(shared, operation));
  addContractNames({ resources, forms }, files, missingLabels);
  return {
    resources,
    forms,
    operations,
    context,
    guesses,
    unmapped: unmapped(contract),
    missingLabels: contract.own ? missingLabels.toSorted() : [],
    title: files.of('zh', 'common').title,
  };
}

function contextOf(root: JsonObject): Model['context'] {
  const given = Object.entries(asObject(asObject(root['x-ui'])['context']));
  return Object.fromEntries(
    given.map(([name, choice]) => [name, typeof choice === 'string' ? { resource: choice } : (choice as Model['context'][string])]),
  );
}

function unmapped(contract: Contract): string[] {
  const webhooks = Object.keys(asObject(contract.document.root['webhooks'])).map((name) => `webhook ${name}`);
  const dangling = [...contract.document.unresolved].toSorted().map((reference) => `reference ${reference}`);
  return [...webhooks, ...dangling, ...contract.warnings];
}

const LONGEST_HELP = 300;

type Shared = {
  contract: Contract;
  files: LabelFiles;
  guesses: string[];
  missingLabels: string[];
  names: ReadonlySet<string>;
  context: Model['context'];
  operations: RawOperation[];
};

/** Field trees of one resource by key; a component is built once, an inline schema per place. */
class SchemaSet {
  readonly fields: Record<string, Field> = {};
  readonly words = new Map<string, Words>();
  private readonly shared: Shared;
  private readonly where: string;

  constructor(shared: Shared, where: string) {
    this.shared = shared;
    this.where = where;
  }

  key(schema: unknown, fallback: string): string {
    // A component that says more beside its `$ref` is another shape than the component.
    const key = componentName(schema) ?? fallback;
    if (this.fields[key] === undefined) {
      const words = new Map<string, Words>();
      const context: FieldContext = { document: this.shared.contract.document, words, guesses: this.shared.guesses };
      this.fields[key] = buildField(context, schema, this.where);
      // an answer may say less of a property than the body that one fills in
      for (const [path, entry] of words) {
        const known = this.words.get(path);
        if (known === undefined) this.words.set(path, entry);
        else known.description ??= entry.description;
      }
    }
    return key;
  }
}

function buildResource(shared: Shared, draft: Draft): BuiltResource {
  const { document } = shared.contract;
  const schemas = new SchemaSet(shared, draft.name);
  const first = (kinds: string[]): Placed | undefined =>
    kinds
      .map((kind) => draft.operations.find((member) => member.kind === kind && member.item !== undefined))
      .find((member) => member !== undefined);
  const itemSource = first(['get', 'create', 'update', 'list']);
  const listed = first(['list']);
  const body = draft.operations.find((member) => ['create', 'update'].includes(member.kind) && member.operation.body !== undefined)
    ?.operation.body?.schema;
  const item = schemas.key(itemSource?.item ?? body ?? {}, draft.name);
  const row = listed === undefined ? item : schemas.key(listed.item, `${draft.name}Row`);
  const entity = entitySchema(document.resolve(itemSource?.item ?? body), document.schemas, draft.name);
  const ui = asObject(entity['x-ui']);
  const itemParameter = draft.operations
    .map((member) => member.operation)
    .find((operation) => draft.paths.some((path) => operation.path.startsWith(`${path}/{`)));
  const lastParameter = itemParameter?.segments.flatMap(parameterNames).at(-1);
  const rowField = schemas.fields[row]!;
  const id = asText(ui['id']) ?? findId(rowField, draft.name, lastParameter) ?? 'id';
  const label = asText(ui['label']) ?? findLabel(rowField, id);
  const operations = groupOperations(shared, draft, schemas);
  const bodies = [...operations.create, ...operations.update].flatMap(({ body: sent }) => (sent ? [sent.schema] : []));
  for (const key of new Set(bodies)) if (key !== item && key !== row) markAnswered(schemas.fields[key]!, schemas.fields[item]!);
  if (!shared.contract.own) guessReferences(shared, draft.name, schemas.fields);
  const tag = draft.operations[0]!.operation.tag;
  const actions = new Map<string, string>();
  const actionHelp = new Map<string, string>();
  for (const operation of Object.values(operations).flat()) {
    if (['list', 'get', 'create', 'update', 'delete'].includes(operation.kind)) continue;
    const raw = draft.operations.find((member) => member.operation.id === operation.id)!.operation;
    actions.set(operation.id, raw.summary === '' ? humanise(operation.id) : raw.summary);
    // what is longer is a manual, not a sentence before a confirmation
    if (operation.kind === 'action' && raw.description && raw.description.length <= LONGEST_HELP)
      actionHelp.set(operation.id, raw.description);
  }
  const columns = Array.isArray(ui['columns']) ? texts(ui['columns']) : findColumns(rowField, id, label);
  const data = readData(entity);
  const resource: Resource = compact<Resource>({
    name: draft.name,
    file: kebabCase(draft.name),
    tag,
    path: draft.paths.toSorted((a, b) => a.length - b.length)[0]!,
    route: `/r/${kebabCase(draft.name)}`,
    id,
    label,
    schemas: schemas.fields,
    item,
    row,
    columns,
    sort: asText(ui['sort']),
    filters: byColumns(filtersOf(operations.list, draft), columns, data?.owner),
    operations,
    rules: asArray(ui['rules']).map(withoutSource) as unknown as RuleUse[],
    review: ui['review'] === true || undefined,
    data,
    reach: asObject(entity['x-access'])['reach'] as Resource['reach'],
    revision: findRevision(schemas.fields[item]!),
    settings: draft.settings || undefined,
    judges: judgesOf(shared.operations, draft.name),
  });
  addParameterWords(draft, resource, schemas.words);
  const groups = [...new Set(Object.values(schemas.fields).flatMap(groupNames))];
  const title = asText(entity['title']) ?? humanise(singular(draft.name));
  const labels = buildLabels(
    { file: resource.file, title, single: draft.settings, words: schemas.words, groups, actions, actionHelp },
    shared.files,
    shared.contract.own ? shared.missingLabels : undefined,
  );
  return { resource, labels, draft };
}

/** The calls that name this resource among the rows they judge. */
function judgesOf(operations: RawOperation[], name: string): Resource['judges'] {
  const found = operations.flatMap(({ id, ui }) => {
    const judges = asObject(ui['judges']);
    const rows = asObject(judges['rows']) as Record<string, string>;
    const value = Object.keys(rows).find((key) => rows[key] === name);
    return value === undefined ? [] : [[asText(judges['as'])!, { operation: id, choice: asText(judges['choice'])!, value, rows }] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Filters and the parameters of actions that no property names have words of their own. */
function addParameterWords(draft: Draft, resource: Resource, words: Map<string, Words>): void {
  const ranges = resource.operations.list.flatMap((operation) =>
    operation.range === undefined ? [] : [operation.range.start, operation.range.end],
  );
  for (const { operation, kind } of draft.operations) {
    const isOffered = (name: string): boolean =>
      kind === 'list' ? resource.filters.includes(name) || ranges.includes(name) : kind === 'action';
    for (const parameter of operation.params) {
      if (parameter.in !== 'query' || words.has(parameter.name) || !isOffered(parameter.name) || notFilters.has(parameter.name)) continue;
      words.set(parameter.name, {
        name: parameter.name,
        title: asText(parameter.schema['title']),
        description: parameter.description,
        origins: [],
      });
    }
  }
}

/** Annotations stand on the component named like the resource, whatever the answer's own schema is. */
function entitySchema(resolved: JsonObject, components: JsonObject, name: string): JsonObject {
  const named = asObject(components[name]);
  return isObject(named['x-ui']) || isObject(named['x-data']) ? named : resolved;
}

function groupNames(field: Field): string[] {
  const own = (groups: Field['groups']): string[] => (groups ?? []).flatMap((group) => [group.name, ...own(group.groups)]);
  const children = [...(field.fields ?? []), ...(field.variants ?? []), ...(field.items === undefined ? [] : [field.items])];
  return [...own(field.groups), ...children.flatMap(groupNames)];
}

function readData(entity: JsonObject): Data | undefined {
  if (!isObject(entity['x-data'])) return undefined;
  const data = entity['x-data'];
  return compact<Data>({
    owner: asText(data['owner']),
    ownerThrough: asText(data['ownerThrough']),
    unique: asArray(data['unique']).map(texts),
    sortable: texts(data['sortable']),
    order: asText(data['order']),
    record: data['record'] === true ? true : undefined,
    onDelete: asObject(data['onDelete']) as Data['onDelete'],
    counts: isObject(data['counts'])
      ? Object.fromEntries(Object.entries(data['counts']).map(([property, of]) => [property, typeof of === 'string' ? [of] : texts(of)]))
      : undefined,
    states: data['states'] as unknown as Data['states'],
  });
}

function findRevision(item: Field): string | undefined {
  return item.fields?.find((field) => field.name === 'revision' && field.kind === 'integer' && field.readOnly === true)?.name;
}

const kinds: Record<string, keyof Resource['operations']> = {
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
};

function groupOperations(shared: Shared, draft: Draft, schemas: SchemaSet): Resource['operations'] {
  const grouped: Resource['operations'] = { list: [], get: [], create: [], update: [], delete: [], bulk: [], actions: [] };
  for (const member of draft.operations) grouped[kinds[member.kind] ?? 'actions'].push(buildOperation(shared, member, schemas));
  return grouped;
}

function buildOperation(shared: Shared, member: Placed, schemas: SchemaSet): Operation {
  const { document } = shared.contract;
  const { operation: raw, kind } = member;
  const ui = raw.ui;
  const query = raw.params.filter((parameter) => parameter.in === 'query' && parameter.name !== 'locale');
  const headers = raw.params.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name);
  const has = (name: string): true | undefined => query.some((parameter) => parameter.name === name) || undefined;
  const start = query.find((parameter) => isObject(parameter.ui['range']));
  const range = asObject(start?.ui['range']);
  const answer = member.item ?? raw.answer?.schema;
  const mediaType = raw.answer?.mediaType ?? '';
  return compact<Operation>({
    id: raw.id,
    method: raw.method,
    path: raw.path,
    kind,
    tag: raw.tag,
    access: raw.access ?? 'session',
    pathParams: raw.params.filter((parameter) => parameter.in === 'path').map((parameter) => parameterField(shared, parameter, raw.id)),
    query: query.map((parameter) => parameterField(shared, parameter, raw.id)),
    headers,
    body: buildBody(document, raw, schemas),
    success: raw.success,
    answer: answer === undefined || !/json/.test(mediaType) ? undefined : schemas.key(answer, `${pascalCase(raw.id)}Answer`),
    answerAt: member.at,
    paging: member.rows === undefined ? undefined : findPaging(document, raw, member.rows),
    etag: raw.responseHeaders.some((name) => name.toLowerCase() === 'etag') || undefined,
    ifMatch: headers.some((name) => name.toLowerCase() === 'if-match') || undefined,
    idempotencyKey: headers.some((name) => name.toLowerCase() === 'idempotency-key') || undefined,
    requestId: headers.some((name) => name.toLowerCase() === 'x-request-id') || undefined,
    dryRun: has('dryRun'),
    rowAccess: kind === 'list' ? has('access') : undefined,
    range:
      start === undefined
        ? undefined
        : compact({ start: start.name, end: asText(range['end'])!, option: asText(range['option']), property: asText(range['property']) }),
    when: ui['when'] as unknown as Operation['when'],
    confirm: asText(ui['confirm']) as Operation['confirm'],
    bulk: ui['bulk'] === true || undefined,
    preview: asText(ui['preview']),
    once: ui['answer'] === 'once' || undefined,
    download: raw.answer !== undefined && !/json|\*\/\*|text\/plain/.test(mediaType) ? true : undefined,
    timeout: asNumber(ui['timeout']),
    deprecated: raw.deprecated || undefined,
  });
}

function buildBody(document: Contract['document'], raw: RawOperation, schemas: SchemaSet): Operation['body'] {
  if (raw.body === undefined) return undefined;
  const resolved = document.resolve(raw.body.schema);
  const many = resolved['type'] === 'array';
  const schema = many ? resolved['items'] : raw.body.schema;
  return compact<NonNullable<Operation['body']>>({
    mediaType: raw.body.mediaType,
    required: raw.body.required,
    schema: schemas.key(schema, `${pascalCase(raw.id)}Body`),
    many: many || undefined,
    merge: raw.method === 'patch' || undefined,
    large: raw.data['body'] === 'large' || undefined,
  });
}

function parameterField(shared: Shared, parameter: RawParameter, where: string): Field {
  const context: FieldContext = { document: shared.contract.document, words: new Map(), guesses: shared.guesses };
  const field = buildField(context, parameter.schema, `${where} ${parameter.name}`);
  const widget = parameter.ui['widget'];
  return compact<Field>({
    ...field,
    name: parameter.name,
    path: parameter.name,
    required: parameter.required || undefined,
    ref: parameter.ui['ref'] === undefined ? field.ref : reference(parameter.ui['ref']),
    widget: typeof widget === 'string' ? widget : field.widget,
    hide: parameter.ui['hide'] === true ? ['filter'] : field.hide,
    fill: asText(parameter.ui['fill']) as Field['fill'],
  });
}

function guessReferences(shared: Shared, own: string, fields: Record<string, Field>): void {
  const visit = (field: Field): void => {
    const target = field.kind === 'text' && field.ref === undefined ? guessReference(field.name, shared.names, own) : undefined;
    if (target !== undefined && field.values === undefined) {
      field.ref = { resource: target };
      shared.guesses.push(`${own}.${field.path} refers to ${target}, by its name`);
    }
    for (const child of [...(field.fields ?? []), ...(field.variants ?? []), ...(field.items === undefined ? [] : [field.items])])
      visit(child);
  };
  for (const field of Object.values(fields)) visit(field);
}

function buildForm(shared: Shared, raw: RawOperation): OperationForm {
  const schemas = new SchemaSet(shared, raw.id);
  const operation = buildOperation(shared, { operation: raw, kind: 'none', item: raw.answer?.schema }, schemas);
  const title = raw.summary === '' ? humanise(raw.id) : raw.summary;
  const groups = [...new Set(Object.values(schemas.fields).flatMap(groupNames))];
  for (const parameter of raw.params) {
    if (schemas.words.has(parameter.name)) continue;
    schemas.words.set(parameter.name, { name: parameter.name, description: parameter.description, origins: [] });
  }
  const missing = undefined;
  const labels = buildLabels(
    { file: kebabCase(raw.id), title, single: true, words: schemas.words, groups, actions: new Map([[raw.id, title]]) },
    shared.files,
    missing,
  );
  return { operation, schemas: schemas.fields, labels };
}
