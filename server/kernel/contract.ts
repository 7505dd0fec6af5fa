import { asObject } from '#domain/json.ts';
import { bodyField, type SchemaError } from '#domain/causes.ts';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { indexPermissions, type PermissionIndex } from '#domain/access/decide.ts';
import type { PermissionNode as Node, PermissionTree } from '#domain/access/permission-tree.ts';
import type { Field, ListedResource, Model, Operation, OperationForm, PermissionNode, Resource, ResourceForms } from '#domain/model.ts';
import type { Problems } from '#domain/problems.ts';
import type { OperationId } from '#generated/server/handlers.ts';
import { wholeOf } from '#domain/resource-parts.ts';
import { ParameterSchemas, type ParameterSchema } from '#server/kernel/validation/parameters.ts';

/** Ajv's standalone function. */
type Validate = ((data: unknown) => boolean) & { errors?: SchemaError[] | null };

/** One call as the server serves it. */
export type Served = {
  operation: Operation;
  /** The resource it belongs to, if any. */
  resource?: Resource;
  /** The resource whose item decides who may: its own, or that of the item below which it stands (`/alerts/{alertId}/measurements`). */
  about?: string;
  path: ParameterSchema[];
  query: Map<string, ParameterSchema>;
  validate?: Validate;
  /** The whole body as a field: what the schema means by what the validator finds. */
  body?: Field;
  /** Bytes that a body may have. */
  bodyLimit: number;
};

export type Contract = {
  model: Model;
  problems: Problems;
  resources: Map<string, Resource>;
  operations: Map<string, Served>;
  permissions: PermissionIndex;
  tree: PermissionTree;
  /** The bundle, for named examples. */
  document: Record<string, unknown>;
  /** The same for the same bundle. */
  digest: string;
  /** Folder that is served as `/model`. */
  folder: string;
};

const load = createRequire(import.meta.url);

const KB = 1024;
/** What a stranger may send: a name and a password. */
const STRANGERS_BODY = 8 * KB;
const SMALL_BODY = 64 * KB;
const LISTS_BODY = 1024 * KB;
const LARGE_BODY = 16 * 1024 * KB;
/** An array longer than this in a body raises the cap of its operation, and of no other. */
const LONG_ARRAY = 1000;
const LONG_TEXT = 4096;

/** Reads what codegen wrote: the server knows the contract by its files and nothing else. */
export function loadContract(generated: string): Contract {
  const folder = join(generated, 'model');
  const model = readJson<Model>(join(folder, 'index.json'));
  const bundle = readFileSync(join(generated, 'openapi.json'), 'utf8');
  const document = asObject(parsed(bundle));
  const digest = createHash('sha256').update(bundle).digest('hex');
  const parameters = new ParameterSchemas(document, model.base);
  const operations = new Map<string, Served>();
  const resources = new Map<string, Resource>();
  const forms = validatorsOf(folder, 'forms');
  for (const { name, file } of Object.values(model.resources)) {
    const resource = wholeOf(
      readJson<ListedResource>(join(folder, `${file}.json`)),
      readJson<ResourceForms>(join(folder, `${file}.form.json`)),
    );
    resources.set(name, resource);
    const validators = validatorsOf(folder, file);
    for (const operation of Object.values(resource.operations).flat()) {
      operations.set(operation.id, served(operation, resource.schemas, validators, parameters, { resource, about: name }));
    }
  }
  for (const id of model.forms) {
    const form = readJson<OperationForm>(join(folder, 'forms', `${id}.json`));
    const about = [...resources.values()].find(({ operations: { get } }) =>
      get.some(({ path }) => form.operation.path.startsWith(`${path}/`)),
    );
    operations.set(id, served(form.operation, form.schemas, forms, parameters, { about: about?.name }));
  }
  const tree = model.permissions.map(plainNode);
  const problems = readJson<Problems>(join(folder, 'problems.json'));
  return { model, problems, resources, operations, permissions: indexPermissions(tree), tree, document, digest, folder };
}

/** An operation that the server itself makes use of, by its name in our contract. */
export function servedBy({ operations }: Pick<Contract, 'operations'>, id: OperationId): Served {
  const found = operations.get(id);
  if (!found) throw new Error(`The contract has no ${id}`);
  return found;
}

function served(
  operation: Operation,
  schemas: Record<string, Field>,
  validators: Validators,
  parameters: ParameterSchemas,
  { resource, about }: { resource?: Resource; about: string | undefined },
): Served {
  const body = operation.body && schemas[operation.body.schema];
  return {
    operation,
    ...(resource ? { resource } : {}),
    ...(about === undefined ? {} : { about }),
    ...parameters.of(operation),
    ...(body ? { body: bodyField(operation.body, body) } : {}),
    get validate() {
      return operation.body && validators()[operation.id];
    },
    bodyLimit: bodyLimitOf(operation, body),
  };
}

/** As much as what the contract describes may need: nobody has the server keep more. */
function bodyLimitOf({ access, body }: Operation, schema: Field | undefined): number {
  if (access === 'public') return STRANGERS_BODY;
  if (body?.large || (schema && hasLongArray(schema))) return LARGE_BODY;
  return body?.many || (schema && hasLists(schema)) ? LISTS_BODY : SMALL_BODY;
}

/** Whether there is a list in it, a long text, or something of any shape. */
function hasLists(field: Field): boolean {
  if (field.kind === 'array' || field.kind === 'map' || field.kind === 'json' || (field.limits?.maxLength ?? 0) > LONG_TEXT) return true;
  return [...(field.fields ?? []), ...(field.variants ?? [])].some(hasLists);
}

function hasLongArray(field: Field): boolean {
  if (field.kind === 'array' && (field.limits?.maxItems ?? 0) > LONG_ARRAY) return true;
  return [...(field.fields ?? []), ...(field.variants ?? []), ...(field.items ? [field.items] : [])].some(hasLongArray);
}

type Validators = () => Record<string, Validate>;

/** Read when the first body comes: most of the validators of a contract are not needed in an hour. */
function validatorsOf(folder: string, file: string): Validators {
  const path = join(folder, `${file}.validators.js`);
  let bodies: Record<string, Validate> | undefined;
  return () => (bodies ??= existsSync(path) ? (load(path) as { bodies: Record<string, Validate> }).bodies : {});
}

/** The tree as the access decision reads it: there a label is one text. */
function plainNode({ children, label, ...node }: PermissionNode): Node {
  return { ...node, label: label.en, ...(children ? { children: children.map(plainNode) } : {}) };
}

/** What codegen wrote is what its type says. */
export function readJson<T>(file: string): T {
  return parsed(readFileSync(file, 'utf8')) as T;
}

function parsed(text: string): unknown {
  return JSON.parse(text.replace(/^\s*\/\/.*\n/, ''));
}
