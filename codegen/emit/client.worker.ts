import { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { NormalizedOptions } from 'orval';
import { keepCompiled } from '../compile-cache.ts';
import type { ClientInput } from './client.ts';

/** The module of `src/api` through which every call goes; named here because the generated files import it, not this one. */
const MUTATOR = '#api/mutator.ts';
const SCHEMAS = 'client.schemas.ts';
const requests = { useQuery: false, useMutation: false };

type Transformer = Extract<NormalizedOptions['output']['override']['transformer'], (verb: never) => unknown>;

keepCompiled();
const { generate } = await import('orval');
const input: ClientInput = JSON.parse(String(workerData));
const { document, platform, start, timeouts } = input;
const folder = mkdtempSync(join(tmpdir(), 'wan-console-client-'));
const made: Record<string, string> = {};
const mutator = join(import.meta.dirname, '../../src/api/mutator.ts');
/** What orval starts for itself and never ends. */
const started: ChildProcess[] = [];
subscribe('child_process', (message) => {
  if (message instanceof Object && 'process' in message && message.process instanceof ChildProcess) started.push(message.process);
});
const keyed = { query: { queryOptions: { path: mutator, name: 'platformOptions', useHooks: false } } };
try {
  await generate({
    input: { target: document, unsafeDisableValidation: true },
    output: {
      target: join(folder, 'client.ts'),
      mode: 'tags',
      client: 'react-query',
      httpClient: 'axios',
      indexFiles: false,
      headers: true,
      urlEncodeParameters: true,
      override: {
        enumGenerationType: 'union',
        header: false,
        transformer: overMutator,
        query: { useMutation: false, shouldExportQueryKey: false, version: 5 },
        operations: {
          ...Object.fromEntries(Object.keys(timeouts).map((id) => [id, limitOf(id)])),
          ...Object.fromEntries(platform.map((id) => [id, { ...keyed, ...limitOf(id) }])),
          ...Object.fromEntries(start.map((id) => [id, { query: requests, ...limitOf(id) }])),
        },
      },
    },
  });
  for (const name of readdirSync(folder).toSorted()) made[moduleOf(name)] = textOf(name);
} finally {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all(started.map(end));
}
parentPort?.postMessage(made);

/**
 * Every request goes over the mutator. It is said here and not as `override.mutator`, for which orval would bundle that module
 * again for each operation, only to count its parameters.
 */
function overMutator(verb: Parameters<Transformer>[0]): ReturnType<Transformer> {
  const success = verb.response.definition.success.replace(/\bvoid\b/, 'undefined');
  return {
    ...verb,
    response: { ...verb.response, definition: { ...verb.response.definition, success } },
    mutator: {
      name: 'mutator',
      path: MUTATOR,
      default: false,
      hasErrorType: true,
      errorTypeName: 'ErrorType',
      hasSecondArg: true,
      hasThirdArg: false,
      isHook: false,
    },
  };
}

/** Waits until the process has gone: nobody asks how one ended when this thread has. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.ref();
  child.kill();
  await gone;
}

function limitOf(id: string): { requestOptions?: { timeout: number } } {
  const timeout = timeouts[id];
  return timeout === undefined ? {} : { requestOptions: { timeout } };
}

function moduleOf(name: string): string {
  return name === SCHEMAS ? 'schemas.ts' : name;
}

/** Whether orval writes the endings of modules depends on what stands beside the contract: here they are always written. */
function textOf(name: string): string {
  const text = readFileSync(join(folder, name), 'utf8');
  return text
    .replaceAll(/from ['"][^'"]*src\/api\/mutator(\.ts)?['"]/g, `from '${MUTATOR}'`)
    .replaceAll(/'\.\/client\.schemas(\.ts)?'/g, `'./schemas.ts'`)
    .replaceAll(/(QueryKey = \([^)]*\) => \{\s*return \[\s*)(`[^`]*`)/g, (_, head: string, route: string) => head + encoded(route));
}

/** A key is the address of its call, and orval encodes parameters in the address alone. A test compares every key with the renderer's. */
function encoded(route: string): string {
  return route.replaceAll(/\$\{(\w+)\}/g, '${encodeURIComponent(String($1))}');
}
