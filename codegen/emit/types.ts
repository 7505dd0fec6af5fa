import { Worker } from 'node:worker_threads';
import type { Contract } from '../read/contract.ts';
import { banner, type Output } from './output.ts';

/** Types of every operation and schema, for bespoke screens, server handlers and tests. */
export async function emitTypes(contract: Contract): Promise<Output> {
  const text = await new Promise<string>((resolve, reject) => {
    const worker = new Worker(new URL('types.worker.ts', import.meta.url), { workerData: JSON.stringify(contract.document.root) });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return new Map([['client/types.ts', banner('//') + text]]);
}
