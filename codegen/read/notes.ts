import type { Access, RowsFor } from '#domain/access/decide.ts';
import type { Role } from '#domain/access/permission-tree.ts';
import {
  asArray,
  asKeyOf,
  asNumber,
  asObject,
  asText,
  compact,
  isArray,
  isKeyOf,
  isListOf,
  isObject,
  isRecordOf,
  isText,
  texts,
  type JsonObject,
} from '#domain/json.ts';
import type { FormPage } from '#domain/form-layout.ts';
import type { Data, Field, InDocumentRef, Mode, Model, Operation, OperationKind, Ref, RuleUse, Tone, Unit, View } from '#domain/model.ts';
import type { PlatformRole } from '#domain/platform-role.ts';
import type { Paging } from '#domain/paging.ts';
import type { StandsAt } from '#domain/stands-at.ts';

/*
 * What our keywords (x-ui, x-data, x-access, x-platform) say, as types. Our own contract was checked against the vocabulary before;
 * in a foreign one, what does not fit counts as not said.
 */

export type OperationNotes = {
  /** `none`: a form of its own. */
  op?: 'none' | { name: string; kind: OperationKind };
  page: Partial<Paging>;
  when?: Operation['when'];
  confirm?: Operation['confirm'];
  bulk?: true;
  timeout?: number;
  live?: true;
  ruleTrace?: { choice: string; rows: Record<string, string> };
  access?: Access;
  during?: Operation['during'];
  openWith?: Operation['openWith'];
  rows?: RowsFor;
  large?: true;
  passwords?: number;
  platform?: PlatformRole;
};

export type ParameterNotes = {
  ref?: Field['ref'];
  hide?: true;
  fill?: Field['fill'];
  range?: { end: string; option?: string; property?: string };
};

type PropertyNotes = Pick<
  Field,
  'unit' | 'names' | 'grantable' | 'hide' | 'modes' | 'node' | 'own' | 'kinds' | 'empty' | 'tone' | 'ref' | 'widget' | 'options'
>;

export type EntityNotes = {
  id?: string;
  label?: string;
  columns?: string[];
  sort?: string;
  rules: RuleUse[];
  review?: true;
  formPage?: FormPage;
  data?: Data;
  reach?: StandsAt;
};

/** Every word of a closed list: the compiler says which is missing. */
type Every<T extends string> = Readonly<Record<T, true>>;

const kinds: Every<OperationKind> = {
  list: true,
  get: true,
  create: true,
  update: true,
  delete: true,
  bulkCreate: true,
  bulkUpdate: true,
  bulkDelete: true,
  import: true,
  export: true,
  action: true,
  none: true,
};
const parts: Every<PlatformRole> = {
  history: true,
  restore: true,
  undo: true,
  deleted: true,
  restoreDeleted: true,
  references: true,
  bulk: true,
  export: true,
  preferences: true,
  keepPreference: true,
  captcha: true,
  loginSettings: true,
  logIn: true,
  smsCode: true,
  refresh: true,
  logOut: true,
  user: true,
  askReset: true,
  resetPassword: true,
  sessions: true,
  endSession: true,
  endSessions: true,
  rename: true,
  password: true,
  totp: true,
  enrolTotp: true,
  confirmTotp: true,
  recoveryCodes: true,
  disableTotp: true,
  system: true,
  regions: true,
  cities: true,
  citySites: true,
  tags: true,
  alertCodes: true,
};
const situations: Every<NonNullable<Operation['during']>[number]> = { setup: true, maintenance: true };
const confirms: Every<NonNullable<Operation['confirm']>> = { plain: true, danger: true, typed: true };
const fills: Every<NonNullable<Field['fill']>> = { city: true, tags: true, tagMatch: true };
const named: Every<NonNullable<Field['names']>> = { operations: true, resources: true };
const units: Every<Unit> = { bps: true, kbps: true, Mbps: true, B: true, ms: true, '%': true, s: true, days: true };
const views: Every<View> = { list: true, form: true, filter: true, detail: true, copy: true };
const modes: Every<Mode> = { global: true, channel: true, company: true };
const roles: Every<Role> = { superAdmin: true, global: true, channel: true, company: true };
const tones: Every<Tone> = { neutral: true, info: true, success: true, warning: true, danger: true };
const deletions: Every<Data['onDelete'][string]> = { restrict: true, cascade: true, clear: true, shrink: true, keep: true };

