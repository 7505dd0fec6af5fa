import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Contract } from '../read/contract.ts';
import { kept } from './kept.ts';
import { banner, type Output } from './output.ts';

/** Types of every operation and schema by their names, for whoever does not call them. */
export async function emitTypes(contract: Contract): Promise<Output> {
  const input = JSON.stringify(contract.document.root);
  const made = await kept('types', [input, tool()], async () => ({ 'types.ts': await makeTypes(input) }));
  return new Map(Object.entries(made).map(([name, text]) => [`client/${name}`, banner('//') + text]));
}

/** The same of a document, made whether or not it was made before. */
export function makeTypes(input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('types.worker.ts', import.meta.url), { workerData: input });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

function tool(): string {
  const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');
  return read('types.worker.ts') + read('../../node_modules/openapi-typescript/package.json');
}
