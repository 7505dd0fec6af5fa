import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Built } from '../built.ts';
import { BuildError } from '../build-error.ts';
import { buildResources } from '../model.ts';
import { buildPages, type Pages } from '../navigation.ts';
import { type Contract, readContract } from '../read/contract.ts';

/** One state of a contract, as far as a page can show it. */
export type Side = { contract: Contract; built: Built; pages: Pages };

/** What of a revision a page shows. */
const SOURCES = ['openapi', 'schemas', 'locales/zh/entities'];

/** What is compared with cannot be read; the message says why in one sentence. */
export class NoBase extends Error {}

export async function sideOf(root: string, file: string): Promise<Side> {
  const contract = await readContract(root, file);
  const unplaced = buildResources(contract);
  const pages = buildPages(contract, unplaced);
  const resources = unplaced.resources.map((entry) => {
    const route = pages.pathOf.get(entry.resource.name) ?? entry.resource.route;
    return { ...entry, resource: { ...entry.resource, route } };
  });
  return { contract, built: { ...unplaced, resources }, pages };
}

/** A file, an address or a revision of the repository, in this order. */
export async function baseSide(root: string, base: string): Promise<Side> {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-base-'));
  try {
    if (existsSync(base)) return await read(root, resolve(base), base);
    if (/^https?:/.test(base)) return await read(root, await fetched(base, folder), base);
    extract(root, base, folder);
    return await read(folder, join(folder, 'openapi/openapi.yaml'), base);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function read(root: string, file: string, base: string): Promise<Side> {
  try {
    return await sideOf(root, file);
  } catch (error) {
    const reason =
      error instanceof BuildError ? (error.findings[0]?.message ?? '') : error instanceof Error ? error.message : String(error);
    throw new NoBase(`The contract of ${base} cannot be read by this console: ${reason.split('\n')[0]}`);
  }
}

async function fetched(address: string, folder: string): Promise<string> {
  const answer = await fetch(address).catch((error: unknown) => {
    throw new NoBase(`${address} does not answer: ${error instanceof Error ? error.message : String(error)}.`);
  });
  if (!answer.ok) throw new NoBase(`${address} answers ${answer.status}: name the address of a contract.`);
  const file = join(folder, basename(new URL(address).pathname) || 'contract.yaml');
  writeFileSync(file, await answer.text());
  return file;
}

function extract(root: string, revision: string, folder: string): void {
  const git = (args: string[], input?: Buffer): Buffer =>
    execFileSync(args[0] ?? '', args.slice(1), { cwd: root, input, maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'pipe'] });
  try {
    git(['git', 'rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
  } catch {
    throw new NoBase(`${revision} is no file, no address and no revision of this repository.`);
  }
  mkdirSync(folder, { recursive: true });
  git(['tar', '-x', '-C', folder], git(['git', 'archive', revision, '--', ...SOURCES]));
}