export function operationNotes(raw: JsonObject): OperationNotes {
  const ui = asObject(raw['x-ui']);
  const { many } = asObject(raw['x-data']);
  return {
    op: operationPlace(ui['op']),
    page: isPaging(ui['page']) ? ui['page'] : {},
    when: isRecordOf(ui['when'], isArray) ? ui['when'] : undefined,
    confirm: asKeyOf(confirms, ui['confirm']),
    bulk: ui['bulk'] === true || undefined,
    timeout: asNumber(ui['timeout']),
    live: ui['live'] === true || undefined,
    ruleTrace: isRuleTrace(ui['ruleTrace']) ? ui['ruleTrace'] : undefined,
    ...accessNotes(raw['x-access']),
    large: many !== undefined || undefined,
    passwords: asNumber(asObject(many)['passwords']),
    platform: asKeyOf(parts, raw['x-platform']),
  };
}

function operationPlace(value: unknown): OperationNotes['op'] {
  if (value === 'none') return 'none';
  const [name, kind] = asText(value)?.split('#') ?? [];
  return name !== undefined && isKeyOf(kinds, kind) ? { name, kind } : undefined;
}

export function parameterNotes(raw: JsonObject): ParameterNotes {
  const ui = asObject(raw['x-ui']);
  const range = asObject(ui['range']);
  const end = asText(range['end']);
  return {
    ref: reference(ui['ref']),
    hide: ui['hide'] === true || undefined,
    fill: asKeyOf(fills, ui['fill']),
    range: end === undefined ? undefined : { end, option: asText(range['option']), property: asText(range['property']) },
  };
}

/** What our keywords say of a property, apart from the rest of its schema. */
export function withoutNotes({ 'x-ui': ui, 'x-access': access, ...rest }: JsonObject): {
  ui: JsonObject;
  access: JsonObject;
  rest: JsonObject;
} {
  return { ui: asObject(ui), access: asObject(access), rest };
}

/** Whether a schema says that it is an entity of the console. */
export function isAnnotated(schema: unknown): schema is JsonObject {
  return isObject(schema) && (isObject(schema['x-ui']) || isObject(schema['x-data']));
}

export function propertyNotes(ui: JsonObject, access: JsonObject): PropertyNotes {
  return {
    unit: asKeyOf(units, ui['unit']),
    names: asKeyOf(named, ui['names']),
    hide: listed(views, ui['hide']),
    modes: listed(modes, access['modes']),
    node: asText(access['node']),
    own: access['changedBy'] === 'others' ? 'kept' : undefined,
    kinds: listed(roles, access['changedBy']),
    grantable: access['grantable'] === 'grantableTypes' ? 'grantableTypes' : undefined,
    empty: ui['empty'] === 'all' ? 'all' : undefined,
    tone: isRecordOf(ui['tone'], isTone) ? ui['tone'] : undefined,
    ref: reference(ui['ref']),
    ...widgetNotes(ui['widget']),
  };
}

function listed<T extends string>(table: Every<T>, value: unknown): T[] | undefined {
  const found = isArray(value) ? value.flatMap((each) => asKeyOf(table, each) ?? []) : [];
  // an empty list takes back what a shared schema says
  return found.length > 0 ? found : undefined;
}

function widgetNotes(value: unknown): Pick<Field, 'widget' | 'options'> {
  if (!isObject(value)) return { widget: asText(value) };
  const { name, ...options } = value;
  return { widget: asText(name), options: Object.keys(options).length > 0 ? options : undefined };
}

export function entityNotes(entity: JsonObject): EntityNotes {
  const ui = asObject(entity['x-ui']);
  const { reach } = asObject(entity['x-access']);
  return {
    id: asText(ui['id']),
    label: asText(ui['label']),
    columns: isArray(ui['columns']) ? texts(ui['columns']) : undefined,
    sort: asText(ui['sort']),
    rules: asArray(ui['rules']).map(withoutSource).filter(isRule),
    review: ui['review'] === true || undefined,
    formPage: isFormPage(ui['form']) ? ui['form'] : undefined,
    data: isObject(entity['x-data']) ? dataNotes(entity['x-data']) : undefined,
    reach: isStandsAt(reach) ? reach : undefined,
  };
}

