/**
 * The run-time model: what codegen derives from the contract and browser and server read as data, of a foreign document in the same shapes.
 * in `generated/model`, `index.json` is a `Model`, `<file>.json` a `ListedResource`, `<file>.form.json` its `ResourceForms`, `labels/<language>/<file>.json` its `Labels`.
 */
import type { Access, RowsFor } from './access/decide.ts';
import type { FormPage, Group } from './form-layout.ts';
import type { IdsLocation } from './ids-location.ts';
import type { Limits } from './limits.ts';
import type { ListMap } from './list-map.ts';
import type { Paging } from './paging.ts';
import type { PlatformRole } from './platform-role.ts';
import type { StandsAt } from './stands-at.ts';
import type { Role } from './access/permission-tree.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Mode = 'global' | 'channel' | 'company';
export type Language = 'zh' | 'en';
/** Where a property is shown; `copy`: whether another like it has it too. */
export type View = 'list' | 'form' | 'filter' | 'detail' | 'copy';
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';
export type Unit = 'bps' | 'kbps' | 'Mbps' | 'B' | 'ms' | '%' | 's' | 'days';
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type OperationKind =
  | 'list'
  | 'get'
  | 'create'
  | 'update'
  | 'delete'
  | 'bulkCreate'
  | 'bulkUpdate'
  | 'bulkDelete'
  | 'import'
  | 'export'
  | 'action'
  | 'none';

/** One call. `path` keeps its `{parameter}` templates; context, row and id fill them (src/api/choose.ts). */
export type Operation = {
  id: string;
  method: Method;
  path: string;
  kind: OperationKind;
  tag?: string;
  access: Access;
  /** Goes on before the account is ready, or while the platform is maintained. */
  during?: ('setup' | 'maintenance')[];
  /** With one of these queries every session may call it: it answers no more then than everybody may know. */
  openWith?: string[];
  /** Of these rows only. */
  rows?: RowsFor;
  /** Path parameters in order, query and header parameters as fields (name, kind, limits, ref, widget). */
  pathParams: Field[];
  query: Field[];
  headers: string[];
  /** Headers of another contract without which it does not answer: asked for once, and sent with every call that needs them. */
  asked?: Field[];
  body?: Body;
  success: number;
  /** Key of `Resource.schemas` for the answer's item (list: one row; else the whole answer), if it has one. */
  answer?: string;
  /** Where the item stands in the answer, if it is wrapped: `data` or `data.0`. */
  answerAt?: string;
  paging?: Paging;
  /** The answer carries an ETag; the request must send If-Match. */
  etag?: true;
  ifMatch?: true;
  idempotencyKey?: true;
  /** The caller may name the request: calls under one name are undone together. */
  requestId?: true;
  /** Query parameters `dryRun`, `access` exist on this operation. */
  dryRun?: true;
  rowAccess?: true;
  /** Two query parameters that are one time range, the one that takes the index of a preset, and the property that they limit. */
  range?: { start: string; end: string; option?: string; property?: string };
  /** Actions and bulk calls on rows. */
  when?: Record<string, Json[]>;
  confirm?: 'plain' | 'danger' | 'typed';
  bulk?: true;
  ids?: IdsLocation;
  /** operationId of the GET on the same row that says what the action would change, and where. */
  preview?: string;
  /** The answer is shown in the dialog, once; it is a file to download. */
  once?: true;
  download?: true;
  /** `live`: answered over the socket every second; `timeout`: seconds after which the client gives up, 60 if absent. */
  live?: true;
  timeout?: number;
  deprecated?: true;
};

export type Body = {
  mediaType: string;
  required: boolean;
  large?: true;
  /** So many items of a call that takes many may bring a password. */
  passwords?: number;
  /** Key of `Resource.schemas`: the form of this body; with `many` the body is an array of it. */
  schema: string;
  many?: true;
  /** PATCH semantics (merge): absent means unchanged. */
  merge?: true;
  /** Path in the body under which the item sits, where a contract wraps it. */
  wrap?: string;
};

/** A condition on the object that holds the field. Paths are '/'-separated property names below it. */
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { property: string; in: Json[] }
  | { property: string; present: true }
  | { property: string; type: string[] }
  | { property: string; minimum?: number; maximum?: number };

export type Ref = {
  resource: string;
  /** Property of the target that is stored; its id if absent. */
  value?: string;
  /** Path or query parameters of the target's list, bound to a property of this document ('/companyId') or '' for the context. */
  scope?: Record<string, string>;
  /** Fixed query parameters of the target's list. */
  where?: Record<string, Json>;
  exclude?: 'self' | 'caller';
  /** Nobody said so: any other text may be entered too. */
  guessed?: true;
};

/** A reference into the same document: the options are the items of an array elsewhere in it. */
export type InDocumentRef = { in: string; value: string };

export type FieldKind = 'object' | 'array' | 'map' | 'variants' | 'text' | 'number' | 'integer' | 'boolean' | 'json';

