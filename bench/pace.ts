import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import peers from './peers.json' with { type: 'json' };
import { syntheticContract } from '#bench/codegen/synthetic.ts';
import { median, once, timed } from '#bench/figure.ts';
import { readContract } from '#codegen/read/contract.ts';

/** As many as the budget and the peer's figure are about; our own contract has more by now. */
export const OPERATIONS = 480;
const RUNS = 5;
const root = resolve(import.meta.dirname, '..');

/** Of some runs over a contract of so many operations: how long each took, in milliseconds, and what that says of the machine. */
type Types = { times: number[]; pace: number };

/**
 * openapi-typescript over a contract of our size. It is nearly all somebody else's work, and one thread's JavaScript: how much
 * longer it takes here tells the pace of the machine.
 */
export async function typesOf(folder: string, file: string, operations: number): Promise<Types> {
  const contract = await readContract(folder, file);
  const input = JSON.stringify(contract.document.root);
  await typesByPeer(input);
  const times = await timed(RUNS, () => typesByPeer(input));
  return { times, pace: median(times) / operations / ((peers['codegen.types'].value * 1000) / OPERATIONS) };
}

function typesByPeer(input: string): Promise<string> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('codegen/peer-types.worker.ts', import.meta.url), { workerData: input });
    worker.once('message', done);
    worker.once('error', fail);
  });
}

/** How many times slower JavaScript runs here than where the budgets were set. */
export const paceOfScripts = once(async () => {
  const { folder, operations } = syntheticContract(root, OPERATIONS);
  try {
    return (await typesOf(folder, join(folder, 'openapi/openapi.yaml'), operations)).pace;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
