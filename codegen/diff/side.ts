import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isHttpAddress } from '#domain/http-address.ts';
import type { Built } from '../built.ts';
import { BuildError } from '../build-error.ts';
import { buildResources } from '../model.ts';
import { buildPages, type Pages } from '../navigation.ts';
import { type Contract, readContract } from '../read/contract.ts';
import { Memory } from '../remembered.ts';

/** One state of a contract, as far as a page can show it. */
export type Side = { contract: Contract; built: Built; pages: Pages };

/** What of a revision a page shows. */
const SOURCES = ['openapi', 'schemas', 'locales/zh/entities'];

/** What is compared with cannot be read; the message says why in one sentence. */
export class NoBase extends Error {}

/** Two states of one contract share a `memory`: of the second only what differs is made again. */
export async function sideOf(root: string, file: string, memory?: Memory): Promise<Side> {
  const contract = await readContract(root, file, memory ? { memory } : {});
  const unplaced = buildResources(contract);
  const pages = buildPages(contract, unplaced);
  const resources = unplaced.resources.map((entry) => {
    const route = pages.pathOf.get(entry.resource.name) ?? entry.resource.route;
    return { ...entry, resource: { ...entry.resource, route } };
  });
  return { contract, built: { ...unplaced, resources }, pages };
}

/** `base`, a file, an address or a revision of the repository, in this order, and the contract of `file` as it is now. */
export async function bothSides(root: string, base: string, file: string): Promise<[before: Side, after: Side]> {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-base-'));
  const memory = new Memory();
  try {
    // the revision comes from git while the present is read
    const [[baseRoot, baseFile], after] = await Promise.all([baseFiles(root, base, folder), sideOf(root, file, memory)]);
    return [await read(baseRoot, baseFile, { base, memory }), after];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function baseFiles(root: string, base: string, folder: string): Promise<[root: string, file: string]> {
  if (existsSync(base)) return [root, resolve(base)];
  if (isHttpAddress(base)) return [root, base];
  await extract(root, base, folder);
  return [folder, join(folder, 'openapi/openapi.yaml')];
}

async function read(root: string, file: string, { base, memory }: { base: string; memory: Memory }): Promise<Side> {
  try {
    return await sideOf(root, file, memory);
  } catch (error) {
    const reason =
      error instanceof BuildError ? (error.findings[0]?.message ?? '') : error instanceof Error ? error.message : String(error);
    throw new NoBase(`The contract of ${base} cannot be read by this console: ${reason.split('\n')[0]}`);
  }
}

async function extract(root: string, revision: string, folder: string): Promise<void> {
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: root });
  try {
    await git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`);
  } catch {
    throw new NoBase(`${revision} is no file, no address and no revision of this repository.`);
  }
  const archive = join(folder, 'base.tar');
  await git('archive', `--output=${archive}`, revision, '--', ...SOURCES);
  await promisify(execFile)('tar', ['-x', '-f', archive, '-C', folder]);
}