/** One property, drawn as a form control, a cell, a filter or a line of the detail. */
export type Field = {
  /** Property name; '' for a root or for the items of an array. */
  name: string;
  /** Pattern path from the resource's root: `wan[].ip`. Key of its label, help and enum labels. */
  path: string;
  kind: FieldKind;
  format?: string;
  widget?: string;
  options?: Record<string, Json>;
  /** Enumeration (kind text, number, integer, boolean). `open`: other values are allowed too. */
  values?: Json[];
  open?: true;
  tone?: Record<string, Tone>;
  /** Its values are names of the contract itself; their words are among the labels of its enumerations. */
  names?: 'operations' | 'resources';
  /** A list of the user info that says which of the values the operator may give. */
  grantable?: 'grantableTypes';
  const?: Json;
  default?: Json;
  example?: Json;
  required?: true;
  nullable?: true;
  /** Nothing is said against null, though it is not offered either: one that is there stays. */
  keepsNull?: true;
  /** Drawn as a text or a number, though nothing is said against an object: one that is there stays whole. */
  keepsObject?: true;
  readOnly?: true;
  writeOnly?: true;
  deprecated?: true;
  limits?: Limits;
  unit?: Unit;
  hide?: View[];
  modes?: Mode[];
  /** Shown only to holders of this permission node (edit). */
  node?: string;
  /** Kinds of account that may change it. */
  kinds?: Role[];
  /** On the caller's own account it stays as it is. */
  own?: 'kept';
  ref?: Ref | InDocumentRef;
  /** A parameter of a path: the property of a row that it takes, where that is not the row's id. */
  from?: string;
  /** An empty list stands for all there is. */
  empty?: 'all';
  /** A query parameter that the top bar's selector fills. */
  fill?: 'city' | 'tags' | 'tagMatch';
  /** kind object. */
  fields?: Field[];
  /** Rows of an answer: which of the fields stand in a table, in order. */
  columns?: string[];
  groups?: Group[];
  /** kind object: while it holds, no property stands that neither a field nor `others` names. Absent: any may, and is kept. */
  closed?: true | Condition;
  /** By name pattern: kind object, properties that may stand although no field draws them; kind map, those that `items` does not describe. */
  others?: { names: string; shape?: Field }[];
  /** kind object: properties that must not be there, always or while the condition holds. */
  without?: { name: string; when?: Condition }[];
  /** kind array (each item) and map (each value). */
  items?: Field;
  /** A form draws it from its schema: the key of that among the resource's islands. The tree below says what stands in a document. */
  island?: string;
  /** kind variants: one of these, whichever takes the value. */
  variants?: Field[];
  /** Shown, and part of the document, only while this holds for the object that owns the field. */
  when?: Condition;
  /** Required only while this holds. */
  requiredWhen?: Condition;
};

export type RuleUse = {
  use: string;
  over: string[];
  with?: Record<string, Json>;
  level?: 'error' | 'confirm' | 'warn';
  code?: string;
};

/** Behaviour of stored data (x-data). */
export type Data = {
  /** The property that holds the tenant's id. */
  owner?: string;
  /** The property whose target's tenant is the owner. */
  ownerThrough?: string;
  unique: string[][];
  sortable: string[];
  /** Integer property by which rows are ordered and which drag changes. */
  order?: string;
  /** Facts that the server writes: no revision is kept of them. */
  record?: true;
  /** Where its rows come from: where nothing measures or reports, there are none. */
  source?: 'telemetry' | 'devices';
  /** After so many days without a change a row is deleted, where it has one of these values. */
  keep?: { days: number; when?: Record<string, string[]> };
  /** Per referencing property path. */
  onDelete: Record<string, 'restrict' | 'cascade' | 'clear' | 'shrink' | 'keep'>;
  /** Properties that hold how many items of other resources refer to this one. */
  counts?: Record<string, string[]>;
  states?: { property: string; initial: Json; transitions: Record<string, Json[]> };
};

export type Resource = {
  /** PascalCase, the schema's component name. */
  name: string;
  /** kebab-case: file name of model, labels and validators. */
  file: string;
  tag: string;
  /** Collection path of the list, create or item. */
  path: string;
  /** Route of the page that shows it: from the navigation, else `/r/<file>`. */
  route: string;
  /** Identity property of a row; template for its name: `"{name} ({sn})"`. */
  id: string;
  /** Properties that tell rows apart together, where none does alone. */
  key?: string[];
  label: string;
  /** Field trees by key; roots are objects (or any kind for foreign bodies). */
  schemas: Record<string, Field>;
  /** Keys of `schemas`. */
  item: string;
  row: string;
  /** Property paths of the default columns, in order. */
  columns: string[];
  /** The order in which a list opens: a property, `-` before it for descending. */
  sort?: string;
  /** Query parameter names offered as filters, in order. */
  filters: string[];
  operations: {
    list: Operation[];
    get: Operation[];
    create: Operation[];
    update: Operation[];
    delete: Operation[];
    bulk: Operation[];
    actions: Operation[];
  };
  rules: RuleUse[];
  /** A change of an item acts on many others: the form shows what changes before it saves. */
  review?: true;
  formPage?: FormPage;
  data?: Data;
  /** What decides which rows somebody reaches who looks after some areas only. */
  reach?: StandsAt;
  /** Item carries `revision`: history, restore and conflict detection are possible. */
  revision?: string;
  /** operationId of the GET below an item that answers what was measured around it: `…/measurements`. */
  measured?: string;
  /** A single document (GET and PUT without an item): a settings page. */
  settings?: true;
  /** The calls that say which of its rows decides, and which never do. */
  ruleTrace?: { trace?: RuleTraceCall; findings?: RuleTraceCall };
};

