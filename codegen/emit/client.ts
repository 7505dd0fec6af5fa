import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { asArray, asObject, asText, isKeyOf, isObject, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { PLATFORM_PATH, type PlatformRole } from '#domain/platform-role.ts';
import type { Contract } from '../read/contract.ts';
import { operationNotes } from '../read/notes.ts';
import { kept } from './kept.ts';
import { banner, type Output } from './output.ts';

/** What orval is told of our operations beside the document. */
export type ClientInput = {
  document: JsonObject;
  /** Operations whose address is asked of the model: queries among them take their key from it too. */
  platform: string[];
  /** Operations called before the shell: requests alone, so that no log-in page loads the query library. */
  start: string[];
  /** Seconds that an operation may take, where they are not the usual ones (`x-ui.timeout`), by its id. */
  timeouts: Record<string, number>;
};

const methods: Record<string, true> = { get: true, put: true, post: true, delete: true, options: true, head: true, patch: true };

/** Parts that are played before the shell and its query library are there; they share one module. */
const START = new Set<string>([
  'captcha',
  'loginSettings',
  'logIn',
  'smsCode',
  'refresh',
  'logOut',
  'askReset',
  'resetPassword',
  'user',
  'keepPreference',
] satisfies PlatformRole[]);

/**
 * A typed function for every operation and a hook for every query, made by orval (decision 002), one module a tag. They are
 * kept by what they were made of: an edit of what only the page shows does not make them again.
 */
export async function emitClient({ document }: Contract): Promise<Output> {
  const input = JSON.stringify(clientInput(document.root));
  const made = await kept('client', [input, tool()], () => makeClient(input));
  return new Map(Object.entries(made).map(([name, text]) => [`client/${name}`, banner('//') + text]));
}

/** The document without what types and calls do not need; each platform operation under the address that stands for its part. */
export function clientInput(root: JsonObject): ClientInput {
  const { openapi = '3.1.0', info = {}, components = {} } = root;
  const platform: string[] = [];
  const start: string[] = [];
  const timeouts: Record<string, number> = {};
  const paths: Record<string, JsonObject> = {};
  for (const [path, value] of Object.entries(asObject(root['paths']))) {
    const { parameters: shared, ...item } = asObject(value);
    for (const [method, operation] of Object.entries(item)) {
      if (!isKeyOf(methods, method) || !isObject(operation)) continue;
      const { platform: role, timeout: limit } = operationNotes(operation);
      const id = asText(operation['operationId']) ?? '';
      const parameters = [...asArray(shared), ...asArray(operation['parameters'])];
      const isStart = role !== undefined && START.has(role);
      if (role !== undefined) platform.push(id);
      if (isStart) start.push(id);
      if (limit !== undefined) timeouts[id] = limit;
      const address = role === undefined ? path : platformAddress(role, path);
      (paths[address] ??= {})[method] = { ...bare({ ...operation, parameters }), ...(isStart ? { tags: ['start'] } : {}) };
    }
  }
  return { document: { openapi, info, paths, components: bare(asObject(components)) }, platform, start, timeouts };
}

/** `/x-platform/endSession/{sessionId}`: a part and its parameters in their order, whatever a contract calls them. */
function platformAddress(role: string, path: string): string {
  return [PLATFORM_PATH + role, ...(path.match(/\{[^}]+\}/g) ?? [])].join('/');
}

/** Without examples and keywords of ours. */
function bare(value: JsonObject): JsonObject {
  const entries = Object.entries(value).filter(([name]) => !name.startsWith('x-') && name !== 'examples' && name !== 'example');
  return Object.fromEntries(entries.map(([name, each]) => [name, name === 'properties' ? named(each) : bareOf(each)]));
}

function bareOf(value: Json): Json {
  if (Array.isArray(value)) return value.map(bareOf);
  return isObject(value) ? bare(value) : value;
}

/** Names of properties are nobody's keywords. */
function named(value: Json): Json {
  return Object.fromEntries(Object.entries(asObject(value)).map(([name, each]) => [name, bareOf(each)]));
}

/** The files that orval writes of what it is told. */
export async function makeClient(input: string): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    // orval writes its greetings to the output: they are not ours
    const worker = new Worker(new URL('client.worker.ts', import.meta.url), { workerData: input, stdout: true, stderr: true });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** What makes the client: another version of it makes another one. */
function tool(): string {
  const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');
  return read('client.worker.ts') + read('../../node_modules/orval/package.json');
}