function dataNotes(data: JsonObject): Data {
  const owner = asObject(data['owner']);
  return compact<Data>({
    owner: asText(data['owner']) ?? asText(owner['property']),
    ownerThrough: asText(owner['through']),
    unique: asArray(data['unique']).map(texts),
    sortable: texts(data['sortable']),
    order: asText(data['order']),
    record: data['record'] === true || undefined,
    source: data['source'] === 'telemetry' || data['source'] === 'devices' ? data['source'] : undefined,
    keep: isKeep(data['keep']) ? data['keep'] : undefined,
    onDelete: isRecordOf(data['onDelete'], isDeletion) ? data['onDelete'] : {},
    counts: isObject(data['counts'])
      ? Object.fromEntries(Object.entries(data['counts']).map(([property, of]) => [property, isText(of) ? [of] : texts(of)]))
      : undefined,
    states: isStates(data['states']) ? data['states'] : undefined,
  });
}

/** Parameters that the top bar fills. */
export function contextNotes(root: JsonObject): Model['context'] {
  const given = Object.entries(asObject(asObject(root['x-ui'])['context']));
  return Object.fromEntries(
    given.flatMap(([name, choice]) => (isText(choice) ? [[name, { resource: choice }]] : isRef(choice) ? [[name, choice]] : [])),
  );
}

/** Which statement a rule or a problem comes from is for its reader, not for the console. */
export function withoutSource(entry: unknown): JsonObject {
  const { source: _, ...rest } = asObject(entry);
  return rest;
}

function reference(value: unknown): Field['ref'] {
  if (isText(value)) return { resource: value };
  return isRef(value) || isInDocument(value) ? value : undefined;
}

function isRef(value: unknown): value is Ref {
  return isObject(value) && isText(value['resource']);
}

function isInDocument(value: unknown): value is InDocumentRef {
  return isObject(value) && isText(value['in']) && isText(value['value']);
}

function isTone(value: unknown): value is Tone {
  return isKeyOf(tones, value);
}

function isDeletion(value: unknown): value is Data['onDelete'][string] {
  return isKeyOf(deletions, value);
}

function isPaging(value: unknown): value is Partial<Paging> {
  if (!isObject(value)) return false;
  const { base, ...places } = value;
  return (base === undefined || base === 0 || base === 1) && Object.values(places).every(isText);
}

function isRuleTrace(value: unknown): value is NonNullable<OperationNotes['ruleTrace']> {
  return isObject(value) && isText(value['choice']) && isRecordOf(value['rows'], isText);
}

/** Who may call and for which rows, where it goes on when other calls do not, and what of it is open to all. */
function accessNotes(said: unknown): Pick<OperationNotes, 'access' | 'during' | 'openWith' | 'rows'> {
  const { for: whom, during, openWith, rows, ...node } = asObject(said);
  const access = isObject(said) ? (whom ?? node) : said;
  const isSituation = (each: unknown) => isKeyOf(situations, each);
  return {
    access: isAccess(access) ? access : undefined,
    during: isListOf(during, isSituation) ? during : undefined,
    openWith: isListOf(openWith, isText) ? openWith : undefined,
    rows: isRowsFor(rows) ? rows : undefined,
  };
}

function isAccess(value: unknown): value is Access {
  if (!isObject(value)) return value === 'public' || value === 'session';
  const { node, level, tenant } = value;
  return isText(node) && (level === 'read' || level === 'edit') && (tenant === 'none' || (isObject(tenant) && isText(tenant['name'])));
}

function isRowsFor(value: unknown): value is RowsFor {
  if (!isObject(value)) return false;
  const { own, or, notOwn } = value;
  const holds = or === undefined || (isObject(or) && isText(or['node']) && (or['level'] === 'read' || or['level'] === 'edit'));
  return holds && (own === undefined ? isText(notOwn) : isListOf(own, isText) && (notOwn === undefined || isText(notOwn)));
}

function isRule(value: unknown): value is RuleUse {
  return isObject(value) && isText(value['use']) && isListOf(value['over'], isText);
}

function isFormPage(value: unknown): value is FormPage {
  return isObject(value) && Object.values(value).every(isText);
}

function isStandsAt(value: unknown): value is StandsAt {
  if (!isObject(value)) return false;
  const listed = isListOf(value['sites'], isText) || isListOf(value['companies'], isText);
  return isText(value['city']) || (listed && isText(value['none']));
}

function isKeep(value: unknown): value is NonNullable<Data['keep']> {
  return isObject(value) && typeof value['days'] === 'number' && (value['when'] === undefined || isRecordOf(value['when'], isArray));
}

function isStates(value: unknown): value is NonNullable<Data['states']> {
  return isObject(value) && isText(value['property']) && value['initial'] !== undefined && isRecordOf(value['transitions'], isArray);
}