/** A resource as its list needs it: of its schemas those of a row. A `Resource` with its forms (domain/resource-parts.ts). */
export type ListedResource = Omit<Resource, 'rules'>;

/** What only forms and single items need, read when one is opened. */
export type ResourceForms = Pick<Resource, 'schemas' | 'rules'>;

/** A call of `forms/<operation>.json` that is told by `value` in `choice` that it is about this resource; `rows` are all that it knows. */
export type RuleTraceCall = { operation: string; choice: string; value: string; rows: Record<string, string> };

/** Texts of one resource in one language. Keys of fields, help and enums are field paths. */
export type Labels = {
  title: string;
  /** The title of many: what lists, their tabs and what is done to several are called. */
  plural: string;
  fields: Record<string, string>;
  /** '' is that of the resource itself. */
  help: Record<string, string>;
  enums: Record<string, Record<string, string>>;
  groups: Record<string, string>;
  /** By operationId: actions, and forms of single operations. */
  actions: Record<string, string>;
  /** What an action does, for those of which the contract says so. */
  actionHelp?: Record<string, string>;
};

export type NavigationEntry = {
  path: string;
  group: string;
  modes: Mode[];
  audit?: 'third' | 'custom';
  hidden?: true;
  /** Permission node whose read level opens the page; absent: any session. */
  node?: string;
  /** Resources shown as tabs, or a bespoke screen, or the form of one operation. */
  tabs?: string[];
  screen?: string;
  form?: string;
  /** Answers of operations side by side, by tabs where there are several arrangements. */
  panels?: PanelTab[];
  /** What the top bar offers to narrow the page by; counts beside cities are of sites or of devices. */
  selectors?: { city?: 'sites' | 'devices'; tags?: true };
  map?: ListMap;
  /** Declared, but no resource or screen exists yet: absent from menu and router. */
  missing?: true;
  title: Record<Language, string>;
};

/** An arrangement of panels; `title` names its tab. */
export type PanelTab = { name: string; title: Record<Language, string>; show: Panel[] };

/** What one operation that reads answers, drawn by its schema. */
export type Panel = {
  operation: string;
  /** Properties of the answer that are shown; all that can be drawn if absent. */
  parts?: string[];
  /** Query parameters that are fixed. */
  with?: Record<string, Json>;
  /** Half the width where there is room for two. */
  half?: true;
  /** What a click narrows by: query parameters, each by a property of what was clicked. */
  drill?: Record<string, string>;
  /** Where such a click leads: a tab of the page, or the path of another. */
  opens?: string;
  title?: Record<Language, string>;
};

export type NavigationGroup = { name: string; redirect?: string; title: Record<Language, string> };

export type PermissionNode = {
  name: string;
  /** Dash-separated position, `0-0-1-1`: what a role stores. */
  id: string;
  label: Record<Language, string>;
  roles?: ('global' | 'channel' | 'company')[];
  onlyAdmin?: true;
  children?: PermissionNode[];
};

export type ResourceSummary = {
  name: string;
  file: string;
  route: string;
  tag: string;
  id: string;
  label: string;
  whole?: true;
  title: Record<Language, string>;
  /** The title of many; of a settings page, which has no many, the title. */
  plural: Record<Language, string>;
  settings?: true;
  formPage?: FormPage;
  /** Its creates that take a body: what they need from the context, and who may call them. */
  creates?: { params: string[]; access: Access }[];
};

/** An operation that belongs to no resource: reachable as a form. */
export type OperationForm = { operation: Operation; schemas: Record<string, Field>; labels: Record<Language, Labels> };

export type Model = {
  title: Record<Language, string>;
  version: string;
  /** The contract's own base path before each operation path, '' for ours. */
  base: string;
  resources: Record<string, ResourceSummary>;
  groups: NavigationGroup[];
  navigation: NavigationEntry[];
  permissions: PermissionNode[];
  /** Parameters that the top-bar switcher fills: `companyId` with one of `Company`, of those that its list answers with `where`. */
  context: Record<string, Pick<Ref, 'resource' | 'where'>>;
  /** Names of files `forms/<operationId>.json`. */
  forms: string[];
  /** Operations that play a part for every page (x-platform); the console hides what the contract has none for. */
  platform: Partial<Record<PlatformRole, Pick<Operation, 'id' | 'method' | 'path'>>>;
};
