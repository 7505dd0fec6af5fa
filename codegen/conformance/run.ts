import { randomBytes } from 'node:crypto';
import { asText, asObject } from '#domain/json.ts';
import type { Built } from '../built.ts';
import type { Contract } from '../read/contract.ts';
import { Bodies } from './bodies.ts';
import { ask, type Backend, Unreachable } from './call.ts';
import { tryReads } from './reads.ts';
import type { Outcome } from './report.ts';
import { Suite } from './suite.ts';
import { tryWrites } from './writes.ts';

export type RunOptions = {
  contract: Contract;
  built: Built;
  backend: Backend;
  /** Things are made, changed and removed. */
  writes: boolean;
  /** Part of an operation's id or path. */
  only?: string | undefined;
  isStopped: () => boolean;
};

/** Holds a backend to a contract. Without `writes` nothing is sent but GET. */
export async function tryContract({ contract, built, backend: given, writes, only, isStopped }: RunOptions): Promise<Outcome> {
  const backend = { ...given, url: baseOf(given.url, contract.base) };
  await expectAnswer(backend);
  const suite = new Suite(contract, built, backend);
  const wanted = built.operations.filter(({ id, path }) => only === undefined || id.includes(only) || path.includes(only));
  await tryReads(suite, wanted, isStopped);
  const mark = `-ct${randomBytes(4).toString('hex')}`;
  const bodies = new Bodies(contract.document.root, mark);
  const left = writes ? await tryWrites(suite, built.resources, { bodies, isStopped, isWanted: (raw) => wanted.includes(raw) }) : [];
  const title = asText(asObject(contract.document.root['info'])['title']) ?? 'Contract';
  return { title, url: backend.url, at: new Date().toISOString(), writes, cases: suite.cases, left };
}

/** An address with a path is that of the contract's base; one without gets the base that the contract names. */
function baseOf(url: string, base: string): string {
  const { origin, pathname } = new URL(url);
  return origin + (pathname === '/' ? base : pathname.replace(/\/+$/, ''));
}

async function expectAnswer(backend: Backend): Promise<void> {
  await ask(backend, { method: 'GET', path: '/' }).catch((error: unknown) => {
    throw error instanceof Unreachable ? error : new Unreachable(String(error));
  });
}
